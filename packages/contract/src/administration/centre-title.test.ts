import { expect, test } from 'vitest';
import { centreTitle } from './centre-title.ts';

test('a bare name of a centre is preceded by «Центр», and a missing name is replaced', () => {
  expect(centreTitle('Ракурс')).toBe('Центр «Ракурс»');
  expect(centreTitle('Диагностический центр «Ракурс»')).toBe('Диагностический центр «Ракурс»');
  expect(centreTitle('ООО "Ракурс"')).toBe('ООО "Ракурс"');
  expect(centreTitle('')).toBe('Диагностический центр');
});
