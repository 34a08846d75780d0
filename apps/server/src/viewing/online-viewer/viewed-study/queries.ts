import type { ComparableStudy } from '@snimok/contract/viewing/comparison';
import type { ViewerSeries } from '@snimok/contract/viewing/online-viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { isRenditionOutdated, isRenditionQueued } from '../../../studies/renditions/queries.ts';
import type { SeriesRanges } from '../../../studies/renditions/packed-frames.ts';
import { machineClock } from '../../../studies/studies/study-rows/examined-days.ts';
import { type DatedStudy, dayOfStudy } from '../../../studies/studies/study-rows/study-day.ts';
import { inState } from '../../../studies/studies/study-rows/study-state.ts';
import { EXAMINED_COLUMNS, presentExaminedAt } from '../../../studies/studies/study-rows/examined-at.ts';

export type ViewableStudy = NonNullable<Awaited<ReturnType<typeof findViewableStudy>>>;

/**
 * A visible, done study with the state of its rendition; undefined when it is not visible, not done or without files.
 */
export const findViewableStudy = async (db: Tx, who: Actor, studyID: number) => {
  const row = await db
    .selectFrom('studies')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .leftJoin('objectViews', 'objectViews.objectID', 'studies.objectID')
    .select(({ ref }) => [
      'studies.id',
      'studies.patientID',
      'studies.doctorID',
      'studies.patientName',
      'patients.birthday as patientBirthday',
      'patients.sex as patientSex',
      'studies.type',
      'studies.createdAt',
      ...EXAMINED_COLUMNS,
      'studies.objectID',
      'objectViews.status as renditionStatus',
      'objectViews.format as renditionFormat',
      'objectViews.progress as renditionProgress',
      'objectViews.reason as renditionReason',
      'objectViews.key as renditionKey',
      isRenditionQueued(ref('studies.objectID')).as('isRenditionQueued'),
      isRenditionOutdated(ref('studies.objectID')).as('isRenditionOutdated'),
    ])
    .where('studies.id', '=', studyID)
    .where(inState('available'))
    .where(visibleStudies(who))
    .executeTakeFirst();
  return row?.objectID ? { ...row, objectID: row.objectID } : undefined;
};

const MAX_COMPARABLE = 51;

/** The visible, done studies of a patient, newest first. */
export const listViewableStudies = async (
  db: Tx,
  who: Actor,
  patientID: number,
  timeZone: string,
): Promise<z.infer<typeof ComparableStudy>[]> => {
  const rows = await db
    .selectFrom('studies')
    .select(['studies.id', 'studies.type', 'studies.createdAt', ...EXAMINED_COLUMNS])
    .where('studies.patientID', '=', patientID)
    .where(inState('available'))
    .where('studies.objectID', 'is not', null)
    .where(visibleStudies(who))
    .orderBy(sql`coalesce(studies.examined_at, studies.created_at)`, 'desc')
    .orderBy('studies.id', 'desc')
    .limit(MAX_COMPARABLE)
    .execute();
  const days = rows.map((study) => dayOfStudy(study, timeZone));
  return rows.map((study, at) => ({
    studyID: study.id,
    type: study.type as z.infer<typeof ComparableStudy>['type'],
    createdAt: study.createdAt.toISOString(),
    examinedAt: presentExaminedAt(study),
    sharesDay: days.filter((day) => day === days[at]).length > 1,
  }));
};

/** Whether the patient has another study of the same day (`dayOfStudy`). */
export const hasOtherOfDay = async (
  db: Tx,
  who: Actor,
  study: Pick<ViewableStudy, 'id' | 'patientID'> & DatedStudy,
  timeZone: string,
): Promise<boolean> => {
  const other = await db
    .selectFrom('studies')
    .select('studies.id')
    .where('studies.patientID', '=', study.patientID)
    .where('studies.id', '<>', study.id)
    .where(
      sql<boolean>`coalesce(
        ${machineClock},
        studies.created_at at time zone ${timeZone}
      )::date = ${dayOfStudy(study, timeZone)}::date`,
    )
    .where(visibleStudies(who))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
};

type Facts = z.infer<typeof ViewerSeries>;

/** The descriptions of the series for the viewer. `renditions/` validated the JSON columns when it wrote them. */
export const listSeriesFacts = async (db: Tx, objectID: string): Promise<Facts[]> => {
  const rows = await selectSeries(db, objectID).select('facts').execute();
  return rows.map(({ facts }) => facts as unknown as Facts);
};

/** Where the data of the series are in the file of the rendition. */
export const listSeriesPlaces = async (db: Tx, objectID: string): Promise<SeriesRanges[]> => {
  const rows = await selectSeries(db, objectID).select('places').execute();
  return rows.map(({ places }) => places as unknown as SeriesRanges);
};

export interface SeriesThumbnail {
  facts: Pick<
    Facts,
    'series' | 'kind' | 'modality' | 'description' | 'frameCount' | 'imageCount' | 'warnings'
  > & {
    missing?: number[];
  };
  thumbnail: SeriesRanges['thumbnail'];
}

/** Renditions of earlier versions may have more series. */
const MAX_LISTED = 500;

/** Without frames and levels, which are large. */
export const listSeriesThumbnails = async (db: Tx, objectID: string): Promise<SeriesThumbnail[]> => {
  const rows = await selectSeries(db, objectID)
    .select([
      sql<SeriesThumbnail['facts']>`facts - 'frames' - 'levels'`.as('facts'),
      sql<SeriesThumbnail['thumbnail']>`places -> 'thumbnail'`.as('thumbnail'),
    ])
    .limit(MAX_LISTED)
    .execute();
  return rows;
};

/** Null if the series has none; undefined if there is no such series. */
export const findThumbnail = async (db: Tx, objectID: string, series: number) => {
  const row = await selectSeries(db, objectID)
    .select(sql<SeriesThumbnail['thumbnail']>`places -> 'thumbnail'`.as('thumbnail'))
    .where(sql<number>`position::bigint`, '=', series)
    .executeTakeFirst();
  return row?.thumbnail;
};

/** Undefined if the series has none. */
export const findPoster = async (db: Tx, objectID: string, series: number) => {
  const row = await selectSeries(db, objectID)
    .select(sql<SeriesRanges['poster'] | null>`places -> 'poster'`.as('poster'))
    .where(sql<number>`position::bigint`, '=', series)
    .executeTakeFirst();
  return row?.poster ?? undefined;
};

/** The series of an object in the order of the rendition. */
const selectSeries = (db: Tx, objectID: string) =>
  db.selectFrom('objectViewSeries').where('objectID', '=', objectID).orderBy('position');
