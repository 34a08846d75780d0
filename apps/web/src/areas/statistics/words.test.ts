import { expect, test } from 'vitest';
import { changeInWords, durationInWords, stepInWords } from './words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('durations are minutes, hours or days', () => {
  expect([null, 0.4, 89, 90, 47.9 * 60, 72 * 60].map(durationInWords).map(plain)).toEqual([
    ...['—', '0 мин', '89 мин', '1,5 ч', '47,9 ч', '3 дн.'],
  ]);
});

test('the change against the period before is the earlier number, and a percentage of larger numbers', () => {
  const [more, fewer, few, none, equal] = [
    changeInWords(120, 100),
    changeInWords(50, 100),
    changeInWords(8, 1),
    changeInWords(3, 0),
    changeInWords(100, 100),
  ];
  expect([more, fewer, few, none, equal].map(plain)).toEqual([
    'за такой же срок до этого 100, стало на 20 % больше',
    'за такой же срок до этого 100, стало на 50 % меньше',
    'за такой же срок до этого 1',
    'за такой же срок до этого 0',
    'за такой же срок до этого 100, почти столько же',
  ]);
});

test('a bar is labelled by its step', () => {
  expect([stepInWords('2026-10-05', 'day'), stepInWords('2026-10-05', 'week')]).toEqual(['05.10', 'с 05.10']);
  expect(stepInWords('2026-10-01', 'month')).toBe('октябрь 2026 г.');
});
