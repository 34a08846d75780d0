import { expect, test } from 'vitest';
import { isMonth, monthInWords, monthsUpTo, nextMonth, previousMonth } from './period.ts';

const latest = '2026-11';

test('the earliest month is February 2022', () => {
  expect(previousMonth('2026-01', latest)).toBe('2025-12');
  expect(previousMonth('2022-02', latest)).toBeNull();
  expect(monthsUpTo(latest)).toHaveLength(58);
  expect(monthsUpTo(latest).at(-1)).toBe('2022-02');
});

test('the latest month is the current one', () => {
  expect(nextMonth('2025-12', latest)).toBe('2026-01');
  expect(nextMonth(latest, latest)).toBeNull();
  expect(nextMonth(null, latest)).toBeNull();
});

test('only a month between the earliest and the latest is accepted from the URL', () => {
  expect(['2022-02', '2026-11'].every((text) => isMonth(text, latest))).toBe(true);
  expect([null, '', '2022-01', '2026-12', '2026-13', 'all'].some((text) => isMonth(text, latest))).toBe(
    false,
  );
});

test('a month is written in Russian words', () => {
  expect(monthInWords('2026-11')).toBe('ноябрь 2026');
});
