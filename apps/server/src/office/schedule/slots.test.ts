import { expect, test } from 'vitest';
import { freeSeats, slotsOf, slotUUIDOf, weekdayOf } from './slots.ts';
import { DAY_MS } from '../../platform/duration.ts';

const night = { from: '00:00', to: '06:00' };
const begins = (day: string, timeZone: string, special = [night]) =>
  slotsOf({ id: 1, slotMinutes: 30, hours: [] }, special, day, timeZone).map(({ beginsAt }) =>
    beginsAt.toISOString(),
  );

test('a night in which clocks go forward is an hour shorter, and no slot stands twice', () => {
  const slots = begins('2026-03-29', 'Europe/Berlin');
  expect(slots).toHaveLength(10);
  expect([slots[0], slots.at(-1)]).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T03:30:00.000Z']);
  expect(new Set(slots).size).toBe(slots.length);
});

test('a night in which clocks go back is an hour longer, and each of its hours is there', () => {
  const slots = begins('2026-10-25', 'Europe/Berlin');
  expect(slots).toHaveLength(14);
  expect([slots[0], slots.at(-1)]).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T04:30:00.000Z']);
});

test('nine o’clock is nine on the wall in summer and in winter', () => {
  const day = [{ from: '09:00', to: '10:00' }];
  expect(begins('2026-10-24', 'Europe/Berlin', day)[0]).toBe('2026-10-24T07:00:00.000Z');
  expect(begins('2026-10-25', 'Europe/Berlin', day)[0]).toBe('2026-10-25T08:00:00.000Z');
  expect(begins('2026-03-29', 'Europe/Berlin', day)[0]).toBe('2026-03-29T07:00:00.000Z');
  // the day before, in UTC
  expect(begins('2026-11-23', 'Asia/Vladivostok', day)[0]).toBe('2026-11-22T23:00:00.000Z');
});

test('a day that ends at midnight ends where the next one begins, on the nights of a change too', () => {
  for (const day of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']) {
    const whole = begins(day, 'Europe/Berlin', [{ from: '00:00', to: '24:00' }]);
    const next = begins(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10), 'Europe/Berlin');
    expect(Date.parse(next[0] ?? '') - Date.parse(whole.at(-1) ?? '')).toBe(30 * 60_000);
  }
});

test('slots are as long as they are, never cut at closing time, with a break between intervals', () => {
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
  expect([weekdayOf('2026-11-22'), weekdayOf('2026-11-23')]).toEqual([7, 1]);
});

test('a slot’s id is a UUID of version 5 that never changes', () => {
  const id = slotUUIDOf(1, '2026-11-23', new Date('2026-11-23T06:00:00Z'));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id).toBe(slotUUIDOf(1, '2026-11-23', new Date('2026-11-23T06:00:00Z')));
  expect(id).not.toBe(slotUUIDOf(2, '2026-11-23', new Date('2026-11-23T06:00:00Z')));
});

test('places that a centre has no more count as taken until their bookings are over', () => {
  const slot = { beginsAt: new Date('2026-11-23T06:00:00Z'), endsAt: new Date('2026-11-23T06:30:00Z') };
  expect(freeSeats(slot, [{ ...slot, place: 1 }], 3)).toEqual([2, 3]);
  expect(freeSeats(slot, [{ ...slot, place: 3 }], 1)).toEqual([]);
  expect(freeSeats(slot, [{ ...slot, place: 3 }], 2)).toEqual([1]);
  const later = { beginsAt: slot.endsAt, endsAt: new Date('2026-11-23T07:00:00Z'), place: 1 };
  expect(freeSeats(slot, [later], 1)).toEqual([1]);
});
