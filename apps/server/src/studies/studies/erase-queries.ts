import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** Removes the studies of a patient from every list and lookup until they are deleted for good. */
export const hideStudiesOf = async (tx: Tx, patientID: number, now: Date): Promise<void> => {
  await tx
    .updateTable('studies')
    .set({ deletedAt: now })
    .where('patientID', '=', patientID)
    .where('deletedAt', 'is', null)
    .execute();
};

/** All studies of a patient, including those in the bin. */
export const listStudyIDsOf = async (db: Tx, patientID: number): Promise<number[]> => {
  const studies = db.selectFrom('studies').select('id').where('patientID', '=', patientID);
  return (await studies.orderBy('id').execute()).map(({ id }) => id);
};

/** Undefined if the study is deleted already. Uploads, shares, annotations and key images are deleted by cascade. */
export const deleteStudyRow = (tx: Tx, studyID: number) =>
  tx.deleteFrom('studies').where('id', '=', studyID).returning('objectID').executeTakeFirst();

/** Removes the list cursors that contain the name of these studies' patient. */
export const forgetListMarks = async (tx: Tx, studyIDs: number[]): Promise<void> => {
  await sql`select forget_marks(${studyIDs}::bigint[])`.execute(tx);
};
