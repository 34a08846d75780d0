import { expect, test } from 'vitest';
import { formatDay, formatRetention } from './dates.ts';

test('days are written DD.MM.YYYY, and those that are not there as a dash', () => {
  expect(formatDay('1987-04-12')).toBe('12.04.1987');
  expect(formatDay('2026-11-21T12:00:00.000Z')).toBe('21.11.2026');
  expect([null, undefined, '', '0001-01-01', '0001-01-01T00:00:00Z', 'вчера'].map(formatDay)).toEqual(
    Array(6).fill('-'),
  );
});

test('a year of keeping is called a year, any other length by its own name', () => {
  expect(formatRetention('8760h0m0s')).toBe('1 год');
  expect(formatRetention('720h0m0s')).toBe('720h0m0s');
});
