import { expect, test } from 'vitest';
import { changeInWords, durationInWords, stepInWords } from './words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('durations are minutes, hours or days', () => {
  expect([null, 0.4, 89, 90, 47.9 * 60, 72 * 60].map(durationInWords).map(plain)).toEqual([
    ...['—', '0 мин', '89 мин', '1,5 ч', '47,9 ч', '3 дн.'],
  ]);
});

test('the change against the period before is a percentage', () => {
  expect(
    [changeInWords(12, 10), changeInWords(5, 10), changeInWords(3, 0), changeInWords(10, 10)].map(plain),
  ).toEqual([
    ...['на 20 % больше, чем до этого', 'на 50 % меньше, чем до этого'],
    ...['до этого не было', 'столько же, сколько до этого'],
  ]);
});

test('a bar is labelled by its step', () => {
  expect([stepInWords('2026-10-05', 'day'), stepInWords('2026-10-05', 'week')]).toEqual(['05.10', 'с 05.10']);
  expect(stepInWords('2026-10-01', 'month')).toBe('октябрь 2026 г.');
});
