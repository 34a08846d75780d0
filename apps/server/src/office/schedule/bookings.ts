import type { Actor } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { publishBooking } from './publish-booking.ts';
import {
  type BookingFacts,
  type BookingRow,
  findBooking,
  lockBooking,
  insertBooking,
  updateCancelled,
  updatePlace,
} from './booking-queries.ts';
import { remindLater, writeOf } from './letters.ts';
import { lockLocations } from './queries.ts';
import { takePlace, type SlotRequest } from './reserve-seat.ts';

interface Caller {
  who: Actor;
  by: Initiator;
}

/** What a record tells of a booking. */
const subjectOf = ({ id, doctorID, locationID }: Pick<BookingRow, 'id' | 'doctorID' | 'locationID'>) => ({
  doctorID,
  details: { bookingID: id, locationID },
});

/** Books a place; the client's letters are queued with it. */
export const book = (
  { db, config, clock }: Context,
  { who, by }: Caller,
  wish: SlotRequest,
  facts: Omit<BookingFacts, 'createdAt'>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    const place = await takePlace(tx, { who, timeZone: config.timeZone, now }, wish);
    const { id } = await insertBooking(tx, { ...facts, createdAt: now }, place);
    const booking = await findBooking(tx, who, id);
    await record(tx, by, { action: 'booking.create', ...subjectOf(booking) });
    await writeOf(tx, config, 'booking', booking, now);
    await remindLater(tx, config, booking, now);
    await publishBooking(tx, booking);
    return id;
  });

/** The old place is free in the same instant in which the new one is taken; when that is not to be had, nothing changes. */
export const move = (
  { db, config, clock }: Context,
  { who, by }: Caller,
  bookingID: number,
  wish: SlotRequest,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    const { locationID } = await findBooking(tx, who, bookingID);
    await lockLocations(tx, [locationID, wish.locationID]);
    await lockBooking(tx, bookingID);
    mustBeOpen(await findBooking(tx, who, bookingID));
    const place = await takePlace(tx, { who, timeZone: config.timeZone, now }, wish, bookingID);
    await updatePlace(tx, bookingID, place);
    const booking = await findBooking(tx, who, bookingID);
    await record(tx, by, { action: 'booking.move', ...subjectOf(booking) });
    await writeOf(tx, config, 'booking-moved', booking, now);
    await remindLater(tx, config, booking, now);
    await publishBooking(tx, booking);
  });

export const cancel = (
  { db, config, clock }: Context,
  { who, by }: Caller,
  bookingID: number,
  reason: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingID);
    mustBeOpen(await findBooking(tx, who, bookingID));
    await updateCancelled(tx, bookingID, reason);
    const booking = await findBooking(tx, who, bookingID);
    await record(tx, by, { action: 'booking.cancel', ...subjectOf(booking) });
    await writeOf(tx, config, 'booking-cancelled', booking, clock.now());
    await publishBooking(tx, booking);
  });

const mustBeOpen = ({ status }: BookingRow): void => {
  if (status === 'cancelled') throw conflict(sentences.bookingCancelled);
  if (status === 'come') throw conflict(sentences.bookingAlreadyArrived);
};
