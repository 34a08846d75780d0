import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/**
 * Whether a message of this client's dialog that contains only the surname can refer to another person. It can if the
 * client has no access to the patient, or has access to another patient with the same surname.
 */
export const hasNamesake = async (
  tx: Tx,
  {
    patientID,
    stem,
    doctorID,
    ownerID,
  }: { patientID: number; stem: string; doctorID: number; ownerID: number },
): Promise<boolean> => {
  const { rows } = await sql<{ other: boolean }>`
    select (${doctorID}::bigint <> ${ownerID}::bigint and not exists (
        select 1 from patient_shares where patient_id = ${patientID} and doctor_id = ${doctorID}))
      or exists (
        select 1 from patients p where p.id <> ${patientID} and p.erasing_since is null and p.sought like ${`% ${stem}%`} and (
          p.doctor_id = ${doctorID} or p.id in (select patient_id from patient_shares where doctor_id = ${doctorID})))
      as other`.execute(tx);
  return rows[0]?.other ?? true;
};

/** The newest letter of each external share of these studies. */
export const listShareLetterIDs = async (tx: Tx, studyIDs: number[]): Promise<number[]> => {
  const rows = await tx
    .selectFrom('externalShares')
    .select('letterID')
    .where(sql<boolean>`study_id = any(${studyIDs}::bigint[])`)
    .execute();
  return rows.flatMap(({ letterID }) => letterID ?? []);
};
