import type { Tx } from '../../platform/db/client.ts';
import { differsFromCard, type PatientInFiles } from './patient-in-files.ts';

interface PublishedFiles {
  objectID: string;
  patientInFiles: PatientInFiles | null;
  doneAt: Date;
}

/** Makes the study `done` with this object. Returns the object that it had before, if any. */
export const publishStudy = async (
  tx: Tx,
  studyID: number,
  { objectID, patientInFiles, doneAt }: PublishedFiles,
): Promise<{ replacedID: string | null }> => {
  // the patient first, in the same order as a change of the patient's name, so that the two cannot deadlock
  const card = await tx
    .selectFrom('patients')
    .innerJoin('studies', 'studies.patientID', 'patients.id')
    .select(['patients.name', 'patients.birthday'])
    .where('studies.id', '=', studyID)
    .forNoKeyUpdate('patients')
    .executeTakeFirstOrThrow();
  const { replacedID } = await tx
    .selectFrom('studies')
    .select('objectID as replacedID')
    .where('id', '=', studyID)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('studies')
    .set({ status: 'done', objectID, doneAt, patientDiffers: differsFromCard(patientInFiles, card) })
    .where('id', '=', studyID)
    .execute();
  return { replacedID };
};

/** Records that the study belongs to the patient of its card although its files name another. False if nothing changed. */
export const confirmPatient = async (tx: Tx, studyID: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('studies')
    .set({ patientDiffers: false })
    .where('id', '=', studyID)
    .where('patientDiffers', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** Studies that have been done since `doneBefore` or longer. */
export const listStudiesToArchive = (db: Tx, doneBefore: Date, limit: number): Promise<DueStudy[]> =>
  db
    .selectFrom('studies')
    .select(['id', 'patientID'])
    .where('status', '=', 'done')
    .where('deletedAt', 'is', null)
    .where('doneAt', '<=', doneBefore)
    .orderBy('doneAt')
    .limit(limit)
    .execute();

/** Checks the conditions again: since the list was read a study may have been archived, restored or deleted. */
export const archiveStudies = (tx: Tx, studyIDs: number[], doneBefore: Date) =>
  tx
    .updateTable('studies')
    .set({ status: 'archived' })
    .where('id', 'in', studyIDs)
    .where('status', '=', 'done')
    .where('deletedAt', 'is', null)
    .where('doneAt', '<=', doneBefore)
    .returning(['id as studyID', 'patientID', 'doctorID', 'objectID'])
    .execute();

/** Makes the restored studies of this object `done`: it is in the warm store again. */
export const publishRestoredStudies = (tx: Tx, objectID: string, doneAt: Date) =>
  tx
    .updateTable('studies')
    .set({ status: 'done', doneAt })
    .where('objectID', '=', objectID)
    .where('status', '=', 'in-work')
    .where('restored', '=', true)
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
