import { type Expression, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import type { SeriesRanges } from './packed-frames.ts';

/** Grows when frames are packed another way: what older code has packed is then made anew, when somebody looks. */
export const FORMAT = 1;

/**
 * Whether a worker has the view of this object, or will. A part of the statement that asks for the view itself: a view that is
 * finished between two looks would be told as given up.
 */
export const isRenditionQueued = (objectID: Expression<string | null>) =>
  isJobPending(sql<string>`'make-view:' || ${objectID}`);

/** What there is to be looked at of an object; its parts are null when nobody has begun it. */
export const findRendition = (db: Tx, objectID: string) =>
  db
    .selectFrom('objects')
    .leftJoin('objectViews', 'objectViews.objectID', 'objects.id')
    .select(({ ref }) => [
      'objectViews.status',
      'objectViews.format',
      'objectViews.key',
      isRenditionQueued(ref('objects.id')).as('isQueued'),
    ])
    .where('objects.id', '=', objectID)
    .executeTakeFirst();

/** The object at hand and its files; undefined when there is nothing to make a view of. */
export const findRenditionSource = (db: Tx, objectID: string) =>
  db
    .selectFrom('objects')
    .innerJoin('objectIndexes', 'objectIndexes.objectID', 'objects.id')
    .innerJoin('studies', 'studies.objectID', 'objects.id')
    .select(['objects.key', 'objectIndexes.entries', 'studies.type'])
    .where('objects.id', '=', objectID)
    .where('objects.place', '=', 'warm')
    .limit(1)
    .executeTakeFirst();

/** Takes the making over for one run, and tells which run had it before: each but the first has one predecessor. */
export const claimRendition = (
  db: Db,
  objectID: string,
  runID: string,
): Promise<{ previousRunID: string | null }> => {
  const claim = {
    status: 'making',
    format: FORMAT,
    runID,
    progress: 0,
    reason: null,
    key: null,
    sizeBytes: null,
  };
  return db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('objectViews')
      .values({ objectID, ...claim })
      .onConflict((at) => at.column('objectID').doNothing())
      .returning('objectID')
      .executeTakeFirst();
    if (first) return { previousRunID: null };
    const previous = await tx
      .selectFrom('objectViews')
      .select('runID')
      .where('objectID', '=', objectID)
      .forUpdate()
      .executeTakeFirst();
    await tx.updateTable('objectViews').set(claim).where('objectID', '=', objectID).execute();
    return { previousRunID: previous?.runID ?? null };
  });
};

export const updateRenditionProgress = async (
  db: Tx,
  objectID: string,
  runID: string,
  progress: number,
): Promise<void> => {
  await db
    .updateTable('objectViews')
    .set({ progress })
    .where('objectID', '=', objectID)
    .where('runID', '=', runID)
    .where('status', '=', 'making')
    .execute();
};

export const failRendition = async (
  db: Tx,
  objectID: string,
  runID: string,
  reason: string,
): Promise<void> => {
  await db
    .updateTable('objectViews')
    .set({ status: 'failed', reason, progress: null })
    .where('objectID', '=', objectID)
    .where('runID', '=', runID)
    .execute();
};

export interface NewRendition {
  objectID: string;
  runID: string;
  key: string;
  sizeBytes: number;
  series: { facts: object; places: SeriesRanges }[];
}

/** False when the object has gone meanwhile, or another run has taken over. */
export const publishRendition = async (
  tx: Tx,
  { objectID, runID, key, sizeBytes, series }: NewRendition,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('objectViews')
    .set({ status: 'ready', progress: null, key, sizeBytes })
    .where('objectID', '=', objectID)
    .where('runID', '=', runID)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('objectViewSeries').where('objectID', '=', objectID).execute();
  await tx
    .insertInto('objectViewSeries')
    .values(
      series.map(({ facts, places }, position) => ({
        objectID,
        position,
        facts: JSON.stringify(facts),
        places: JSON.stringify(places),
      })),
    )
    .execute();
  return true;
};

/** Takes away what was made of an object, and tells the key that is of no more use. */
export const deleteRendition = async (tx: Tx, objectID: string): Promise<string[]> => {
  const dropped = await tx
    .deleteFrom('objectViews')
    .where('objectID', '=', objectID)
    .returning('key')
    .executeTakeFirst();
  return dropped?.key ? [dropped.key] : [];
};
