import { dayOf, timeOf } from '../../../../shared/dates/dates.ts';
import type { BookingCard, Closure, ReceptionDay, ReceptionSlot } from '../queries.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes after midnight of a day, between 0 and 1440, on the centre's wall clock. */
const minutesIn = (instant: string, date: string, timeZone: string): number => {
  const day = dayOf(instant, timeZone);
  if (day !== date) return day < date ? 0 : DAY;
  const [hours = 0, minutes = 0] = timeOf(instant, timeZone).split(':').map(Number);
  return hours * HOUR + minutes;
};

/** A time of a day in minutes after midnight. */
export interface Span {
  from: number;
  to: number;
}

export const spanIn = (
  { beginsAt, endsAt }: { beginsAt: string; endsAt: string },
  date: string,
  timeZone: string,
): Span => ({ from: minutesIn(beginsAt, date, timeZone), to: minutesIn(endsAt, date, timeZone) });

const overlap = (one: { beginsAt: string; endsAt: string }, other: { beginsAt: string; endsAt: string }) =>
  one.beginsAt < other.endsAt && other.beginsAt < one.endsAt;

export const openBookings = (day: Pick<ReceptionDay, 'bookings'>) =>
  day.bookings.filter(({ status }) => status !== 'cancelled');

/** The whole hours in which the days have slots or bookings; an office day if there are none. */
export const hoursOf = (
  days: Pick<ReceptionDay, 'date' | 'slots' | 'bookings'>[],
  timeZone: string,
): Span => {
  const spans = days.flatMap((day) =>
    [...day.slots, ...openBookings(day)].map((one) => spanIn(one, day.date, timeZone)),
  );
  if (spans.length === 0) return { from: 9 * HOUR, to: 18 * HOUR };
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.ceil(to / HOUR) * HOUR };
};

/** The seats of the days: the seats of the centre, and removed seats that still have bookings. */
export const placesOf = (days: Pick<ReceptionDay, 'bookings'>[], capacity: number): number[] => {
  const booked = days.flatMap((day) => openBookings(day).map(({ place }) => place));
  return Array.from({ length: Math.max(capacity, ...booked) }, (_, at) => at + 1);
};

interface Seats {
  bookings: BookingCard[];
  closures: Closure[];
}

/** Whether a seat can be booked in a slot. */
export const isFree = (slot: ReceptionSlot, place: number, { bookings, closures }: Seats): boolean =>
  slot.free > 0 &&
  place <= slot.capacity &&
  ![...bookings, ...closures].some((one) => one.place === place && overlap(one, slot));

/** Why a booking does not fit the present rules; null if it does. */
export const markOf = (
  booking: BookingCard,
  { slots, closures }: Pick<ReceptionDay, 'slots' | 'closures'>,
): string | null => {
  if (closures.some((one) => one.place === booking.place && overlap(one, booking))) return 'место закрыто';
  return slots.some((slot) => overlap(slot, booking)) ? null : 'вне часов';
};

/** The slot whose beginning is nearest to a time of the day. */
export const nearestSlot = (
  { date, slots }: Pick<ReceptionDay, 'date' | 'slots'>,
  minutes: number,
  timeZone: string,
): ReceptionSlot | undefined => {
  const distance = (slot: ReceptionSlot) => Math.abs(spanIn(slot, date, timeZone).from - minutes);
  return slots.toSorted((one, other) => distance(one) - distance(other))[0];
};

/** Pixels per minute: a slot is tall enough for two lines of text, and an hour is at most a sixth of a screen. */
export const scaleOf = (slots: { beginsAt: string; endsAt: string }[]): number => {
  const lengths = slots.map(({ beginsAt, endsAt }) => (Date.parse(endsAt) - Date.parse(beginsAt)) / 60_000);
  return Math.min(4, Math.max(0.9, 38 / Math.min(30, ...lengths)));
};

export const seatName = (seats: { name: string }[], place: number): string =>
  seats[place - 1]?.name ?? `Место ${place}`;
