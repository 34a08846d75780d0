import { expect, test } from 'vitest';
import { freeSeats, type Interval, slotsOf } from './slots.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';

const night = { from: '00:00', to: '06:00' };
const beginsOf = (day: string, timeZone: string, special = [night]) =>
  slotsOf({ id: 1, slotMinutes: 30, hours: [] }, special, day, timeZone).map(({ beginsAt }) =>
    beginsAt.toISOString(),
  );

test('the night in which clocks go forward has an hour less, and no slot twice', () => {
  const slots = beginsOf('2026-03-29', 'Europe/Berlin');
  expect(slots).toHaveLength(10);
  expect([slots[0], slots.at(-1)]).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T03:30:00.000Z']);
  expect(new Set(slots).size).toBe(slots.length);
});

test('the night in which clocks go back has an hour more, and slots in each hour', () => {
  const slots = beginsOf('2026-10-25', 'Europe/Berlin');
  expect(slots).toHaveLength(14);
  expect([slots[0], slots.at(-1)]).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T04:30:00.000Z']);
});

test('opening hours are local time in summer and in winter', () => {
  const day = [{ from: '09:00', to: '10:00' }];
  expect(beginsOf('2026-10-24', 'Europe/Berlin', day)[0]).toBe('2026-10-24T07:00:00.000Z');
  expect(beginsOf('2026-10-25', 'Europe/Berlin', day)[0]).toBe('2026-10-25T08:00:00.000Z');
  expect(beginsOf('2026-03-29', 'Europe/Berlin', day)[0]).toBe('2026-03-29T07:00:00.000Z');
  // in UTC it is the day before
  expect(beginsOf('2026-11-23', 'Asia/Vladivostok', day)[0]).toBe('2026-11-22T23:00:00.000Z');
});

test('a day until midnight ends where the next one begins, also at clock changes', () => {
  for (const day of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']) {
    const whole = beginsOf(day, 'Europe/Berlin', [{ from: '00:00', to: '24:00' }]);
    const next = beginsOf(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10), 'Europe/Berlin');
    expect(Date.parse(next[0] ?? '') - Date.parse(whole.at(-1) ?? '')).toBe(30 * 60_000);
  }
});

test('slots have their full length, end by closing time, and follow the intervals of the weekday', () => {
  const hours = [
    { weekday: 1, from: '14:00', to: '15:10' },
    { weekday: 1, from: '09:00', to: '10:00' },
    { weekday: 2, from: '09:00', to: '20:00' },
  ];
  const slots = slotsOf({ id: 1, slotMinutes: 25, hours }, undefined, '2026-11-23', 'Europe/Moscow');
  expect(slots.map(({ beginsAt }) => beginsAt.toISOString().slice(11, 16))).toEqual([
    '06:00',
    '06:25',
    '11:00',
    '11:25',
  ]);
  expect(slotsOf({ id: 1, slotMinutes: 25, hours }, [], '2026-11-23', 'Europe/Moscow')).toEqual([]);
  const sunday = [{ weekday: 7, from: '09:00', to: '09:25' }];
  const onSunday = slotsOf(
    { id: 1, slotMinutes: 25, hours: sunday },
    undefined,
    '2026-11-22',
    'Europe/Moscow',
  );
  expect(onSunday).toHaveLength(1);
});

test('a break removes the slots that it overlaps, and the others keep their times and ids', () => {
  const hours = [{ weekday: 1, from: '09:00', to: '12:00' }];
  const monday = (rules: object, special?: Interval[]) =>
    slotsOf({ id: 1, slotMinutes: 30, hours, ...rules }, special, '2026-11-23', 'Europe/Moscow');
  const all = monday({});
  const breaks = [
    { weekday: 1, from: '10:15', to: '10:45' },
    { weekday: 2, from: '09:00', to: '12:00' },
  ];
  expect(monday({ breaks })).toEqual(all.filter((_, at) => at !== 2 && at !== 3));
  expect(monday({ breaks }, [{ from: '10:00', to: '11:00' }])).toHaveLength(2);
});

test('the buffer separates the slots, and the last one ends by closing time', () => {
  const hours = [{ weekday: 1, from: '09:00', to: '10:30' }];
  const slots = slotsOf(
    { id: 1, slotMinutes: 30, bufferMinutes: 10, hours },
    undefined,
    '2026-11-23',
    'Europe/Moscow',
  );
  expect(slots.map(({ beginsAt }) => beginsAt.toISOString().slice(11, 16))).toEqual(['06:00', '06:40']);
});

test('the id of a slot is a UUID of version 5 that depends on location and time only', () => {
  const hours = [{ weekday: 1, from: '09:00', to: '09:30' }];
  const idAt = (id: number, slotMinutes: number) =>
    slotsOf({ id, slotMinutes, hours }, undefined, '2026-11-23', 'Europe/Moscow')[0]?.slotUUID;
  const uuid = idAt(1, 30);
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(idAt(1, 20)).toBe(uuid);
  expect(idAt(2, 30)).not.toBe(uuid);
});

test('a booking of a removed seat occupies one of the remaining seats until it ends', () => {
  const slot = { beginsAt: new Date('2026-11-23T06:00:00Z'), endsAt: new Date('2026-11-23T06:30:00Z') };
  expect(freeSeats(slot, [{ ...slot, place: 1 }], 3)).toEqual([2, 3]);
  expect(freeSeats(slot, [{ ...slot, place: 3 }], 1)).toEqual([]);
  expect(freeSeats(slot, [{ ...slot, place: 3 }], 2)).toEqual([1]);
  const later = { beginsAt: slot.endsAt, endsAt: new Date('2026-11-23T07:00:00Z'), place: 1 };
  expect(freeSeats(slot, [later], 1)).toEqual([1]);
});
