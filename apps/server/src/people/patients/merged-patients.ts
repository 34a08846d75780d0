import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { findPatient, lockPatient, type PatientRow } from './queries.ts';

/** The patient that was kept when this one was merged, directly or through further merges; otherwise the same id. */
export const keptPatientID = async (db: Tx, patientID: number): Promise<number> => {
  const { rows } = await sql<{ kept: number }>`select kept_patient(${patientID}) as kept`.execute(db);
  return rows[0]?.kept ?? patientID;
};

/** The patients that were merged into this one, directly or through other cards. */
export const listMergedInto = async (db: Tx, patientID: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive merged(id) as (
      select patient_id from merged_patients where kept_id = ${patientID}
      union select m.patient_id from merged_patients m join merged on m.kept_id = merged.id
    ) select id from merged`.execute(db);
  return rows.map(({ id }) => id);
};

/** Like `findPatient`, but returns the kept patient for the id of a merged one, so that old links still work. */
export const findPatientOrKept = async (db: Tx, who: Actor, patientID: number): Promise<PatientRow> => {
  try {
    return await findPatient(db, who, patientID);
  } catch (reason) {
    if (!(reason instanceof Problem) || ![403, 404].includes(reason.status)) throw reason;
    // also if the id is the same: if the merge was undone during the first search, this search finds the patient
    return findPatient(db, who, await keptPatientID(db, patientID));
  }
};

/** Like `lockPatient`, but waits for a running merge and then locks the kept patient. Returns its id. */
export const lockPatientOrKept = async (tx: Tx, patientID: number): Promise<number> => {
  const keptID = await keptPatientID(tx, patientID);
  await lockPatient(tx, keptID);
  const isMergedNow = (await keptPatientID(tx, keptID)) !== keptID;
  return isMergedNow ? lockPatientOrKept(tx, keptID) : keptID;
};

/** The caller has locked both patients. */
export const insertMerged = async (tx: Tx, patientID: number, keptID: number): Promise<void> => {
  await tx.insertInto('mergedPatients').values({ patientID, keptID }).execute();
};

export const deleteMerged = async (tx: Tx, patientID: number): Promise<void> => {
  await tx.deleteFrom('mergedPatients').where('patientID', '=', patientID).execute();
};

/** Only one move or merge runs at a time, because two could lock the same patients in different orders. */
const REASSIGNMENTS_LOCK = 'reassignments';

/** Blocks moves and merges until the end of the transaction, so that the merged cards stay the same. */
export const lockReassignments = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${REASSIGNMENTS_LOCK}, 0))`.execute(tx);
};

/**
 * For a move or a merge: locks the clients and then the patients, so that no row can refer to them meanwhile. The merged patient
 * is locked first. `lockPatientOrKept` does the same: it waits for the merged patient before it locks the kept one.
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
