import { expect, test } from 'vitest';
import { parseByteSize, sizeInWords } from './byte-size.ts';

test.each([
  ['20GB', 20e9],
  ['1.5 TB', 1.5e12],
  [' 96kB ', 96_000],
  ['1B', 1],
  ['0.5MB', 500_000],
])('%j is a size', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each(['', '20', '0GB', '-1GB', '1gb', '1GiB', 'GB', '1e9B', '9999999GB'])('%j is refused', (text) => {
  expect(parseByteSize(text)).toBeUndefined();
});

test.each([
  [500, '500 байт'],
  [1000, '1 КБ'],
  [19.4 * 1024 ** 2, '19,4 МБ'],
  [236 * 1024 ** 2, '236 МБ'],
  [20e9, '18,6 ГБ'],
  [2 * 1024 ** 4, '2 ТБ'],
])('%d bytes in a sentence are %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
