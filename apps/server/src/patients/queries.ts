import { expressionBuilder, sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import { patientsInReach, visiblePatients } from '../access/visible.ts';
import type { Tx } from '../db/client.ts';
import type { Database } from '../db/schema.ts';
import { RUSSIAN } from '../doctors/queries.ts';
import { forbidden, notFound } from '../errors.ts';
import { sentences } from '../sentences.ts';

const patients = (db: Tx, who: Actor) =>
  db
    .selectFrom('patients')
    .innerJoin('accounts as owner', 'owner.id', 'patients.doctorID')
    .select([
      'patients.id',
      'patients.doctorID',
      'patients.name',
      'patients.sex',
      'patients.birthday',
      'patients.phone',
      'patients.studiesCount',
      'patients.lastStudyCreatedAt',
      'owner.name as doctorName',
    ])
    .where(visiblePatients(who));

export type PatientRow = Awaited<ReturnType<typeof findPatient>>;

/** The newest study first: that is the patient who is being worked on. */
const newestFirst = sql`patients.last_study_created_at desc nulls last`;

type PatientList =
  | { kind: 'of-doctor'; doctorID: number }
  | { kind: 'shared-with'; doctorID: number }
  | { kind: 'in-work' }
  | { kind: 'for-restore' };

/** By the index of shares, which is short, and not by looking at every patient. */
const sharedWith = (doctorID: number) =>
  expressionBuilder<Database, 'patientShares'>()
    .selectFrom('patientShares')
    .select('patientShares.patientID')
    .where('patientShares.doctorID', '=', doctorID);

const chosen = <Q extends ReturnType<typeof patients>>(query: Q, list: PatientList) => {
  switch (list.kind) {
    case 'of-doctor':
      return query.where('patients.doctorID', '=', list.doctorID);
    case 'shared-with':
      return query.where('patients.id', 'in', sharedWith(list.doctorID));
    case 'in-work':
      return query.where('patients.inWorkCount', '>', 0);
    case 'for-restore':
      return query.where('patients.restoringCount', '>', 0);
  }
};

/** The page and the total are counted over the same rows. */
export const listPatientsPage = async (
  db: Tx,
  who: Actor,
  list: PatientList,
  offset: number,
  limit: number,
) => {
  const [rows, totalCount] = await Promise.all([
    chosen(patients(db, who), list)
      .orderBy(newestFirst)
      .orderBy('patients.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    countPatients(db, who, list),
  ]);
  return { rows, totalCount };
};

export const countPatients = async (db: Tx, who: Actor, list: PatientList): Promise<number> => {
  const { total } = await chosen(patients(db, who), list)
    .clearSelect()
    .select((patient) => patient.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

export const listPatientNames = (db: Tx, who: Actor, doctorID: number) =>
  patients(db, who)
    .where('patients.doctorID', '=', doctorID)
    .orderBy(sql`patients.name collate ${RUSSIAN}`)
    .orderBy('patients.id')
    .execute();

/**
 * spec.md makes one exception to "hidden is not found": a doctor who opens another doctor's patient reads 403,
 * so that access can be requested.
 */
export const findPatient = async (db: Tx, who: Actor, patientID: number) => {
  const patient = await patients(db, who).where('patients.id', '=', patientID).executeTakeFirst();
  if (patient) return patient;
  const hidden = await db
    .selectFrom('patients')
    .select('id')
    .where('id', '=', patientID)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  throw hidden ? forbidden(sentences.patientForbidden) : notFound(sentences.noPatient);
};

/** In the bin or not: whoever takes a card back twice has it back. */
export const findPatientToUndelete = (db: Tx, who: Actor, patientID: number) =>
  db
    .selectFrom('patients')
    .select('patients.id')
    .where('patients.id', '=', patientID)
    .where(patientsInReach(who))
    .executeTakeFirstOrThrow(() => notFound(sentences.noPatient));

/**
 * Holds a patient and her doctor for this transaction: whoever renames one of them waits, and then finds the study
 * made here. The doctor first, as in every other change.
 */
export const holdPatient = async (tx: Tx, patientID: number): Promise<void> => {
  await tx
    .selectFrom('accounts')
    .innerJoin('patients', 'patients.doctorID', 'accounts.id')
    .select('accounts.id')
    .where('patients.id', '=', patientID)
    .forShare('accounts')
    .execute();
  await tx.selectFrom('patients').select('id').where('id', '=', patientID).forNoKeyUpdate().execute();
};

export interface PatientFacts {
  name: string;
  sex: string;
  birthday: string | null;
  phone: string | null;
}

export const insertPatient = (db: Tx, doctorID: number, facts: PatientFacts) =>
  db
    .insertInto('patients')
    .values({ doctorID, ...facts })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updatePatientFacts = async (db: Tx, patientID: number, facts: PatientFacts): Promise<void> => {
  await db.updateTable('patients').set(facts).where('id', '=', patientID).execute();
};
