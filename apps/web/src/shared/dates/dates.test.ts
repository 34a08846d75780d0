import { expect, test } from 'vitest';
import { formatAgo, formatDay, formatDayInWords, formatLongMoment, formatRetention } from './dates.ts';

test('days are written DD.MM.YYYY, and a missing or invalid day as a dash', () => {
  expect(formatDay('1987-04-12')).toBe('12.04.1987');
  expect(formatDay('2026-11-21T12:00:00.000Z')).toBe('21.11.2026');
  expect([null, undefined, '', '0001-01-01', '0001-01-01T00:00:00Z', 'вчера'].map(formatDay)).toEqual(
    Array(6).fill('-'),
  );
});

test('a retention of one year is «1 год», any other duration is shown unchanged', () => {
  expect(formatRetention('8760h0m0s')).toBe('1 год');
  expect(formatRetention('720h0m0s')).toBe('720h0m0s');
});

test('elapsed time is given in Russian units, and never as a time in the future', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  const ago = (minutes: number) => formatAgo(new Date(now - minutes * 60_000).toISOString(), now);
  expect([-3, 0, 0.9].map(ago)).toEqual(Array(3).fill('только что'));
  expect([1, 5, 59].map(ago)).toEqual(['1 минуту назад', '5 минут назад', '59 минут назад']);
  expect([60, 23.9 * 60].map(ago)).toEqual(['1 час назад', '23 часа назад']);
  const day = 24 * 60;
  expect([day, 2 * day, 29 * day].map(ago)).toEqual(['1 день назад', '2 дня назад', '29 дней назад']);
  expect([30 * day, 65 * day, 800 * day].map(ago)).toEqual([
    '1 месяц назад',
    '2 месяца назад',
    '2 года назад',
  ]);
});

test('a long date spells out the month, and today and yesterday are named', () => {
  const now = new Date(2026, 10, 21, 0, 30);
  const at = (day: number) => new Date(2026, 10, day, 13, 40).toISOString();
  expect(formatLongMoment(at(21))).toBe('21 ноября 2026 г. в 13:40');
  expect([21, 20, 19].map((day) => formatDayInWords(at(day), now))).toEqual([
    'Сегодня',
    'Вчера',
    '19 ноября 2026 г.',
  ]);
});
