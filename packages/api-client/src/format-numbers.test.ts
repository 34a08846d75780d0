import { expect, test } from 'vitest';
import { counted, formatBytes } from './format-numbers.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('a count is followed by the correct Russian plural form', () => {
  const studies = (count: number) => plain(counted(count, 'исследование', 'исследования', 'исследований'));
  expect([0, 1, 2, 5, 11, 21, 1204].map(studies)).toEqual([
    '0 исследований',
    '1 исследование',
    '2 исследования',
    '5 исследований',
    '11 исследований',
    '21 исследование',
    '1 204 исследования',
  ]);
});

test('a size has one decimal below ten and none above', () => {
  expect([0, 999, 1500, 236 * 1024 ** 2, 1.4 * 1024 ** 3].map((bytes) => plain(formatBytes(bytes)))).toEqual([
    '0 Б',
    '999 Б',
    '1,5 КБ',
    '236 МБ',
    '1,4 ГБ',
  ]);
});
