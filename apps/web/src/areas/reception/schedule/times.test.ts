import { expect, test } from 'vitest';
import { dayOf } from '../../../shared/dates/dates.ts';
import { inTwoColumns, longDayOf, mondayOf, shiftDay, slotLabel } from './times.ts';

const at = (time: string) => ({ beginsAt: `2026-11-23T${time}:00.000Z` });

test('slots are sorted by time and placed alternately in two columns', () => {
  const [left, right] = inTwoColumns([at('08:00'), at('06:00'), at('07:00'), at('06:30'), at('07:30')]);
  expect([left, right]).toEqual([
    [at('06:00'), at('07:00'), at('08:00')],
    [at('06:30'), at('07:30')],
  ]);
  expect(inTwoColumns([])).toEqual([[], []]);
});

test('a slot shows its day only if it differs from the chosen day', () => {
  const { beginsAt } = at('20:30');
  expect(slotLabel(beginsAt, '2026-11-23', 'Europe/Moscow')).toBe('23:30');
  expect(slotLabel(beginsAt, '2026-11-23', 'Asia/Vladivostok')).toBe('06:30, 24 нояб.');
  expect(slotLabel(at('03:00').beginsAt, '2026-11-23', 'America/New_York')).toBe('22:00, 22 нояб.');
});

test('weeks begin on Monday, also across months and years', () => {
  expect([mondayOf('2026-11-23'), mondayOf('2026-11-29'), mondayOf('2027-01-01')]).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-12-28',
  ]);
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
  expect(longDayOf('2026-11-23')).toBe('понедельник, 23 ноября');
  expect(dayOf('2026-11-22T22:00:00Z', 'Europe/Moscow')).toBe('2026-11-23');
});
