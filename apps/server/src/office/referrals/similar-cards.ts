import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { listCandidatesFor, listCards } from '../duplicates/queries.ts';
import { comparable, similarityOf } from '../duplicates/similarity.ts';
import type { ReferralRow } from './queries.ts';

const SHOWN = 5;

type NewPatient = Pick<
  ReferralRow,
  'doctorID' | 'patientName' | 'patientSex' | 'patientBirthday' | 'patientPhone'
>;

/** Cards of the client that may belong to the new patient of a referral, the most similar first. */
export const listSimilarCards = async (db: Tx, who: Actor, referral: NewPatient) => {
  const { patientName: name, patientSex: sex, patientBirthday: birthday, patientPhone: phone } = referral;
  const patient = { name, sex, birthday, phone };
  const rows = await listCards(db, who, await listCandidatesFor(db, who, patient));
  return rows
    .filter(({ doctorID }) => doctorID === referral.doctorID)
    .map((row) => ({ row, by: similarityOf(comparable(patient), comparable(row)) }))
    .filter(({ by }) => by.length > 0)
    .toSorted((one, other) => other.by.length - one.by.length || other.row.id - one.row.id)
    .slice(0, SHOWN)
    .map(({ row }) => row);
};
