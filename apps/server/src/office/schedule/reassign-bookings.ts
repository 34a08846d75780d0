import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

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
