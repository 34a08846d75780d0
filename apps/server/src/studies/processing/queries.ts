import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** Takes the upload over for one run, from another one perhaps; undefined when there is nothing left to do. */
export const claimUpload = async (tx: Tx, uuid: string, runID: string) => {
  const upload = await tx
    .selectFrom('uploads')
    .innerJoin('studies', 'studies.id', 'uploads.studyID')
    .select(['uploads.studyID', 'uploads.runID as previousRunID', 'studies.type', 'studies.patientID'])
    .where('uploads.uuid', '=', uuid)
    .where('uploads.status', 'in', ['completed', 'processing'])
    .forUpdate('uploads')
    .executeTakeFirst();
  if (!upload) return undefined;
  await tx
    .updateTable('uploads')
    .set({ status: 'processing', progress: 0, runID })
    .where('uuid', '=', uuid)
    .execute();
  return upload;
};

/** False when another run has taken the upload over meanwhile. */
export const updateProgress = async (
  db: Tx,
  uuid: string,
  runID: string,
  progress: number,
): Promise<void> => {
  await db
    .updateTable('uploads')
    .set({ progress: sql`greatest(progress, ${progress})` })
    .where('uuid', '=', uuid)
    .where('runID', '=', runID)
    .execute();
};

/** Ends the upload, well or with words. False when it was ended, or taken over, by somebody else. */
export const endUpload = async (
  db: Tx,
  uuid: string,
  runID: string | null,
  { error, processedAt }: { error: string | null; processedAt: Date },
): Promise<boolean> => {
  const ended = await db
    .updateTable('uploads')
    .set({ status: 'processed', error, processedAt, progress: error === null ? 1 : null })
    .where('uuid', '=', uuid)
    .where('status', 'in', ['completed', 'processing'])
    .$if(runID !== null, (q) => q.where('runID', '=', runID))
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
};

/**
 * The patient is held first, as a renaming holds her before her studies: either order alone never locks up.
 * Tells which object the study had before, if any.
 */
export const publishStudy = async (
  db: Tx,
  studyID: number,
  objectID: string,
  doneAt: Date,
): Promise<{ replacedID: string | null }> => {
  await db
    .selectFrom('patients')
    .innerJoin('studies', 'studies.patientID', 'patients.id')
    .select('patients.id')
    .where('studies.id', '=', studyID)
    .forNoKeyUpdate('patients')
    .execute();
  const { replacedID } = await db
    .selectFrom('studies')
    .select('objectID as replacedID')
    .where('id', '=', studyID)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('studies')
    .set({ status: 'done', objectID, doneAt })
    .where('id', '=', studyID)
    .execute();
  return { replacedID };
};

export const listUploadsOf = (db: Tx, studyID: number) =>
  db.selectFrom('uploads').select('uuid').where('studyID', '=', studyID).orderBy('createdAt').execute();
