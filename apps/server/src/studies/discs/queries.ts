import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import { keysOfRow, type Run } from '../../platform/db/stored-artifacts.ts';
import { EXAMINED_COLUMNS } from '../studies/study-rows/examined-at.ts';
import { inState } from '../studies/study-rows/study-state.ts';

export interface DiscRun extends Run {
  studyID: number;
}

/** `isQueued` is read in the same statement, so that a disc that becomes ready does not look as if its job had failed. */
const selectDiscs = (db: Tx) =>
  db
    .selectFrom('studyDiscs')
    .selectAll()
    .select(isJobPending(sql<string>`'make-disc:' || study_discs.study_id`).as('isQueued'));

export const findDisc = (db: Tx, studyID: number) =>
  selectDiscs(db).where('studyID', '=', studyID).executeTakeFirst();

export type DiscRow = NonNullable<Awaited<ReturnType<typeof findDisc>>>;

/** What a disc contains and what its page says. Undefined if another run has replaced this one or the study is not available. */
export const findDiscSource = (db: Tx, { studyID, objectID, runID }: DiscRun) =>
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
      ...EXAMINED_COLUMNS,
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

/** Deletes the rows of discs that were requested before this time. Returns the keys of their objects, which are still stored. */
export const deleteOldDiscs = async (tx: Tx, before: Date): Promise<string[]> => {
  const deleted = await tx
    .deleteFrom('studyDiscs')
    .where('requestedAt', '<', before)
    .returning(['objectID', 'runID', 'key'])
    .execute();
  return deleted.flatMap((row) => keysOfRow('study_discs', row));
};
