import type { SortField } from '@snimok/contract/studies/studies';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import {
  countStudies,
  filtersOf,
  findSortKey,
  listIDs,
  readStudiesCounter,
  startingAfter,
  type Status,
} from '../study-rows/list-queries.ts';
import { type DateFilters, indexedRanges } from '../study-rows/period.ts';
import { listStudiesByID, type StudyRow } from '../study-rows/queries.ts';

interface StudyList extends DateFilters {
  field: SortField;
  direction: 'asc' | 'desc';
  status?: Status | undefined;
}

const after = (conditions: RawBuilder<unknown>[], beyond: RawBuilder<unknown> | null) =>
  beyond ? conditions.map((condition) => sql`${condition} and ${beyond}`) : conditions;

export const countStudiesOf = (
  db: Db,
  who: Actor,
  list: Pick<StudyList, 'period' | 'examined' | 'status'>,
): Promise<number> =>
  list.period || list.examined || list.status
    ? countStudies(db, who, filtersOf(list, list.period ? [list.period] : []))
    : readStudiesCounter(db);

/**
 * Every study of a list, in pages. Each page is read from the index, starting after the last study of the previous
 * page. No transaction lasts longer than a page, so a slow reader holds no locks or snapshots. A study that changes
 * its place meanwhile may be missed.
 */
export async function* pagesOfStudies(
  db: Db,
  who: Actor,
  list: StudyList,
  limit: number,
): AsyncGenerator<StudyRow[]> {
  const { field, direction, period } = list;
  const ranges = !period ? [] : field === 'createdAt' ? [period] : indexedRanges(period);
  const conditions = filtersOf(list, ranges);
  let position: Parameters<typeof startingAfter>[2] | null = null;
  for (;;) {
    const beyond = position && startingAfter(field, direction, position);
    const ids: number[] = await listIDs(
      db,
      who,
      field,
      { direction, offset: 0, limit },
      after(conditions, beyond),
    );
    yield await listStudiesByID(db, who, ids);
    const last = ids.at(-1);
    if (ids.length < limit || last === undefined) return;
    position = await findSortKey(db, field, last);
  }
}
