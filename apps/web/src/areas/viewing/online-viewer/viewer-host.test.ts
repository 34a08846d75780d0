import { expect, test, vi } from 'vitest';
import { CallProblem } from '../../../shared/calls/call.ts';
import type * as events from '../../../shared/realtime/events.ts';
import { viewerHost } from './viewer-host.ts';

const listeners = vi.hoisted(() => new Map<string, () => void>());
vi.mock('../../../shared/realtime/events.ts', async (original) => ({
  ...(await original<typeof events>()),
  isLive: () => true,
  onEvent: (type: string, listener: () => void) => {
    listeners.set(type, listener);
    return () => listeners.delete(type);
  },
}));

test('after events without a study id, an open viewer checks once whether it may still show the study', () => {
  vi.useFakeTimers();
  try {
    const changed = vi.fn();
    const end = viewerHost.onStudyChanged?.(1, changed);
    for (const type of ['counters_changed', 'account_changed', 'counters_changed']) listeners.get(type)?.();
    expect(changed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3_000);
    expect(changed).toHaveBeenCalledOnce();
    listeners.get('counters_changed')?.();
    end?.();
    vi.advanceTimersByTime(3_000);
    expect(changed).toHaveBeenCalledOnce();
    expect(listeners.size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('the viewer explains a failure by the missing response, the server’s message or its own message', () => {
  const own = 'Устройству не хватило памяти, или снимок повреждён.';
  expect(viewerHost.explain(new CallProblem(), own)).toBe(
    'Сервер не отвечает. Проверьте соединение с интернетом и повторите.',
  );
  expect(viewerHost.explain(new CallProblem(403, 'Доступ закрыт'), own)).toBe('Доступ закрыт');
  expect(viewerHost.explain(new RangeError('out of memory'), own)).toBe(own);
});
