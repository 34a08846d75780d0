import { expect, test } from 'vitest';
import { CallProblem } from '../../shared/call.ts';
import { viewerHost } from './viewer-host.ts';

test('the viewer explains why it shows nothing: no response, the server’s sentence, or its own', () => {
  const own = 'Устройству не хватило памяти, или снимок повреждён.';
  expect(viewerHost.explain(new CallProblem(), own)).toBe(
    'Сервер не отвечает. Проверьте соединение с интернетом и повторите.',
  );
  expect(viewerHost.explain(new CallProblem(403, 'Доступ закрыт'), own)).toBe('Доступ закрыт');
  expect(viewerHost.explain(new RangeError('out of memory'), own)).toBe(own);
});
