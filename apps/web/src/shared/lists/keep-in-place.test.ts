import { expect, test } from 'vitest';
import { keepInPlace } from './keep-in-place.ts';

const merge = (before: string, current: string) =>
  keepInPlace([...before], [...current], (letter) => letter).join('');

test('a row that leaves the list stays behind the row that it followed', () => {
  expect(merge('abcd', 'acd')).toBe('abcd');
  expect(merge('abcd', 'ad')).toBe('abcd');
  expect(merge('abcd', '')).toBe('abcd');
  expect(merge('abcd', 'bcd')).toBe('abcd');
});

test('new and moved rows have the order of the current list', () => {
  expect(merge('abc', 'xabcy')).toBe('xabcy');
  expect(merge('abc', 'xac')).toBe('xabc');
  expect(merge('abc', 'cba')).toBe('cba');
  expect(merge('', 'ab')).toBe('ab');
});
