import type { Actor } from '../../platform/access/actor.ts';
import { visibleBookings } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import type { Slot } from './slots.ts';

/** Whose patient is booked, and what was said of her. */
export interface BookingFacts {
  doctorID: number | null;
  patientName: string;
  patientPhone: string;
  comment: string;
  creatorID: number;
  createdAt: Date;
}

export interface ReservedSeat extends Slot {
  locationID: number;
  day: string;
  place: number;
}

const everyBooking = (db: Tx) =>
  db
    .selectFrom('bookings')
    .innerJoin('locations', 'locations.id', 'bookings.locationID')
    .innerJoin('accounts as creator', 'creator.id', 'bookings.creatorID')
    .leftJoin('accounts as doctor', 'doctor.id', 'bookings.doctorID')
    .selectAll('bookings')
    .select([
      'locations.name as locationName',
      'locations.address as locationAddress',
      'creator.name as creatorName',
      'doctor.name as doctorName',
      'doctor.email as doctorEmail',
      'doctor.disabledAt as doctorDisabledAt',
    ]);

const bookings = (db: Tx, who: Actor) => everyBooking(db).where(visibleBookings(who));

export type BookingRow = Awaited<ReturnType<typeof findBooking>>;

export const findBooking = (db: Tx, who: Actor, bookingID: number) =>
  bookings(db, who)
    .where('bookings.id', '=', bookingID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noBooking));

/** For a job of the portal's own, which nobody asked for; undefined when it is not there any more. */
export const findBookingForJob = (db: Tx, bookingID: number) =>
  everyBooking(db).where('bookings.id', '=', bookingID).executeTakeFirst();

/** Holds the row: of two who change one booking the second finds what the first has made of it. */
export const lockBooking = async (tx: Tx, bookingID: number): Promise<void> => {
  await tx.selectFrom('bookings').select('id').where('id', '=', bookingID).forUpdate().execute();
};

/** All of some days, the cancelled ones too. */
export const listBookings = (db: Tx, who: Actor, locationID: number, from: string, to: string) =>
  bookings(db, who)
    .where('bookings.locationID', '=', locationID)
    .where('bookings.day', '>=', from)
    .where('bookings.day', '<=', to)
    .orderBy('bookings.day')
    .orderBy('bookings.beginsAt')
    .orderBy('bookings.place')
    .orderBy('bookings.id')
    .execute();

/**
 * The places taken at a location between two instants, by whomever: what is free is the same for everybody, so this
 * asks nobody's rights and answers nobody's names. `except` is a booking about to be moved away.
 */
export const listTakenSeats = (db: Tx, locationID: number, { from, to }: { from: Date; to: Date }, except = 0) =>
  db
    .selectFrom('bookings')
    .select(['place', 'beginsAt', 'endsAt'])
    .where('locationID', '=', locationID)
    .where('status', '<>', 'cancelled')
    .where('beginsAt', '<', to)
    .where('endsAt', '>', from)
    .where('id', '<>', except)
    .orderBy('beginsAt')
    .orderBy('place')
    .execute();

export const insertBooking = (db: Tx, facts: BookingFacts, place: ReservedSeat) =>
  db
    .insertInto('bookings')
    .values({ ...facts, ...place })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateSeat = async (db: Tx, bookingID: number, place: ReservedSeat): Promise<void> => {
  await db
    .updateTable('bookings')
    .set((booking) => ({ ...place, moves: booking('moves', '+', 1) }))
    .where('id', '=', bookingID)
    .execute();
};

export const updateCancelled = async (db: Tx, bookingID: number, cancelReason: string): Promise<void> => {
  await db
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelReason })
    .where('id', '=', bookingID)
    .execute();
};

export const updateArrived = async (
  db: Tx,
  bookingID: number,
  became: { doctorID: number; patientID: number; studyID: number },
): Promise<void> => {
  await db
    .updateTable('bookings')
    .set({ status: 'come', ...became })
    .where('id', '=', bookingID)
    .execute();
};
