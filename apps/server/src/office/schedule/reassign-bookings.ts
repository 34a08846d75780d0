import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { publishBooking } from './publish-booking.ts';

/** Bookings of patients who came name a patient and a study. Those of these studies now name this patient. */
export const placeBookings = async (
  tx: Tx,
  { from, to, studyIDs }: { from: number; to: number; studyIDs: readonly number[] | null },
): Promise<number[]> => {
  const placed = await tx
    .updateTable('bookings')
    .set({ patientID: to })
    .where('patientID', '=', from)
    .where(sql<boolean>`(${studyIDs}::bigint[] is null or study_id = any(${studyIDs}::bigint[]))`)
    .returning('id')
    .execute();
  return placed.map(({ id }) => id);
};

/** Sets the patient of these bookings again, unless they name another one by now. */
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
 * The bookings to come of a patient who moves to another client follow the patient: only the new client sees and changes
 * them. Those that are over stay with the client who made them.
 */
export const giveBookings = async (
  tx: Tx,
  patientID: number,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<number[]> => {
  const given = await tx
    .updateTable('bookings')
    .set({ doctorID: to })
    .where('patientID', '=', patientID)
    .where('doctorID', '=', from)
    .where('status', '=', 'booked')
    .where('endsAt', '>', now)
    .returning('id')
    .execute();
  for (const { id } of given) {
    await publishBooking(tx, { id, doctorID: from });
    await publishBooking(tx, { id, doctorID: to });
  }
  return given.map(({ id }) => id);
};

/** Returns these bookings to the client, unless they belong to another one by now. */
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
  for (const id of bookingIDs) {
    await publishBooking(tx, { id, doctorID: from });
    await publishBooking(tx, { id, doctorID: to });
  }
};

/** The bookings to come that `giveBookings` would give to another client. */
export const countBookingsToGive = async (
  db: Tx,
  patientID: number,
  { from, now }: { from: number; now: Date },
): Promise<number> => {
  const { total } = await db
    .selectFrom('bookings')
    .select((booking) => booking.fn.countAll<number>().as('total'))
    .where('patientID', '=', patientID)
    .where('doctorID', '=', from)
    .where('status', '=', 'booked')
    .where('endsAt', '>', now)
    .executeTakeFirstOrThrow();
  return total;
};

export const countBookings = async (
  db: Tx,
  patientID: number,
  studyIDs: readonly number[] | null,
): Promise<number> => {
  const { total } = await db
    .selectFrom('bookings')
    .select((booking) => booking.fn.countAll<number>().as('total'))
    .where('patientID', '=', patientID)
    .where(sql<boolean>`(${studyIDs}::bigint[] is null or study_id = any(${studyIDs}::bigint[]))`)
    .executeTakeFirstOrThrow();
  return total;
};
