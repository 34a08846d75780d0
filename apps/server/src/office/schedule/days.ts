import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { listLettersAbout } from '../../platform/letters/queries.ts';
import { dayAfter } from '../../platform/outside/calendar.ts';
import { listBookings, listTakenSeats } from './booking-queries.ts';
import { aboutBooking } from './letters.ts';
import { presentBooking, presentPlannedSlot } from './present.ts';
import { findSpecialHours, listSpecialDays, type LocationRow } from './queries.ts';
import { freeSeats, type Slot, slotsOf } from './slots.ts';

/** From the beginning of the first slot to the end of the last; an empty interval for no slots. */
const spanOf = (slots: Slot[]) => {
  const [first, last] = [slots[0], slots.at(-1)];
  return { from: first?.beginsAt ?? new Date(0), to: last?.endsAt ?? new Date(0) };
};

export const listAvailableSlots = async (
  { db, config }: Context,
  location: LocationRow,
  day: string,
): Promise<Slot[]> => {
  const slots = slotsOf(location, await findSpecialHours(db, location, day), day, config.timeZone);
  const taken = await listTakenSeats(db, location.id, spanOf(slots));
  return slots.filter((slot) => freeSeats(slot, taken, location.capacity).length > 0);
};

/** The slots and all bookings of each day, including bookings that match no slot of the current rules. */
export const planDays = async (
  { db, config, clock }: Context,
  who: Actor,
  location: LocationRow,
  { from, count }: { from: string; count: number },
) => {
  const days = Array.from({ length: count }, (_, at) => dayAfter(from, at));
  const special = new Map(
    (await listSpecialDays(db, [location.id], from)).map(({ day, hours }) => [day, hours]),
  );
  const planned = days.map((date) => ({
    date,
    special: special.has(date),
    slots: slotsOf(location, special.get(date), date, config.timeZone),
  }));
  const taken = await listTakenSeats(db, location.id, spanOf(planned.flatMap(({ slots }) => slots)));
  const bookings = await listBookings(db, who, location.id, from, days.at(-1) ?? from);
  const letters = await listLettersAbout(
    db,
    bookings.map(({ id }) => aboutBooking(id)),
  );
  const { capacity } = location;
  const now = clock.now();
  return planned.map(({ slots, ...day }) => ({
    ...day,
    slots: slots.map((slot) => presentPlannedSlot(slot, { taken, capacity, now })),
    bookings: bookings
      .filter((booking) => booking.day === day.date)
      .map((booking) => presentBooking(booking, letters.get(aboutBooking(booking.id)))),
  }));
};
