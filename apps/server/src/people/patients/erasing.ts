import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { patientsIncludingBin } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { erasureSentences } from './erasure-sentences.ts';
import { notFound, type Problem } from '../../platform/errors/errors.ts';

/** The row that the actor requested but cannot see. */
type Subject = { patientID: number } | { studyID: number } | { uploadUUID: string };

const patientIDOf = (subject: Subject) => {
  if ('patientID' in subject) return sql<number>`${subject.patientID}::bigint`;
  if ('studyID' in subject)
    return sql<number>`(select patient_id from studies where id = ${subject.studyID}::bigint)`;
  return sql<number>`(
    select s.patient_id from uploads u join studies s on s.id = u.study_id
    where u.uuid = ${subject.uploadUUID}::uuid)`;
};

/** The 404 for an actor. It says that the patient's data are being erased if the actor could see the patient otherwise. */
export const notFoundOrErasing = async (
  db: Tx,
  who: Actor,
  subject: Subject,
  sentence: string,
): Promise<Problem> => {
  const erasing = await db
    .selectFrom('patients')
    .select('patients.id')
    .where('patients.id', '=', patientIDOf(subject))
    .where('patients.erasingSince', 'is not', null)
    .where(patientsIncludingBin(who))
    .executeTakeFirst();
  return notFound(erasing ? erasureSentences.erasing : sentence);
};

/** Removes the card from every list and lookup until it is deleted permanently. */
export const hidePatient = async (tx: Tx, patientID: number, now: Date): Promise<void> => {
  await tx
    .updateTable('patients')
    .set((patient) => ({
      deletedAt: patient.fn.coalesce('deletedAt', sql<Date>`${now}::timestamptz`),
      erasingSince: patient.fn.coalesce('erasingSince', sql<Date>`${now}::timestamptz`),
    }))
    .where('id', '=', patientID)
    .execute();
};

/** `createdAt` has microseconds, and so identifies the card in a restored database too. */
export const findPatientToErase = (db: Tx, patientID: number) =>
  db
    .selectFrom('patients')
    .select(['id', 'doctorID', 'name', 'phone', 'erasingSince'])
    .select(sql<string>`word_of(created_at)`.as('createdAt'))
    .where('id', '=', patientID)
    .executeTakeFirst();

export type PatientToErase = NonNullable<Awaited<ReturnType<typeof findPatientToErase>>>;

/** Deletes the card, with its shares and requests for access; the trigger of 0014_schedule.sql clears its bookings. */
export const deleteErasedPatient = async (tx: Tx, patientID: number): Promise<void> => {
  await tx.deleteFrom('patients').where('id', '=', patientID).where('erasingSince', 'is not', null).execute();
};

/** Removes the words of a deleted name from the index of words, unless another patient has them. */
export const forgetWords = async (tx: Tx, name: string): Promise<void> => {
  await sql`select forget_words(${name})`.execute(tx);
};
