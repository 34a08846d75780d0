import type { ReferralRow } from './queries.ts';

/** The patient of a referral as the facts of a card. */
export const newPatientOf = ({
  doctorID,
  patientName: name,
  patientBirthday: birthday,
  patientPhone: phone,
}: Pick<ReferralRow, 'doctorID' | 'patientName' | 'patientBirthday' | 'patientPhone'>) => ({
  doctorID,
  name,
  birthday,
  phone,
});
