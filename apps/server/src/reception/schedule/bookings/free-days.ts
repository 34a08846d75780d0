import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { bookableDays } from '../../../people/web-app-settings/bookable-days.ts';
import { listTakenSeats } from '../booking-rows/booking-queries.ts';
import { priceOf } from '../opening-hours/examinations.ts';
import { findLocation, listLocations, type LocationRow } from '../opening-hours/queries.ts';
import { freeSeats, type Slot, slotsOf } from '../opening-hours/slots.ts';
import { findDayRules } from '../opening-hours/special-days.ts';
import { isLateEnough } from '../opening-hours/window.ts';

interface FreeDay {
  date: string;
  locations: { locationID: number; slots: Slot[] }[];
}

interface Wanted {
  /** the first day to look at; days that are not bookable are left out */
  from?: string | undefined;
  locationID?: number | undefined;
  /** only locations that have a price for it */
  examinationID?: number | undefined;
  /** how many days with free times */
  count: number;
}

/** The next days with free times, and the first such day after them. */
export const listFreeDays = async (
  context: Context,
  who: Actor,
  { from, locationID, examinationID, count }: Wanted,
): Promise<{ days: FreeDay[]; next: string | null }> => {
  const { db } = context;
  const listed =
    locationID === undefined ? await listLocations(db, who) : [await findLocation(db, who, locationID)];
  const locations = listed.filter(
    ({ prices }) => examinationID === undefined || priceOf(prices, examinationID) !== null,
  );
  const places = await Promise.all(locations.map((location) => readSlots(context, location)));
  const [first] = places.map((place) => place.first).toSorted();
  const last = places
    .map((place) => place.last)
    .toSorted()
    .at(-1);
  // no centre is open
  if (first === undefined || last === undefined) return { days: [], next: null };
  const begin = from !== undefined && from > first ? from : first;
  const days: FreeDay[] = [];
  for (let date = begin; date <= last && days.length <= count; date = dayAfter(date, 1)) {
    const free = places.flatMap(({ id, slotsOn }) => {
      const slots = slotsOn(date).free;
      return slots.length > 0 ? [{ locationID: id, slots }] : [];
    });
    if (free.length > 0) days.push({ date, locations: free });
  }
  return { days: days.slice(0, count), next: days[count]?.date ?? null };
};

/** The bookable days on which a location is open, with the number of their free times. */
export const listOpenDays = async (context: Context, location: LocationRow) => {
  const { first, last, slotsOn } = await readSlots(context, location);
  const days: { date: string; free: number }[] = [];
  for (let date = first; date <= last; date = dayAfter(date, 1)) {
    const { slots, free } = slotsOn(date);
    if (slots.length > 0) days.push({ date, free: free.length });
  }
  return days;
};

/**
 * Reads the rules and bookings of a location once. `slotsOn` computes the slots of any day. A slot is free only on a bookable
 * day and if it begins late enough.
 */
const readSlots = async ({ db, config, clock }: Context, location: LocationRow) => {
  const now = clock.now();
  const { id, capacity } = location;
  const { first, last } = bookableDays(location, config.timeZone, now);
  const rules = await findDayRules(db, id, first);
  // wide enough for a day in any time zone
  const span = {
    from: new Date(`${dayAfter(first, -1)}T00:00Z`),
    to: new Date(`${dayAfter(last, 2)}T00:00Z`),
  };
  const taken = await listTakenSeats(db, id, span);
  const slotsOn = (date: string) => {
    if (date < first || date > last) return { slots: [], free: [] };
    const slots = slotsOf(location, rules.hoursOf(date), date, config.timeZone);
    const free = slots.filter(
      (slot) => isLateEnough(location, slot, now) && freeSeats(slot, taken, capacity).length > 0,
    );
    return { slots, free };
  };
  return { id, first, last, slotsOn };
};
