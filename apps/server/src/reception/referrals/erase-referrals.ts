import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

interface PatientOfReferrals {
  patientID: number;
  doctorID: number;
  name: string;
  phone: string | null;
}

/**
 * Deletes the referrals of this card, and some referrals of new patients with the same name: those with the same phone
 * number, and those of the same client if none of its other patients has that name. Returns their ids.
 */
export const eraseReferrals = async (
  tx: Tx,
  { patientID, doctorID, name, phone }: PatientOfReferrals,
): Promise<string[]> => {
  const { rows } = await sql<{ uuid: string }>`
    delete from referrals r
    where r.patient_id = ${patientID}
      or r.study_id in (select id from studies where patient_id = ${patientID})
      or (r.patient_id is null and words_of(r.patient_name) = words_of(${name}) and (
        phone_digits(r.patient_phone) = nullif(phone_digits(${phone ?? ''}), '')
        or (r.doctor_id = ${doctorID} and not exists (
          select 1 from patients p
          where p.doctor_id = ${doctorID} and p.id <> ${patientID} and p.erasing_since is null
            and words_of(p.name) = words_of(${name})))))
    returning r.uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
};
