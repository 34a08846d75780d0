import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/client.ts';
import { keyOfRun, type Run } from '../../platform/db/stored-artifacts.ts';
import { putRun, removingUnnamed, updateRun } from '../objects/runs.ts';

const NOT_FINISHED = ['queued', 'running'];

export const findSegmentation = (db: Tx, objectID: string) =>
  db.selectFrom('segmentations').selectAll().where('objectID', '=', objectID).executeTakeFirst();

/** Locks the row: until the end of the transaction no other run takes it. */
export const lockSegmentation = (tx: Tx, objectID: string) =>
  tx.selectFrom('segmentations').selectAll().where('objectID', '=', objectID).forUpdate().executeTakeFirst();

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
      'segmentations.studyID',
      'segmentations.accountID',
      'arches.points',
      'arches.plane',
    ])
    .where('segmentations.objectID', '=', objectID)
    .where('segmentations.runID', '=', runID)
    .where('segmentations.status', 'in', NOT_FINISHED)
    .where('objects.place', '=', 'warm')
    .executeTakeFirst();

/**
 * Inserts a request, or replaces a finished one, and returns its run. Null, without a change, if a request waits or
 * runs already. With `replaces`, also null if the finished one ended at another time, or if `replaces` is 'none'.
 */
export const insertRequest = (
  tx: Tx,
  request: { objectID: string; studyID: number; accountID: number; requestedAt: Date },
  replaces: Date | 'none' | undefined,
): Promise<Run | null> => {
  const fresh = { ...request, status: 'queued', progress: 0, reason: null, finishedAt: null };
  return putRun(tx, 'segmentations', fresh, ({ status, finishedAt }) => {
    if (NOT_FINISHED.includes(status) || replaces === 'none') return false;
    return replaces === undefined || finishedAt?.getTime() === replaces.getTime();
  });
};

export const updateProgress = (tx: Tx, run: Run, progress: number) =>
  updateRun(tx, 'segmentations', run, { status: 'running', progress });

export const failSegmentation = (tx: Tx, run: Run, reason: string, finishedAt: Date) =>
  updateRun(tx, 'segmentations', run, { status: 'failed', progress: null, reason, finishedAt });

/** Takes the row from the run that makes it. */
export const cancelRequest = async (tx: Tx, objectID: string, finishedAt: Date): Promise<boolean> => {
  const row = await findSegmentation(tx, objectID);
  if (!row) return false;
  const written = [keyOfRun('segmentations', row)];
  return removingUnnamed(tx, 'segmentations', { objectID, written }, () =>
    updateRun(tx, 'segmentations', row, {
      status: 'cancelled',
      progress: null,
      runID: randomUUID(),
      finishedAt,
    }),
  );
};

export const isCurrentRun = async (db: Tx, { objectID, runID }: Run): Promise<boolean> => {
  const row = await findSegmentation(db, objectID);
  return row?.runID === runID;
};
