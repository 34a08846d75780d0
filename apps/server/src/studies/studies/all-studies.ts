import type { SortField } from '@snimok/contract/studies';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import {
  countStudies,
  createdWithin,
  findSortKey,
  listIDs,
  readStudiesCounter,
  startingAfter,
} from './list-queries.ts';
import { indexedRanges, type Period } from './period.ts';
import { listStudiesByID, type StudyRow } from './queries.ts';

interface StudyList {
  field: SortField;
  direction: 'asc' | 'desc';
  /** null: all studies */
  period: Period | null;
}

/** Without a period the only condition is the position. */
const conditionsOf = (ranges: Period[], beyond: RawBuilder<unknown> | null): RawBuilder<unknown>[] => {
  const all = beyond ?? sql`true`;
  return ranges.length === 0 ? [all] : ranges.map((range) => sql`${createdWithin(range)} and ${all}`);
};

export const countStudiesOf = (db: Db, who: Actor, period: Period | null): Promise<number> =>
  period ? countStudies(db, who, [createdWithin(period)]) : readStudiesCounter(db);

/**
 * Every study of a list, page after page, each read from the index at the last study of the page before. No transaction
 * lasts longer than a page, so that a slow reader holds nothing; a study that changes its place meanwhile may be missed.
 */
export async function* pagesOfStudies(
  db: Db,
  who: Actor,
  { field, direction, period }: StudyList,
  limit: number,
): AsyncGenerator<StudyRow[]> {
  const ranges = !period ? [] : field === 'createdAt' ? [period] : indexedRanges(period);
  let after: Parameters<typeof startingAfter>[2] | null = null;
  for (;;) {
    const beyond = after && startingAfter(field, direction, after);
    const ids: number[] = await listIDs(
      db,
      who,
      field,
      { direction, offset: 0, limit },
      conditionsOf(ranges, beyond),
    );
    yield await listStudiesByID(db, who, ids);
    const last = ids.at(-1);
    if (ids.length < limit || last === undefined) return;
    after = await findSortKey(db, field, last);
  }
}
