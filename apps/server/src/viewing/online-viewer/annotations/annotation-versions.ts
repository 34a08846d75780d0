import type { AnnotationVersion, getAnnotationVersion } from '@snimok/contract/viewing/annotation-versions';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/client.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import type { ViewableStudy } from '../viewed-study/queries.ts';
import { sentences } from '../sentences.ts';

type Version = z.infer<typeof AnnotationVersion>;
type WholeVersion = z.infer<(typeof getAnnotationVersion)['schema']['response'][200]>;

const MOST_LISTED = 200;

/** Counts the landmarks of cephalograms that are X-rays, and of those that are computed from volumes. */
const countLandmarks = sql<number>`(
  select count(*)::int from jsonb_path_query(study_mark_versions.plan, '$.*[*].landmarks[*]')
)`;

/** Versions belong to the study's current object, as annotations do. */
const versionsOf = (db: Tx, { id, objectID }: ViewableStudy) =>
  db
    .selectFrom('studyMarkVersions')
    .innerJoin('accounts', 'accounts.id', 'studyMarkVersions.accountID')
    .select([
      'studyMarkVersions.accountID',
      'studyMarkVersions.revision',
      'studyMarkVersions.updatedAt',
      'accounts.name',
    ])
    .where('studyMarkVersions.studyID', '=', id)
    .where('studyMarkVersions.objectID', '=', objectID);

const present = (
  row: { accountID: number; revision: number; updatedAt: Date; name: string },
  accountID: number,
) => ({
  versionID: `${row.accountID}-${row.revision}`,
  authorName: row.name,
  own: row.accountID === accountID,
  savedAt: row.updatedAt.toISOString(),
});

/** Newest first. */
export const listVersions = async (db: Tx, study: ViewableStudy, accountID: number): Promise<Version[]> => {
  const rows = await versionsOf(db, study)
    .select(sql<number>`jsonb_array_length(study_mark_versions.marks)`.as('count'))
    .select(countLandmarks.as('landmarks'))
    .orderBy('studyMarkVersions.updatedAt', 'desc')
    .orderBy('studyMarkVersions.accountID')
    .orderBy('studyMarkVersions.revision', 'desc')
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ({ ...present(row, accountID), count: row.count, landmarks: row.landmarks }));
};

/** @throws Problem 404 when the study has no such version */
export const findVersion = async (
  db: Tx,
  study: ViewableStudy,
  accountID: number,
  versionID: string,
): Promise<WholeVersion> => {
  const [author, revision] = versionID.split('-').map(Number);
  const row = await versionsOf(db, study)
    .select(['studyMarkVersions.marks', 'studyMarkVersions.plan'])
    .where('studyMarkVersions.accountID', '=', author ?? 0)
    .where('studyMarkVersions.revision', '=', revision ?? 0)
    .executeTakeFirstOrThrow(() => notFound(sentences.noAnnotationVersion));
  return {
    ...present(row, accountID),
    marks: row.marks as unknown as WholeVersion['marks'],
    ...(row.plan !== null && { plan: row.plan as unknown as WholeVersion['plan'] }),
  };
};
