import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import { keyOfRun } from '../../platform/db/stored-artifacts.ts';
import { inState } from '../studies/study-state.ts';

/** A disc is made by one run; a newer request gives the row another run. */
export interface Run {
  studyID: number;
  objectID: string;
  runID: string;
}

/** `isQueued` is read in the same statement, so that a disc that becomes ready does not look given up. */
const selectDiscs = (db: Tx) =>
  db
    .selectFrom('studyDiscs')
    .selectAll()
    .select(isJobPending(sql<string>`'make-disc:' || study_discs.study_id`).as('isQueued'));

export const findDisc = (db: Tx, studyID: number) =>
  selectDiscs(db).where('studyID', '=', studyID).executeTakeFirst();

export type DiscRow = NonNullable<Awaited<ReturnType<typeof findDisc>>>;

export const lockDisc = (tx: Tx, studyID: number) =>
  selectDiscs(tx).where('studyID', '=', studyID).forUpdate().executeTakeFirst();

/** Inserts a request, or replaces the previous one. */
export const putRequest = async (
  tx: Tx,
  request: { studyID: number; objectID: string; subject: string; requestedAt: Date },
): Promise<Run> => {
  const runID = randomUUID();
  const none = { progress: 0, reason: null, key: null, sizeBytes: null };
  const fresh = { ...request, runID, status: 'making', ...none };
  await tx
    .insertInto('studyDiscs')
    .values(fresh)
    .onConflict((conflict) => conflict.column('studyID').doUpdateSet(fresh))
    .execute();
  return { studyID: request.studyID, objectID: request.objectID, runID };
};

/** What a disc contains and what its page says. Undefined if another run has taken over, or the study has gone. */
export const findDiscSource = (db: Tx, { studyID, objectID, runID }: Run) =>
  db
    .selectFrom('studyDiscs')
    .innerJoin('studies', 'studies.id', 'studyDiscs.studyID')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .innerJoin('objects', 'objects.id', 'studyDiscs.objectID')
    .select([
      'objects.key',
      'studies.id',
      'studies.patientID',
      'studies.type',
      'studies.createdAt',
      'studies.doneAt',
      'patients.name',
      'patients.birthday',
    ])
    .where('studyDiscs.studyID', '=', studyID)
    .where('studyDiscs.objectID', '=', objectID)
    .where('studyDiscs.runID', '=', runID)
    .where('studyDiscs.status', '=', 'making')
    .where('studies.objectID', '=', objectID)
    .where(inState('available'))
    .where('studies.deletedAt', 'is', null)
    .executeTakeFirst();

export type DiscSource = NonNullable<Awaited<ReturnType<typeof findDiscSource>>>;

/** The facts about the patient on which `subject` depends. */
export const findPatientFacts = (db: Tx, patientID: number) =>
  db
    .selectFrom('patients')
    .select(['name', 'birthday'])
    .where('id', '=', patientID)
    .executeTakeFirstOrThrow();

/** Name and address of each branch of the centre that is in use. */
export const listCentres = async (db: Tx): Promise<string[]> => {
  const rows = await db
    .selectFrom('locations')
    .select(['name', 'address'])
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .limit(3)
    .execute();
  return rows.map(({ name, address }) => [name, address].filter(Boolean).join(', '));
};

/** Changes nothing, and returns false, if another run has taken over. */
const update = async (
  tx: Tx,
  { studyID, runID }: Run,
  change: { status?: string; progress?: number | null; reason?: string; key?: string; sizeBytes?: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('studyDiscs')
    .set(change)
    .where('studyID', '=', studyID)
    .where('runID', '=', runID)
    .where('status', '=', 'making')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const updateDiscProgress = (tx: Tx, run: Run, progress: number) => update(tx, run, { progress });

export const failDisc = (tx: Tx, run: Run, reason: string) =>
  update(tx, run, { status: 'failed', progress: null, reason });

export const publishDisc = (tx: Tx, run: Run, stored: { key: string; sizeBytes: number }) =>
  update(tx, run, { status: 'ready', progress: null, ...stored });

/** Deletes the discs of an object; returns their keys, which are still in the store. */
export const deleteDiscs = async (tx: Tx, objectID: string): Promise<string[]> => {
  const deleted = await tx
    .deleteFrom('studyDiscs')
    .where('objectID', '=', objectID)
    .returning(['objectID', 'runID'])
    .execute();
  return deleted.map((run) => keyOfRun('study_discs', run));
};

/** Deletes the discs that were requested before; returns their keys, which are still in the store. */
export const deleteOldDiscs = async (tx: Tx, before: Date): Promise<string[]> => {
  const deleted = await tx
    .deleteFrom('studyDiscs')
    .where('requestedAt', '<', before)
    .returning(['objectID', 'runID'])
    .execute();
  return deleted.map((run) => keyOfRun('study_discs', run));
};
