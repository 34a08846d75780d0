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

test('a size has one decimal below a hundred and none above', () => {
  const MB = 1024 ** 2;
  const sizes = [0, 999, 1500, 19.4 * MB, 19.55 * MB, 99.96 * MB, 236 * MB, 999.7 * MB, 1.4 * 1024 * MB];
  expect(sizes.map((bytes) => plain(formatBytes(bytes)))).toEqual([
    '0 Б',
    '999 Б',
    '1,5 КБ',
    '19,4 МБ',
    '19,6 МБ',
    '100 МБ',
    '236 МБ',
    '1 ГБ',
    '1,4 ГБ',
  ]);
});
