import { expect, test } from 'vitest';
import type { BookingCard, Closure } from '../queries.ts';
import { hoursOf, isFree, markOf, nearestSlot, placesOf, spanIn } from './layout.ts';

const DATE = '2026-11-23';
const ZONE = 'Europe/Moscow';
const at = (time: string) => `${DATE}T${time}:00.000Z`;
const time = (from: string, to: string) => ({ beginsAt: at(from), endsAt: at(to) });
const slot = (from: string, to: string, free = 2) => ({
  ...time(from, to),
  slotUUID: from,
  capacity: 2,
  free,
});
const booking = (from: string, to: string, place = 1, status = 'booked') =>
  ({ ...time(from, to), place, status }) as BookingCard;
const closure = (from: string, to: string, place = 1) => ({ ...time(from, to), place }) as Closure;

test('times are minutes of the centre’s day, and times beyond the day are cut off at its ends', () => {
  expect(spanIn(time('06:00', '06:30'), DATE, ZONE)).toEqual({ from: 540, to: 570 });
  const long = { beginsAt: '2026-11-22T10:00:00.000Z', endsAt: '2026-11-25T10:00:00.000Z' };
  expect(spanIn(long, DATE, ZONE)).toEqual({ from: 0, to: 1440 });
  expect(spanIn(time('20:30', '21:00'), DATE, ZONE)).toEqual({ from: 1410, to: 1440 });
});

test('the displayed hours include bookings outside the opening hours', () => {
  const day = { date: DATE, slots: [slot('06:30', '07:00')], bookings: [booking('15:15', '15:45')] };
  expect(hoursOf([day], ZONE)).toEqual({ from: 540, to: 1140 });
  const cancelled = { ...day, bookings: [booking('15:15', '15:45', 1, 'cancelled')] };
  expect(hoursOf([cancelled], ZONE)).toEqual({ from: 540, to: 600 });
  expect(hoursOf([{ date: DATE, slots: [], bookings: [] }], ZONE)).toEqual({ from: 540, to: 1080 });
});

test('a seat that was removed is shown while it has a booking', () => {
  expect(placesOf([{ bookings: [] }], 2)).toEqual([1, 2]);
  expect(placesOf([{ bookings: [booking('06:00', '06:30', 3)] }], 1)).toEqual([1, 2, 3]);
});

test('a seat is free in a slot unless it is booked, closed or the slot is over', () => {
  const taken = { bookings: [booking('06:15', '06:45', 1)], closures: [closure('07:00', '08:00', 2)] };
  expect(isFree(slot('06:30', '07:00'), 1, taken)).toBe(false);
  expect(isFree(slot('06:30', '07:00'), 2, taken)).toBe(true);
  expect(isFree(slot('07:30', '08:00'), 2, taken)).toBe(false);
  expect(isFree(slot('08:00', '08:30', 0), 2, taken)).toBe(false);
  expect(isFree(slot('08:00', '08:30'), 3, taken)).toBe(false);
});

test('a booking outside the hours or at a closed seat is marked', () => {
  const day = { slots: [slot('06:00', '06:30')], closures: [closure('06:00', '07:00', 2)] };
  expect(markOf(booking('06:15', '06:45'), day)).toBeNull();
  expect(markOf(booking('06:30', '07:00'), day)).toBe('вне часов');
  expect(markOf(booking('06:30', '07:00', 2), day)).toBe('место закрыто');
});

test('a block is dropped on the slot that begins nearest', () => {
  const day = { date: DATE, slots: [slot('06:00', '06:30'), slot('06:30', '07:00')] };
  expect(nearestSlot(day, 550, ZONE)?.slotUUID).toBe('06:00');
  expect(nearestSlot(day, 560, ZONE)?.slotUUID).toBe('06:30');
  expect(nearestSlot({ date: DATE, slots: [] }, 560, ZONE)).toBeUndefined();
});
