import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { deleteShare, insertShare } from './queries.ts';

/** A row as JSON of PostgreSQL, from which exactly the same row can be inserted again. */
export type StoredRow = Record<string, unknown>;

interface OfPatient {
  patientID: number;
  doctorIDs: readonly number[];
}

/** Ends these shares and returns their rows. */
export const takeShares = async (tx: Tx, { patientID, doctorIDs }: OfPatient): Promise<StoredRow[]> => {
  const { rows } = await sql<{ row: StoredRow }>`
    delete from patient_shares where patient_id = ${patientID} and doctor_id = any(${doctorIDs}::bigint[])
    returning to_jsonb(patient_shares) as row`.execute(tx);
  return rows.map(({ row }) => row);
};

/** Creates shares with these doctors; returns those who had none. */
export const giveShares = async (
  tx: Tx,
  { patientID, doctorIDs }: OfPatient,
  createdAt: Date,
): Promise<number[]> => {
  const given: number[] = [];
  for (const doctorID of doctorIDs)
    if (await insertShare(tx, patientID, doctorID, createdAt)) given.push(doctorID);
  return given;
};

/** Deletes shares that `giveShares` created; returns the doctors whose share still existed. */
export const withdrawShares = async (tx: Tx, { patientID, doctorIDs }: OfPatient): Promise<number[]> => {
  const withdrawn: number[] = [];
  for (const doctorID of doctorIDs) if (await deleteShare(tx, patientID, doctorID)) withdrawn.push(doctorID);
  return withdrawn;
};

export const returnShares = async (tx: Tx, rows: readonly StoredRow[]): Promise<void> => {
  await sql`
    insert into patient_shares
    select row.* from jsonb_populate_recordset(null::patient_shares, ${JSON.stringify(rows)}::jsonb) row
    where exists (select 1 from accounts where id = row.doctor_id)
    on conflict do nothing`.execute(tx);
};

/** Deletes the access requests of a patient, either of these doctors or all, and returns their rows. */
export const takeRequests = async (
  tx: Tx,
  patientID: number,
  doctorIDs: readonly number[] | null,
): Promise<StoredRow[]> => {
  const { rows } = await sql<{ row: StoredRow }>`
    delete from access_requests where patient_id = ${patientID}
      and (${doctorIDs}::bigint[] is null or doctor_id = any(${doctorIDs}::bigint[]))
    returning to_jsonb(access_requests) as row`.execute(tx);
  return rows.map(({ row }) => row);
};

/** Inserts requests for this patient. Leaves out doctors who see the patient or already have a request. */
export const giveRequests = async (
  tx: Tx,
  patientID: number,
  rows: readonly StoredRow[],
): Promise<number[]> => {
  const inserted = await sql<{ doctorID: number }>`
    insert into access_requests
    select (jsonb_populate_record(row, jsonb_build_object('patient_id', ${patientID}::bigint))).*
    from jsonb_populate_recordset(null::access_requests, ${JSON.stringify(rows)}::jsonb) row
    where exists (select 1 from accounts where id = row.doctor_id)
      and not exists (select 1 from patients where id = ${patientID} and doctor_id = row.doctor_id)
      and not exists (
        select 1 from patient_shares s where s.patient_id = ${patientID} and s.doctor_id = row.doctor_id
      )
    on conflict do nothing returning doctor_id`.execute(tx);
  return inserted.rows.map(({ doctorID }) => doctorID);
};
