import { PAGE_SIZE } from '@snimok/contract/fields';
import { accountOf, type Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { presentPatient, presentToDoctor } from './present.ts';
import { listPatientsPage, type PatientList } from './queries.ts';

/** One page of a list, as assistants see it. */
export const presentPage = async (db: Tx, actor: Actor, list: PatientList, offset: number) => {
  const { rows, totalCount } = await listPatientsPage(db, actor, list, offset, PAGE_SIZE);
  return { patients: rows.map(presentPatient), currentOffset: offset, totalCount };
};

/** One page of the calling doctor's own patients, or of those shared with the doctor. */
export const presentPageToDoctor = async (
  db: Tx,
  actor: Actor,
  kind: 'of-doctor' | 'shared-with',
  offset: number,
) => {
  const doctorID = accountOf(actor);
  const { rows, totalCount } = await listPatientsPage(db, actor, { kind, doctorID }, offset, PAGE_SIZE);
  const patients = rows.map((patient) => presentToDoctor(patient, doctorID));
  return { patients, currentOffset: offset, totalCount };
};
