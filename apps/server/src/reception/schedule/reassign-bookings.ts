import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { publishBooking } from './booking-rows/publish-booking.ts';

const isOfStudies = (patientID: number, studyIDs: readonly number[] | null) =>
  sql<boolean>`patient_id = ${patientID} and (${studyIDs}::bigint[] is null or study_id = any(${studyIDs}::bigint[]))`;

interface ToCome {
  patientID: number;
  /** the client who made the bookings */
  doctorID: number;
  now: Date;
}

const isToCome = ({ patientID, doctorID, now }: ToCome) =>
  sql<boolean>`patient_id = ${patientID} and doctor_id = ${doctorID} and status = 'booked' and ends_at > ${now}`;

/** Sets the patient of the bookings of these studies, or of all bookings that name the patient. Returns their ids. */
export const placeBookings = async (
  tx: Tx,
  { from, to, studyIDs }: { from: number; to: number; studyIDs: readonly number[] | null },
): Promise<number[]> => {
  const placed = await tx
    .updateTable('bookings')
    .set({ patientID: to })
    .where(isOfStudies(from, studyIDs))
    .returning('id')
    .execute();
  return placed.map(({ id }) => id);
};

/** Sets the patient of these bookings back, unless they name another patient by now. */
export const returnBookings = async (
  tx: Tx,
  bookingIDs: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> => {
  await tx
    .updateTable('bookings')
    .set({ patientID: to })
    .where(sql<boolean>`id = any(${bookingIDs}::bigint[])`)
    .where('patientID', '=', from)
    .execute();
};

/**
 * Gives the patient's future bookings to the client to whom the patient moves: only the new client sees and changes them.
 * Past bookings stay with the client who made them.
 */
export const giveBookings = async (
  tx: Tx,
  patientID: number,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<number[]> => {
  const given = await tx
    .updateTable('bookings')
    .set({ doctorID: to })
    .where(isToCome({ patientID, doctorID: from, now }))
    .returning('id')
    .execute();
  const ids = given.map(({ id }) => id);
  await publishToBoth(tx, ids, [from, to]);
  return ids;
};

const publishToBoth = async (tx: Tx, bookingIDs: readonly number[], clients: readonly number[]) => {
  for (const id of bookingIDs) for (const doctorID of clients) await publishBooking(tx, { id, doctorID });
};

/** Returns these bookings to the former client, unless they belong to another client by now. */
export const returnGivenBookings = async (
  tx: Tx,
  bookingIDs: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> => {
  await tx
    .updateTable('bookings')
    .set({ doctorID: to })
    .where(sql<boolean>`id = any(${bookingIDs}::bigint[])`)
    .where('doctorID', '=', from)
    .execute();
  await publishToBoth(tx, bookingIDs, [from, to]);
};

/** How many bookings `giveBookings` would give to another client. */
export const countBookingsToGive = (db: Tx, toCome: ToCome): Promise<number> => count(db, isToCome(toCome));

export const countBookings = (
  db: Tx,
  patientID: number,
  studyIDs: readonly number[] | null,
): Promise<number> => count(db, isOfStudies(patientID, studyIDs));

const count = async (db: Tx, condition: RawBuilder<boolean>): Promise<number> => {
  const { total } = await db
    .selectFrom('bookings')
    .select((booking) => booking.fn.countAll<number>().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return total;
};
