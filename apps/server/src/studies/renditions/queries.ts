import { type Expression, sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import { jobKey } from '../../platform/jobs/jobs.ts';
import { makeRendition } from '../objects/jobs.ts';
import { FEWEST_SLICES } from './series.ts';
import type { SeriesRanges } from './packed-frames.ts';

/** Version of the packed frames. A rendition with a lower version is made again when the study is opened. */
export const FORMAT = 2;

/**
 * Whether the job of this rendition waits or runs. Must be read in the same statement as the rendition: a rendition
 * that becomes ready between two statements would look as if it had been given up.
 */
export const isRenditionQueued = (objectID: Expression<string | null>) =>
  isJobPending(sql<string>`${sql.lit(jobKey(makeRendition, ''))} || ${objectID}`);

/**
 * Version of the volume builder, in the description of each series. A rendition of an earlier one is made again when
 * the study is opened if a series has warnings or is shown as pictures although it has enough slices for a volume. It
 * is not a new `FORMAT`, because most renditions stay as they are. Servers of the previous version may run at the same
 * time, and can send renditions of both builders.
 */
export const BUILDER = 3;

/** Whether the rendition of an object could be better if it were made again. False without a rendition. */
export const isRenditionOutdated = (objectID: Expression<string | null>) =>
  sql<boolean>`exists (
    select from object_view_series where object_view_series.object_id = ${objectID}
    and coalesce((facts ->> 'builder')::int, 0) < ${BUILDER}
    and (jsonb_array_length(facts -> 'warnings') > 0
      or facts ->> 'kind' = 'pictures' and (facts ->> 'frameCount')::int >= ${FEWEST_SLICES})
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

export const replaceSeries = async (
  tx: Tx,
  objectID: string,
  series: readonly { facts: object; places: SeriesRanges }[],
): Promise<void> => {
  await tx.deleteFrom('objectViewSeries').where('objectID', '=', objectID).execute();
  const rows = series.map(({ facts, places }, position) => ({
    objectID,
    position,
    facts: JSON.stringify(facts),
    places: JSON.stringify(places),
  }));
  await tx.insertInto('objectViewSeries').values(rows).execute();
};
