import type { SortField } from '@snimok/contract/studies';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { notBefore } from './list-queries.ts';

/** Where a page begins in the ascending order, and the place before it from which to walk there. */
export interface CursorBefore {
  total: number;
  start: number;
  mark: RawBuilder<unknown>;
  /** so many studies stand before the mark */
  before: number;
}

/** Sums up the marks of 0009_pages.sql, with what has changed since they were counted. */
export const findCursor = async (
  tx: Tx,
  field: SortField,
  direction: 'asc' | 'desc',
  offset: number,
  limit: number,
): Promise<CursorBefore> => {
  const start = direction === 'asc' ? sql`${offset}::bigint` : sql`greatest(total - ${offset} - ${limit}, 0)`;
  const { rows } = await sql<{
    word: string;
    studyID: number;
    before: number;
    total: number;
    start: number;
  }>`
    with changes as (
      select mark_id, sum(change) as change from list_changes group by mark_id
    ), counted as (
      select m.word, m.study_id, (m.studies + coalesce(c.change, 0))::bigint as studies
      from list_marks m left join changes c on c.mark_id = m.id
      where m.list = ${field}
    ), placed as (
      select word, study_id,
        (sum(studies) over (order by word, study_id rows unbounded preceding) - studies)::bigint as before,
        (sum(studies) over ())::bigint as total
      from counted
    )
    select word, study_id, before, total, ${start} as start from placed
    where before <= ${start}
    order by word desc, study_id desc
    limit 1`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error(`the list by ${field} has no first mark`);
  return { ...found, mark: notBefore(field, found.word, found.studyID) };
};

/** Some marks are counted anew every time, so that a count that went wrong does not stay wrong. */
const RECOUNTED = 20;

export const maintainCursors = async (db: Tx): Promise<void> => {
  await sql`select tend_marks(${RECOUNTED})`.execute(db);
};
