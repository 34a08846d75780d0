import { expect, test } from 'vitest';
import { publicHolidaysOf, rangeInWords } from './public-holidays.ts';

test('a year has fourteen public holidays', () => {
  const days = publicHolidaysOf(2027).map(
    ({ firstDate, lastDate }) => (Date.parse(lastDate) - Date.parse(firstDate)) / 86_400_000 + 1,
  );
  expect(days.reduce((sum, one) => sum + one, 0)).toBe(14);
  expect(publicHolidaysOf(2027).map(rangeInWords).slice(0, 2)).toEqual([
    '01.01.2027–08.01.2027',
    '23.02.2027',
  ]);
});
