import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/client.ts';
import { keysOfRow } from '../../platform/db/stored-artifacts.ts';
import type { SegmentationResult } from '../processing/segment-task.ts';

/** A segmentation is made by one run; a newer request or a cancellation gives the row another run. */
export interface Run {
  objectID: string;
  runID: string;
}

export const findSegmentation = (db: Tx, objectID: string) =>
  db.selectFrom('segmentations').selectAll().where('objectID', '=', objectID).executeTakeFirst();

export type SegmentationRow = NonNullable<Awaited<ReturnType<typeof findSegmentation>>>;

/** Undefined if the object is deleted or archived, or another run has taken over. */
export const findSegmentationSource = (db: Tx, { objectID, runID }: Run) =>
  db
    .selectFrom('segmentations')
    .innerJoin('objects', 'objects.id', 'segmentations.objectID')
    .leftJoin('panoramas', 'panoramas.objectID', 'objects.id')
    .leftJoin('arches', 'arches.id', 'panoramas.archID')
    .select([
      'objects.key',
      'segmentations.key as previousKey',
      'segmentations.studyID',
      'segmentations.accountID',
      'arches.points',
      'arches.plane',
    ])
    .where('segmentations.objectID', '=', objectID)
    .where('segmentations.runID', '=', runID)
    .where('segmentations.status', 'in', ['queued', 'running'])
    .where('objects.place', '=', 'warm')
    .executeTakeFirst();

/**
 * Inserts a request, or replaces a finished one; returns its run, null if one waits or runs already. With `replaces`, also null
 * unless the finished one ended at that time: 'none' replaces nothing.
 */
export const insertRequest = async (
  tx: Tx,
  request: { objectID: string; studyID: number; accountID: number; requestedAt: Date },
  replaces: Date | 'none' | undefined,
): Promise<string | null> => {
  const runID = randomUUID();
  const fresh = { ...request, runID, status: 'queued', progress: 0, reason: null, finishedAt: null };
  const row = await tx
    .insertInto('segmentations')
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .column('objectID')
        .doUpdateSet(fresh)
        .where('segmentations.status', 'not in', ['queued', 'running'])
        .where((row) => {
          if (replaces === undefined) return row.lit(true);
          return replaces === 'none' ? row.lit(false) : row('segmentations.finishedAt', '=', replaces);
        }),
    )
    .returning('runID')
    .executeTakeFirst();
  return row ? runID : null;
};

/** Changes nothing, and returns false, if another run has taken over. */
const update = async (
  tx: Tx,
  { objectID, runID }: Run,
  change: {
    status?: string;
    progress?: number | null;
    reason?: string | null;
    finishedAt?: Date;
    key?: string;
    sizeBytes?: number;
    result?: string;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('segmentations')
    .set(change)
    .where('objectID', '=', objectID)
    .where('runID', '=', runID)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const updateProgress = (tx: Tx, run: Run, progress: number) =>
  update(tx, run, { status: 'running', progress });

export const failSegmentation = (tx: Tx, run: Run, reason: string, finishedAt: Date) =>
  update(tx, run, { status: 'failed', progress: null, reason, finishedAt });

export const publishSegmentation = (
  tx: Tx,
  run: Run,
  {
    key,
    sizeBytes,
    result,
    finishedAt,
  }: { key: string; sizeBytes: number; result: SegmentationResult; finishedAt: Date },
) =>
  update(tx, run, {
    ...{ status: 'ready', progress: null, reason: null, key, sizeBytes, finishedAt },
    result: JSON.stringify(result),
  });

export const cancelRequest = async (tx: Tx, objectID: string, finishedAt: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('segmentations')
    .set({ status: 'cancelled', progress: null, runID: randomUUID(), finishedAt })
    .where('objectID', '=', objectID)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const isCurrentRun = async (db: Tx, { objectID, runID }: Run): Promise<boolean> => {
  const row = await findSegmentation(db, objectID);
  return row?.runID === runID;
};

/** Returns the key of its files, which are still in the store. */
export const deleteSegmentation = async (tx: Tx, objectID: string): Promise<string[]> => {
  const deleted = await tx
    .deleteFrom('segmentations')
    .where('objectID', '=', objectID)
    .returning(['objectID', 'runID', 'key'])
    .execute();
  return deleted.flatMap((row) => keysOfRow('segmentations', row));
};

/** The objects whose segmentation was requested in this study. */
export const listSegmentedObjects = async (tx: Tx, studyID: number): Promise<string[]> => {
  const rows = tx.selectFrom('segmentations').select('objectID').where('studyID', '=', studyID);
  return (await rows.execute()).map(({ objectID }) => objectID);
};
