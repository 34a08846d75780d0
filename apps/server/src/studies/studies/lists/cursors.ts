import type { SortField } from '@snimok/contract/studies/studies';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { periodicJob } from '../../../platform/jobs/jobs.ts';
import { startingAt } from '../study-rows/list-queries.ts';

/** The page `start` studies from the beginning of the ascending order, and the nearest list cursor before it. */
interface CursorBefore {
  total: number;
  start: number;
  /** the studies at and after the cursor */
  condition: RawBuilder<unknown>;
  /** number of studies before the cursor */
  before: number;
}

/** Sums up the list cursors of 0009_pages.sql, including the changes that are not yet added to their counts. */
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
  const [cursor] = rows;
  if (!cursor) throw new Error(`the list sorted by ${field} has no first cursor in list_marks`);
  const { total, before, word, studyID } = cursor;
  return { total, before, start: cursor.start, condition: startingAt(field, word, studyID) };
};

/** Each maintenance recounts this many cursors, so that a wrong count is corrected sooner or later. */
const RECOUNTED = 20;

/** Keeps the cursors of the list of all studies few and evenly spaced. @internal */
export const maintainCursors = async (db: Tx): Promise<void> => {
  await sql`select tend_marks(${RECOUNTED})`.execute(db);
};

export const maintainListCursors = periodicJob('maintain-list-cursors', ({ db }) => maintainCursors(db), {
  formerly: ['tend-list-marks'],
});
