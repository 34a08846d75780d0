import { DAYS_TO_UNDO } from '@snimok/contract/reception/move-and-merge';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { EXAMINED_COLUMNS } from '../../studies/studies/study-rows/examined-at.ts';

const LISTED = 30;

/** Changes made before this time can no longer be undone. */
export const startOfUndo = (now: Date): Date => after(now, -DAYS_TO_UNDO * DAY_MS);

export const insertReassignment = async (
  tx: Tx,
  row: Insertable<Database['reassignments']>,
): Promise<number> => {
  const { id } = await tx.insertInto('reassignments').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
};

/** Erases the rows that an undo would restore once it is too late for it, because they contain names and addresses. */
export const eraseOldUndo = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .updateTable('reassignments')
    .set({ undo: null })
    .where('undo', 'is not', null)
    .where('createdAt', '<=', startOfUndo(now))
    .execute();
};

/** Locks the row, so that a change is undone only once. */
export const lockReassignment = (tx: Tx, reassignmentID: number) =>
  tx.selectFrom('reassignments').selectAll().where('id', '=', reassignmentID).forUpdate().executeTakeFirst();

export type ReassignmentRow = NonNullable<Awaited<ReturnType<typeof lockReassignment>>>;

export const updateUndone = async (
  tx: Tx,
  reassignmentID: number,
  undone: { undoneAt: Date; undoneBy: number },
): Promise<void> => {
  await tx
    .updateTable('reassignments')
    .set({ ...undone, undo: null })
    .where('id', '=', reassignmentID)
    .execute();
};

/**
 * The latest change after this one that was not undone and concerns the same patients or one of these studies; it has to be
 * undone first. Moves of other studies do not matter.
 */
export const findLaterChange = (
  tx: Tx,
  { id, sourceID, targetID }: ReassignmentRow,
  studyIDs: readonly number[],
) =>
  tx
    .selectFrom('reassignments')
    .select(['kind', 'createdAt'])
    .where('id', '>', id)
    .where('undoneAt', 'is', null)
    .where(
      sql<boolean>`(
        kind <> 'study' and array[source_id, target_id] && array[${sourceID}, ${targetID}]::bigint[]
        or study_id = any(${studyIDs}::bigint[])
      )`,
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The latest changes of these patients, newest first. */
export const listReassignmentsOf = (db: Tx, patientIDs: readonly number[]) =>
  db
    .selectFrom('reassignments')
    .innerJoin('accounts as creator', 'creator.id', 'reassignments.creatorID')
    .innerJoin('accounts as sourceDoctor', 'sourceDoctor.id', 'reassignments.sourceDoctorID')
    .innerJoin('accounts as targetDoctor', 'targetDoctor.id', 'reassignments.targetDoctorID')
    .leftJoin('accounts as undoer', 'undoer.id', 'reassignments.undoneBy')
    .leftJoin('patients as source', 'source.id', 'reassignments.sourceID')
    .leftJoin('patients as target', 'target.id', 'reassignments.targetID')
    .leftJoin('studies', 'studies.id', 'reassignments.studyID')
    .select([
      'reassignments.id',
      'reassignments.kind',
      'reassignments.createdAt',
      'reassignments.undoneAt',
      'reassignments.sourceID',
      'reassignments.targetID',
      'reassignments.studyID',
      'creator.name as creatorName',
      'undoer.name as undoneByName',
      'source.name as sourceName',
      'target.name as targetName',
      'sourceDoctor.name as sourceDoctorName',
      'targetDoctor.name as targetDoctorName',
      'studies.type as studyType',
      'studies.createdAt as studyCreatedAt',
      ...EXAMINED_COLUMNS,
    ])
    .where(
      sql<boolean>`(source_id = any(${patientIDs}::bigint[]) or target_id = any(${patientIDs}::bigint[]))`,
    )
    .orderBy('reassignments.id', 'desc')
    .limit(LISTED)
    .execute();
