import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { PatientSortField, PatientsPage } from '@snimok/contract/people/patients';
import type { z } from 'zod';
import { type Actor, clientOf } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { presentPatient, presentToDoctor } from './present.ts';
import { listPatientsPage, type PatientList, type PatientOrder } from './queries.ts';

type Page = z.output<typeof PatientsPage>;

const orderOf = (sortedBy: Page['sortedBy']): PatientOrder => {
  const [field, direction] = sortedBy.split('.') as [PatientSortField, 'asc' | 'desc'];
  return { field, direction };
};

const readPage = (db: Tx, actor: Actor, list: PatientList, { offset, sortedBy }: Page) =>
  listPatientsPage(db, actor, list, orderOf(sortedBy), { offset, limit: PAGE_SIZE });

/** One page of a list, as assistants see it. */
export const presentPage = async (db: Tx, actor: Actor, list: PatientList, page: Page) => {
  const { rows, totalCount } = await readPage(db, actor, list, page);
  return { patients: rows.map(presentPatient), currentOffset: page.offset, totalCount };
};

/** One page of the calling doctor's own patients, or of the patients shared with the doctor. */
export const presentPageToDoctor = async (
  db: Tx,
  actor: Actor,
  kind: 'of-doctor' | 'shared-with',
  page: Page,
) => {
  const doctorID = clientOf(actor);
  const { rows, totalCount } = await readPage(db, actor, { kind, doctorID }, page);
  const patients = rows.map((patient) => presentToDoctor(patient, doctorID));
  return { patients, currentOffset: page.offset, totalCount };
};
