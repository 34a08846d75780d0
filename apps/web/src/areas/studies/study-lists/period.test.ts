import { expect, test } from 'vitest';
import { filterOf, isPeriod, monthsUpTo, nextMonth, periodInWords, previousMonth } from './period.ts';

const latest = '2026-11';
const today = '2026-11-22';

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

test('the months before and after a day are those before and after its month', () => {
  expect(previousMonth(today, latest)).toBe('2026-10');
  expect(nextMonth(today, latest)).toBeNull();
  expect(nextMonth('2026-10-31', latest)).toBe('2026-11');
});

test('only a month or a day between the earliest month and today is accepted from the URL', () => {
  for (const text of ['2022-02', '2026-11', '2022-02-01', '2024-02-29', today])
    expect([text, isPeriod(text, today)]).toEqual([text, true]);
  for (const text of [
    null,
    '',
    '2022-01',
    '2026-12',
    '2026-13',
    'all',
    '2022-01-31',
    '2026-11-23',
    '2026-02-30',
    '2026-11-1',
  ])
    expect([text, isPeriod(text, today)]).toEqual([text, false]);
});

test('a day is filtered by day and a month by month', () => {
  expect(filterOf(today)).toEqual({ filterDay: today });
  expect(filterOf('2026-11')).toEqual({ filterPeriod: '2026-11-01' });
  expect(filterOf(null)).toEqual({});
});

test('a period is written in Russian words', () => {
  expect(periodInWords('2026-11')).toBe('ноябрь 2026');
  expect(periodInWords(today)).toBe('22 ноября 2026');
});
