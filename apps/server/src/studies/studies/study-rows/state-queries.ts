import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { sentences } from '../sentences.ts';
import { findDoubt } from './compare-with-card.ts';
import { inState } from './study-state.ts';
import { type ConfirmedPatient, isConfirmed, type PatientInFiles } from './patient-in-files.ts';

interface PublishedFiles {
  objectID: string;
  /** the different persons whom the files name */
  people: PatientInFiles[];
  /** the portal has assigned the files to the card without proof */
  patientUnproven: boolean;
  /** confirmed while the files were sent */
  confirmed: ConfirmedPatient | null;
  doneAt: Date;
}

/**
 * Locks the patient of a study. If the study has moved to another patient meanwhile, releases the lock before it takes
 * the next one. A merge locks both patients in its own order, and a transaction that held them in the other order would
 * deadlock with it.
 */
export const lockPatientOfStudy = async (tx: Tx, studyID: number): Promise<void> => {
  const find = () =>
    tx
      .selectFrom('studies')
      .select('patientID')
      .where('id', '=', studyID)
      .executeTakeFirstOrThrow(() => notFound(sentences.noStudy));
  for (;;) {
    const { patientID } = await find();
    await sql`savepoint patient_of_study`.execute(tx);
    await tx.selectFrom('patients').select('id').where('id', '=', patientID).forNoKeyUpdate().execute();
    if ((await find()).patientID === patientID) break;
    await sql`rollback to savepoint patient_of_study`.execute(tx);
  }
  await sql`release savepoint patient_of_study`.execute(tx);
};

/** Makes the study `done` with this object. Returns the object that it had before, if any. */
export const publishStudy = async (
  tx: Tx,
  studyID: number,
  { objectID, people, patientUnproven, confirmed, doneAt }: PublishedFiles,
): Promise<{ replacedID: string | null }> => {
  // the patient first, in the same order as a change of the patient's name, so that the two cannot deadlock
  await lockPatientOfStudy(tx, studyID);
  const { replacedID, patientID } = await tx
    .selectFrom('studies')
    .select(['objectID as replacedID', 'patientID'])
    .where('id', '=', studyID)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const card = await tx
    .selectFrom('patients')
    .select(['name', 'birthday', 'sex'])
    .where('id', '=', patientID)
    .executeTakeFirstOrThrow();
  const finding = findDoubt(people, { ...card, patientUnproven });
  const confirmation = finding && isConfirmed(confirmed, finding.people, card) ? confirmed : null;
  await tx
    .updateTable('studies')
    .set({
      status: 'done',
      objectID,
      doneAt,
      patientDiffers: finding !== null && confirmation === null,
      patientConfirmation: confirmation && confirmationText(finding?.people ?? [], confirmation, doneAt),
    })
    .where('id', '=', studyID)
    .execute();
  return { replacedID };
};

/** The facts of a confirmation that the study's card shows. */
export interface StoredConfirmation {
  inFiles: PatientInFiles[];
  byName: string;
  reason: string;
  confirmedAt: string;
}

const confirmationText = (
  inFiles: PatientInFiles[],
  { byName, reason = '' }: { byName: string; reason?: string | undefined },
  confirmedAt: Date,
): string => {
  const stored: StoredConfirmation = { inFiles, byName, reason, confirmedAt: confirmedAt.toISOString() };
  return JSON.stringify(stored);
};

/** Records that the study belongs to the patient of its card although its files name another. False if nothing changed. */
export const confirmPatient = async (
  tx: Tx,
  studyID: number,
  by: { accountID: number; reason: string | undefined; at: Date },
): Promise<boolean> => {
  const study = await tx
    .selectFrom('studies')
    .leftJoin('objects', 'objects.id', 'studies.objectID')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', by.accountID))
    .select(['objects.patientInFiles', 'accounts.name as byName'])
    .where('studies.id', '=', studyID)
    .where('studies.patientDiffers', '=', true)
    .forUpdate('studies')
    .executeTakeFirst();
  if (!study) return false;
  // written by studies/processing
  const inFiles = study.patientInFiles as PatientInFiles | null;
  const text = confirmationText(inFiles ? [inFiles] : [], { ...study, reason: by.reason }, by.at);
  await tx
    .updateTable('studies')
    .set({ patientDiffers: false, patientConfirmation: text })
    .where('id', '=', studyID)
    .execute();
  return true;
};

export const updateStudyStatus = async (
  tx: Tx,
  studyID: number,
  change: { status: string; restored: boolean },
): Promise<void> => {
  await tx.updateTable('studies').set(change).where('id', '=', studyID).execute();
};

interface DueStudy {
  id: number;
  patientID: number;
}

/** A study is archived when its age began at `agedBefore` or earlier, and it became done at `doneBefore` or earlier. */
export interface Retention {
  from: 'published' | 'examined';
  agedBefore: Date;
  doneBefore: Date;
}

/** From when the age of a study counts, as in the indexes studies_to_archive and studies_to_archive_by_examination. */
const ageFrom = ({ from }: Retention) =>
  from === 'published' ? sql<Date>`done_at` : sql<Date>`coalesce(examined_at, done_at)`;

export const listStudiesToArchive = (db: Tx, retention: Retention, limit: number): Promise<DueStudy[]> =>
  db
    .selectFrom('studies')
    .select(['id', 'patientID'])
    .where(inState('available'))
    .where('deletedAt', 'is', null)
    .where(ageFrom(retention), '<=', retention.agedBefore)
    .where('doneAt', '<=', retention.doneBefore)
    .orderBy(ageFrom(retention))
    .limit(limit)
    .execute();

/** Checks the conditions again: since the list was read a study may have been archived, restored or deleted. */
export const archiveStudies = (tx: Tx, studyIDs: number[], retention: Retention) =>
  tx
    .updateTable('studies')
    .set({ status: 'archived' })
    .where('id', 'in', studyIDs)
    .where(inState('available'))
    .where('deletedAt', 'is', null)
    .where(ageFrom(retention), '<=', retention.agedBefore)
    .where('doneAt', '<=', retention.doneBefore)
    .returning(['id as studyID', 'patientID', 'doctorID', 'objectID'])
    .execute();

/** Makes the restored studies of this object `done`: it is in the warm store again. */
export const publishRestoredStudies = (tx: Tx, objectID: string, doneAt: Date) =>
  tx
    .updateTable('studies')
    .set({ status: 'done', doneAt })
    .where('objectID', '=', objectID)
    .where(inState('restoring'))
    .returning(['id as studyID', 'patientID', 'doctorID'])
    .execute();

/** Moves the study into the bin; null takes it out again. */
export const updateStudyDeletion = async (tx: Tx, studyID: number, deletedAt: Date | null): Promise<void> => {
  await tx.updateTable('studies').set({ deletedAt }).where('id', '=', studyID).execute();
};

export const listStudiesToPurge = (db: Tx, deletedBefore: Date, limit: number): Promise<DueStudy[]> =>
  db
    .selectFrom('studies')
    .select(['id', 'patientID'])
    .where('deletedAt', '<=', deletedBefore)
    .orderBy('deletedAt')
    .limit(limit)
    .execute();

/** Undefined if the study was undeleted or purged since the list was read. */
export const purgeStudyRow = (tx: Tx, studyID: number, deletedBefore: Date) =>
  tx
    .deleteFrom('studies')
    .where('id', '=', studyID)
    .where('deletedAt', '<=', deletedBefore)
    .returning(['doctorID', 'objectID'])
    .executeTakeFirst();
