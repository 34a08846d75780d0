import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** Account ids of the doctors who see a patient: the owner and recipients of patient shares (as in visible.ts). */
export const listDoctorsWhoSee = async (tx: Tx, patientID: number): Promise<number[]> => {
  const { rows } = await sql<{ doctorID: number }>`
    select doctor_id from patients where id = ${patientID}
    union select doctor_id from patient_shares where patient_id = ${patientID}`.execute(tx);
  return rows.map(({ doctorID }) => doctorID);
};
