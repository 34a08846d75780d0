import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors.ts';
import { findPatient, lockPatient, type PatientRow } from './queries.ts';

/** The patient that was kept when this one was merged, also over several merges; otherwise the same id. */
export const keptPatientID = async (db: Tx, patientID: number): Promise<number> => {
  const { rows } = await sql<{ kept: number }>`select kept_patient(${patientID}) as kept`.execute(db);
  return rows[0]?.kept ?? patientID;
};

/** The patients that were merged into this one, directly or over others. */
export const listMergedInto = async (db: Tx, patientID: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive merged(id) as (
      select patient_id from merged_patients where kept_id = ${patientID}
      union select m.patient_id from merged_patients m join merged on m.kept_id = merged.id
    ) select id from merged`.execute(db);
  return rows.map(({ id }) => id);
};

/** As `findPatient`, and for the id of a merged patient the patient that was kept, so that old links still work. */
export const findPatientOrKept = async (db: Tx, who: Actor, patientID: number): Promise<PatientRow> => {
  try {
    return await findPatient(db, who, patientID);
  } catch (reason) {
    if (!(reason instanceof Problem) || ![403, 404].includes(reason.status)) throw reason;
    // also for the same id, which is found if its merge has been undone during the first search
    return findPatient(db, who, await keptPatientID(db, patientID));
  }
};

/** As `lockPatient`; waits for a running merge, and then locks the kept patient, whose id it returns. */
export const lockPatientOrKept = async (tx: Tx, patientID: number): Promise<number> => {
  const keptID = await keptPatientID(tx, patientID);
  await lockPatient(tx, keptID);
  const isMergedNow = (await keptPatientID(tx, keptID)) !== keptID;
  return isMergedNow ? lockPatientOrKept(tx, keptID) : keptID;
};

/** Both are locked. */
export const insertMerged = async (tx: Tx, patientID: number, keptID: number): Promise<void> => {
  await tx.insertInto('mergedPatients').values({ patientID, keptID }).execute();
};

export const deleteMerged = async (tx: Tx, patientID: number): Promise<void> => {
  await tx.deleteFrom('mergedPatients').where('patientID', '=', patientID).execute();
};

/** One move or merge at a time, because two could lock the same patients in different orders. */
const REASSIGNMENTS_LOCK = 'reassignments';

/** Lets no move or merge run until the end of the transaction: which cards are merged into which does not change. */
export const lockReassignments = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${REASSIGNMENTS_LOCK}, 0))`.execute(tx);
};

/**
 * For a move or a merge: locks the clients, then the patients, and lets no row refer to them meanwhile. The merged patient comes
 * first, as for `lockPatientOrKept`, which locks the kept one after it has waited for the other.
 */
export const lockForReassignment = async (
  tx: Tx,
  { doctorIDs, patientIDs }: { doctorIDs: number[]; patientIDs: [from: number, to: number] },
): Promise<void> => {
  await lockReassignments(tx);
  await tx
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`id = any(${doctorIDs}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute();
  for (const patientID of patientIDs)
    await tx.selectFrom('patients').select('id').where('id', '=', patientID).forUpdate().execute();
};

export const updatePatientOwner = async (tx: Tx, patientID: number, doctorID: number): Promise<void> => {
  await tx.updateTable('patients').set({ doctorID }).where('id', '=', patientID).execute();
};
