import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { inState } from '../../studies/studies/study-rows/study-state.ts';

/** The uploads among these that still accept files. */
export const listOpenUploads = async (db: Tx, uploadUUIDs: string[]): Promise<Set<string>> => {
  if (uploadUUIDs.length === 0) return new Set();
  const rows = await db
    .selectFrom('uploads')
    .innerJoin('studies', 'studies.id', 'uploads.studyID')
    .select('uploads.uuid')
    .where(sql<boolean>`uploads.uuid = any(${uploadUUIDs}::uuid[])`)
    .where('uploads.status', '=', 'uploading')
    .where('studies.deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
};

export interface Viewer {
  who: Actor;
  studyIDs: number[];
}

/** Whether a study can be opened, by the id of the study. */
export type OpenStudies = Map<number, boolean>;

/** For each viewer: which of its studies are visible, and whether they can be opened. One statement for all viewers. */
export const listVisibleStudies = async (db: Tx, viewers: Viewer[]): Promise<OpenStudies[]> => {
  const found = viewers.map((): OpenStudies => new Map());
  const [first, ...others] = viewers.map(({ who, studyIDs }, viewer) =>
    db
      .selectFrom('studies')
      .select(['studies.id', sql.lit(viewer).as('viewer')])
      .select(inState('available').as('isOpen'))
      .where(sql<boolean>`studies.id = any(${studyIDs}::bigint[])`)
      .where(visibleStudies(who)),
  );
  if (!first) return found;
  const rows = await others.reduce((all, one) => all.unionAll(one), first).execute();
  for (const { viewer, id, isOpen } of rows) found[viewer]?.set(id, Boolean(isOpen));
  return found;
};
