import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import { type Caller, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, invalid, notFound } from '../../../platform/errors/errors.ts';
import { listBookingsOfSeats } from '../booking-rows/booking-queries.ts';
import {
  deleteClosure,
  findClosure,
  insertClosures,
  listClosures,
} from '../opening-hours/closure-queries.ts';
import { findLocation, lockLocations } from '../opening-hours/queries.ts';
import { instantOf } from '../opening-hours/slots.ts';
import { sentences } from '../sentences.ts';

/** Seats, and a time between two moments of the centre's wall clock. */
interface ClosedTime {
  places: number[];
  firstDate: string;
  from: string;
  lastDate: string;
  to: string;
}

interface Closure extends ClosedTime {
  reason: string;
  keptBookingIDs: number[];
}

const spanOf = ({ firstDate, from, lastDate, to }: ClosedTime, timeZone: string) => ({
  from: instantOf(firstDate, from, timeZone),
  to: instantOf(lastDate, to, timeZone),
});

/** The bookings at the seats and times of a closure. They have to be moved by hand, or they stay. */
export const listMetBookings = async (
  { db, config }: Context,
  who: Actor,
  locationID: number,
  time: ClosedTime,
) => {
  await findLocation(db, who, locationID);
  return listBookingsOfSeats(db, who, locationID, { places: time.places, ...spanOf(time, config.timeZone) });
};

/**
 * Closes seats for a while. The bookings that the caller has seen stay; a booking that was made meanwhile is a conflict. The
 * lock of the location serialises the closure with bookings.
 */
export const closeSeats = (
  { db, config, clock }: Context,
  { who, by }: Caller,
  locationID: number,
  { reason, keptBookingIDs, ...time }: Closure,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockLocations(tx, [locationID]);
    const location = await findLocation(tx, who, locationID);
    const places = [...new Set(time.places)];
    if (places.some((place) => place > location.capacity))
      throw invalid(sentences.noSuchSeat(location.capacity));
    const now = clock.now();
    const { from, to } = spanOf(time, config.timeZone);
    if (to <= now) throw conflict(sentences.closureOver);
    const closed = (await listClosures(tx, location, { from, to })).find(({ place }) =>
      places.includes(place),
    );
    if (closed) throw conflict(sentences.seatAlreadyClosed(closed.place));
    const met = await listBookingsOfSeats(tx, who, locationID, { places, from, to });
    const kept = new Set(keptBookingIDs);
    if (met.some(({ id }) => !kept.has(id))) throw conflict(sentences.closureBooked);
    const facts = {
      locationID,
      beginsAt: from,
      endsAt: to,
      reason,
      creatorID: accountOf(who),
      createdAt: now,
    };
    await insertClosures(
      tx,
      places.map((place) => ({ place, ...facts })),
    );
    await record(tx, by, { action: 'schedule.change', details: { locationID } });
  });

export const reopenSeat = ({ db }: Context, { who, by }: Caller, closureID: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { locationID } = await requireClosure(tx, closureID);
    await findLocation(tx, who, locationID);
    await lockLocations(tx, [locationID]);
    await deleteClosure(tx, closureID);
    await record(tx, by, { action: 'schedule.change', details: { locationID } });
  });

const requireClosure = async (tx: Tx, closureID: number) => {
  const found = await findClosure(tx, closureID);
  if (!found) throw notFound(sentences.noClosure);
  return found;
};
