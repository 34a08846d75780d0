import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { isJobPending } from '../../../platform/jobs/job-tables.ts';

/** Assigns the upload to a run, even if another run has it; undefined if the upload needs no processing any more. */
export const claimUpload = async (tx: Tx, uuid: string, runID: string) => {
  const upload = await tx
    .selectFrom('uploads')
    .innerJoin('studies', 'studies.id', 'uploads.studyID')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .select([
      'uploads.studyID',
      'uploads.creatorID',
      'uploads.runID as previousRunID',
      'studies.type',
      'studies.patientID',
      'uploads.holdIfDiffers',
      'uploads.patientUnproven',
      'uploads.ifRepeated',
      'uploads.isMetered',
      'patients.name',
      'patients.birthday',
      'patients.sex',
    ])
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

/** Changes nothing if another run has claimed the upload. */
export const updateUploadProgress = async (
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

/**
 * Ends the upload; `error` is the sentence for the user, null for success. False, without a change, if the upload has
 * ended already or, unless `runID` is null, another run has claimed it.
 */
export const endUpload = async (
  db: Tx,
  uuid: string,
  runID: string | null,
  { error, processedAt }: { error: string | null; processedAt: Date },
): Promise<boolean> => {
  const ended = await db
    .updateTable('uploads')
    .set({
      status: 'processed',
      error,
      processedAt,
      progress: error === null ? 1 : null,
      waitsFor: null,
      preview: null,
      confirmedPatient: null,
    })
    .where('uuid', '=', uuid)
    .where('status', 'in', ['completed', 'processing'])
    .$if(runID !== null, (q) => q.where('runID', '=', runID))
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
};

/** Returns the upload to the queue; false if another run has claimed it. */
export const postponeUpload = async (
  db: Tx,
  uuid: string,
  runID: string,
  waitsFor: 'scratch' | 'antivirus',
): Promise<boolean> => {
  const postponed = await db
    .updateTable('uploads')
    .set({ status: 'completed', progress: null, waitsFor })
    .where('uuid', '=', uuid)
    .where('status', '=', 'processing')
    .where('runID', '=', runID)
    .executeTakeFirst();
  return postponed.numUpdatedRows > 0n;
};

/** Has the upload wait for a decision; false if another run has claimed it. */
export const holdUpload = async (db: Tx, uuid: string, runID: string, held: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ status: 'completed', progress: null, waitsFor: null, held })
    .where('uuid', '=', uuid)
    .where('status', '=', 'processing')
    .where('runID', '=', runID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Removes the reason for waiting when the run no longer waits. If it were removed earlier, it would disappear from the
 * card at each attempt.
 */
export const clearWait = async (db: Tx, uuid: string, runID: string): Promise<void> => {
  await db
    .updateTable('uploads')
    .set({ waitsFor: null })
    .where('uuid', '=', uuid)
    .where('runID', '=', runID)
    .where('waitsFor', 'is not', null)
    .execute();
};

/** Uploads whose job no longer exists or has used up its attempts, without those that wait for a decision. */
export const listAbandonedUploads = async (db: Tx): Promise<{ uuid: string }[]> => {
  const key = sql<string>`'process-upload:' || u.uuid`;
  const { rows } = await sql<{ uuid: string }>`
    select u.uuid from uploads u
    where u.status in ('completed', 'processing') and u.held is null and not ${isJobPending(key)}`.execute(
    db,
  );
  return rows;
};

export const listUploadsOf = (db: Tx, studyID: number) =>
  db.selectFrom('uploads').select('uuid').where('studyID', '=', studyID).orderBy('createdAt').execute();
