import { type Expression, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import { keysOfRow } from '../../platform/db/stored-artifacts.ts';
import type { SeriesRanges } from './packed-frames.ts';

/** Version of the packed frames. A rendition with a lower one is made again when the study is opened. */
export const FORMAT = 2;

/**
 * Whether the job of this rendition waits or runs. Must be read in the same statement as the rendition: between two
 * statements a rendition could become ready, which would look like one that was given up.
 */
export const isRenditionQueued = (objectID: Expression<string | null>) =>
  isJobPending(sql<string>`'make-view:' || ${objectID}`);

/**
 * Version of the volume builder, in the description of each series. A rendition without it whose series have warnings is
 * made again when the study is opened: its slices may make a volume now. It is not a new `FORMAT`, because most
 * renditions stay as they are, and servers of the previous version, which may run at the same time, can send both.
 */
export const BUILDER = 2;

/** Whether the rendition of an object could be better if it were made again; undefined rows are not. */
export const isRenditionOutdated = (objectID: Expression<string | null>) =>
  sql<boolean>`exists (
    select from object_view_series where object_view_series.object_id = ${objectID}
    and facts -> 'builder' is null and jsonb_array_length(facts -> 'warnings') > 0
  )`;

/** Undefined if the object has been deleted; its columns are null if the rendition has never been started. */
export const findRendition = (db: Tx, objectID: string) =>
  db
    .selectFrom('objects')
    .leftJoin('objectViews', 'objectViews.objectID', 'objects.id')
    .select(({ ref }) => [
      'objectViews.status',
      'objectViews.format',
      'objectViews.key',
      isRenditionQueued(ref('objects.id')).as('isQueued'),
      isRenditionOutdated(ref('objects.id')).as('isOutdated'),
    ])
    .where('objects.id', '=', objectID)
    .executeTakeFirst();

/** Undefined if the object is deleted or archived, or no study refers to it. */
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

/** Assigns the rendition to a run and returns the run that had it before. */
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
    const inserted = await tx
      .insertInto('objectViews')
      .values({ objectID, ...claim })
      .onConflict((conflict) => conflict.column('objectID').doNothing())
      .returning('objectID')
      .executeTakeFirst();
    if (inserted) return { previousRunID: null };
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

/** Changes nothing if another run has claimed the rendition. */
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

interface NewRendition {
  objectID: string;
  runID: string;
  key: string;
  sizeBytes: number;
  series: { facts: object; places: SeriesRanges }[];
}

/** False, without a change, if the object has been deleted or another run has claimed the rendition. */
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

/** Returns the key of the rendition's file, which is still in the store. */
export const deleteRendition = async (tx: Tx, objectID: string): Promise<string[]> => {
  const deleted = await tx
    .deleteFrom('objectViews')
    .where('objectID', '=', objectID)
    .returning(['objectID', 'runID', 'key'])
    .execute();
  return deleted.flatMap((row) => keysOfRow('object_views', row));
};
