import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** The clients who see a patient, by their accounts: the owner, and whom she shares with. visible.ts, the other way. */
export const listDoctorsWhoSee = async (tx: Tx, patientID: number): Promise<number[]> => {
  const { rows } = await sql<{ doctorID: number }>`
    select doctor_id from patients where id = ${patientID}
    union select doctor_id from patient_shares where patient_id = ${patientID}`.execute(tx);
  return rows.map(({ doctorID }) => doctorID);
};
