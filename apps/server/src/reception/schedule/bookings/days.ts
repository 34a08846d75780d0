import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { listLettersAbout } from '../../../platform/letters/queries.ts';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { listBookings, listTakenSeats } from '../booking-rows/booking-queries.ts';
import { aboutBooking } from '../reminders-and-letters/letters.ts';
import { listClosures } from '../opening-hours/closure-queries.ts';
import { findReferralsOf } from '../booking-rows/own-booking-queries.ts';
import { listMessagesToPatients } from '../reminders-and-letters/patient-messages.ts';
import { presentBooking, presentClosure, presentPlannedSlot } from './present.ts';
import type { LocationRow } from '../opening-hours/queries.ts';
import { freeSeats, instantOf, type Slot, slotsOf } from '../opening-hours/slots.ts';
import { findDayRules, findSpecialHours } from '../opening-hours/special-days.ts';
import { isLateEnough } from '../opening-hours/window.ts';

/** From the beginning of the first slot to the end of the last; an empty interval if there are no slots. */
const spanOf = (slots: Slot[]) => {
  const first = slots[0];
  const last = slots.at(-1);
  return { from: first?.beginsAt ?? new Date(0), to: last?.endsAt ?? new Date(0) };
};

/** The slots of a day that clients can book. */
export const listAvailableSlots = async (
  { db, config, clock }: Context,
  location: LocationRow,
  day: string,
): Promise<Slot[]> => {
  const now = clock.now();
  const special = await findSpecialHours(db, location, day);
  const slots = slotsOf(location, special, day, config.timeZone).filter((slot) =>
    isLateEnough(location, slot, now),
  );
  const taken = await listTakenSeats(db, location.id, spanOf(slots));
  return slots.filter((slot) => freeSeats(slot, taken, location.capacity).length > 0);
};

/** The slots, closures and all bookings of each day, including bookings that match no slot of the current rules. */
export const planDays = async (
  { db, config, clock }: Context,
  who: Actor,
  location: LocationRow,
  { from, count }: { from: string; count: number },
) => {
  const days = Array.from({ length: count }, (_, at) => dayAfter(from, at));
  const rules = await findDayRules(db, location.id, from);
  const planned = days.map((date) => ({
    date,
    special: rules.isSpecial(date),
    holiday: rules.holidayOf(date),
    slots: slotsOf(location, rules.hoursOf(date), date, config.timeZone),
  }));
  const midnight = (day: string) => instantOf(day, '00:00', config.timeZone);
  const closures = await listClosures(db, location, {
    from: midnight(from),
    to: midnight(dayAfter(from, count)),
  });
  const taken = await listTakenSeats(db, location.id, spanOf(planned.flatMap(({ slots }) => slots)));
  const bookings = await listBookings(db, who, location.id, from, days.at(-1) ?? from);
  const ids = bookings.map(({ id }) => id);
  const letters = await listLettersAbout(db, ids.map(aboutBooking));
  const messages = await listMessagesToPatients(db, ids);
  const referrals = await findReferralsOf(db, who, ids);
  const { capacity } = location;
  const now = clock.now();
  return planned.map(({ slots, ...day }) => ({
    ...day,
    slots: slots.map((slot) => presentPlannedSlot(slot, { taken, capacity, now })),
    bookings: bookings
      .filter((booking) => booking.day === day.date)
      .map((booking) =>
        presentBooking(booking, letters.get(aboutBooking(booking.id)), {
          referral: referrals.get(booking.id),
          message: messages.get(booking.id) ?? null,
        }),
      ),
    closures: closures
      .filter(
        ({ beginsAt, endsAt }) => beginsAt < midnight(dayAfter(day.date, 1)) && endsAt > midnight(day.date),
      )
      .map(presentClosure),
  }));
};
