import { expect, test } from 'vitest';
import { beginAt, endAt, lastMonths, presetPeriod, readPeriod, stepFor } from './periods.ts';

test('a preset period ends today, and the preset for last month ends with that month', () => {
  expect(presetPeriod('month', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(presetPeriod('last-month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(presetPeriod('90-days', '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
  expect(presetPeriod('365-days', '2026-03-31')).toEqual({ from: '2025-04-01', to: '2026-03-31' });
});

test('a period in the URL is used only if the server would accept it', () => {
  expect(readPeriod('2026-01-01', '2027-01-01')).toEqual({ from: '2026-01-01', to: '2027-01-01' });
  expect(readPeriod('2026-01-01', '2027-01-02')).toBe(null);
  expect(readPeriod('2026-01-02', '2026-01-01')).toBe(null);
  expect(readPeriod('2026-1-2', null)).toBe(null);
  expect(readPeriod('9999-12-01', '9999-12-31')).toBe(null);
});

test('changing one end of a period moves the other if the period would be too long or reversed', () => {
  const period = { from: '2026-03-01', to: '2026-03-31' };
  expect(beginAt(period, '2026-03-10')).toEqual({ from: '2026-03-10', to: '2026-03-31' });
  expect(beginAt(period, '2024-01-01')).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  expect(beginAt(period, '2026-04-02')).toEqual({ from: '2026-04-02', to: '2026-04-02' });
  expect(endAt(period, '2026-03-10')).toEqual({ from: '2026-03-01', to: '2026-03-10' });
  expect(endAt(period, '2028-01-01')).toEqual({ from: '2027-01-01', to: '2028-01-01' });
  expect(endAt(period, '2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-02-01' });
});

test('a longer period is divided into longer steps', () => {
  const steps = ['2026-01-31', '2026-03-15', '2026-12-31'].map((to) => stepFor({ from: '2026-01-01', to }));
  expect(steps).toEqual(['day', 'week', 'month']);
});

test('twelve months are offered, the newest first', () => {
  const months = lastMonths('2026-01-31');
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2026-01', '2025-02']);
});
