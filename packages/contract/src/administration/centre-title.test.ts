import { expect, test } from 'vitest';
import { centreTitle } from './centre-title.ts';

test('a centre is named as the subject of a sentence', () => {
  expect(centreTitle('Ракурс')).toBe('Центр «Ракурс»');
  expect(centreTitle('Диагностический центр «Ракурс»')).toBe('Диагностический центр «Ракурс»');
  expect(centreTitle('ООО "Ракурс"')).toBe('ООО "Ракурс"');
  expect(centreTitle('')).toBe('Диагностический центр');
});
