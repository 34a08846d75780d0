import { expect, test } from 'vitest';
import { chosenPeriod, monthsUpTo, nextMonth, periodInWords, previousMonth } from './period.ts';

const latest = '2026-11';
const today = '2026-11-22';
const chosen = (search: string) => chosenPeriod(new URLSearchParams(search), today);

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

test('the previous and the next month of a day are counted from its month', () => {
  expect(previousMonth(today, latest)).toBe('2026-10');
  expect(nextMonth(today, latest)).toBeNull();
  expect(nextMonth('2026-10-31', latest)).toBe('2026-11');
});

test('only a month or a day between the earliest month and today is accepted from the URL', () => {
  for (const text of ['2022-02', '2026-11', '2022-02-01', '2024-02-29', today])
    expect(chosen(`period=${text}`).period).toBe(text);
  expect(chosen('').period).toBeNull();
  for (const text of [
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
    expect([text, chosen(`period=${text}`).period]).toEqual([text, null]);
});

test('a day is filtered by day and a month by month', () => {
  expect(chosen(`period=${today}`).filters).toEqual({ filterDay: today });
  expect(chosen('period=2026-11').filters).toEqual({ filterPeriod: '2026-11-01' });
  expect(chosen('').filters).toEqual({});
});

test('a period is written in Russian words', () => {
  expect(periodInWords('2026-11')).toBe('ноябрь 2026');
  expect(periodInWords(today)).toBe('22 ноября 2026');
});

test('a period selects by examination only if the URL says so, and then also years before the portal', () => {
  expect(chosen('period=2026-11').filters).toEqual({ filterPeriod: '2026-11-01' });
  expect(chosen('period=2026-11&dates=examination').filters).toEqual({ examinedPeriod: '2026-11-01' });
  expect(chosen(`period=${today}&dates=examination`).filters).toEqual({ examinedDay: today });
  expect(chosen('period=2015-03&dates=examination').filters).toEqual({ examinedPeriod: '2015-03-01' });
  expect(chosen('period=2015-03').filters).toEqual({});
});

test('months of examinations are offered from January 2000', () => {
  expect(monthsUpTo(latest, 'examination').at(-1)).toBe('2000-01');
  expect(previousMonth('2000-02', latest, 'examination')).toBe('2000-01');
  expect(previousMonth('2000-01', latest, 'examination')).toBeNull();
});
