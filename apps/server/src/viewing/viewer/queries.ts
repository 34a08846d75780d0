import type { ViewerSeries } from '@snimok/contract/viewer';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isRenditionQueued } from '../../studies/renditions/queries.ts';
import type { SeriesRanges } from '../../studies/renditions/packed-frames.ts';

export type ViewableStudy = NonNullable<Awaited<ReturnType<typeof findViewableStudy>>>;

/**
 * A visible, done study with the state of its rendition; undefined when it is not visible, not done or without files.
 */
export const findViewableStudy = async (db: Tx, who: Actor, studyID: number) => {
  const row = await db
    .selectFrom('studies')
    .leftJoin('objectViews', 'objectViews.objectID', 'studies.objectID')
    .select(({ ref }) => [
      'studies.id',
      'studies.patientID',
      'studies.doctorID',
      'studies.patientName',
      'studies.type',
      'studies.createdAt',
      'studies.objectID',
      'objectViews.status as renditionStatus',
      'objectViews.format as renditionFormat',
      'objectViews.progress as renditionProgress',
      'objectViews.reason as renditionReason',
      'objectViews.key as renditionKey',
      isRenditionQueued(ref('studies.objectID')).as('isRenditionQueued'),
    ])
    .where('studies.id', '=', studyID)
    .where('studies.status', '=', 'done')
    .where(visibleStudies(who))
    .executeTakeFirst();
  return row?.objectID ? { ...row, objectID: row.objectID } : undefined;
};

export interface StoredSeries {
  facts: z.infer<typeof ViewerSeries>;
  places: SeriesRanges;
}

/** In the order of the rendition. The JSON columns were validated when `renditions/` wrote them. */
export const listRenditionSeries = async (db: Tx, objectID: string): Promise<StoredSeries[]> => {
  const rows = await db
    .selectFrom('objectViewSeries')
    .select(['facts', 'places'])
    .where('objectID', '=', objectID)
    .orderBy('position')
    .execute();
  return rows as unknown as StoredSeries[];
};
