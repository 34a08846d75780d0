import { expect, test } from 'vitest';
import { isMonth, monthInWords, monthsUpTo, nextMonth, previousMonth } from './period.ts';

const latest = '2026-11';

test('months go back to February 2022 and no further', () => {
  expect(previousMonth('2026-01', latest)).toBe('2025-12');
  expect(previousMonth('2022-02', latest)).toBeNull();
  expect(monthsUpTo(latest)).toHaveLength(58);
  expect(monthsUpTo(latest).at(-1)).toBe('2022-02');
});

test('months go on to the present one and no further', () => {
  expect(nextMonth('2025-12', latest)).toBe('2026-01');
  expect(nextMonth(latest, latest)).toBeNull();
  expect(nextMonth(null, latest)).toBeNull();
});

test('whatever stands in the address, only a month in between is one', () => {
  expect(['2022-02', '2026-11'].every((text) => isMonth(text, latest))).toBe(true);
  expect([null, '', '2022-01', '2026-12', '2026-13', 'all'].some((text) => isMonth(text, latest))).toBe(
    false,
  );
});

test('a month is said as people say it', () => {
  expect(monthInWords('2026-11')).toBe('ноябрь 2026');
});
