import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { SortField } from '@snimok/contract/studies/studies';
import type { RawBuilder } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { findCursor } from './cursors.ts';
import { type DateFilters, type IndexedRange, indexedRanges, type Period } from '../study-rows/period.ts';
import { listFirstStudies, listStudiesByID } from '../study-rows/queries.ts';
import {
  countDoneStudies,
  countStudies,
  filtersOf,
  listFirstIDsOfPeriod,
  listIDs,
  listIDsWithTotal,
  type Status,
} from '../study-rows/list-queries.ts';

interface StudyList extends DateFilters {
  field: SortField;
  direction: 'asc' | 'desc';
  status?: Status | undefined;
}

/**
 * Whether the list is filtered by more than the time of creation. No index combines such a filter with the order of
 * every field.
 */
const isFiltered = ({ status, examined }: StudyList) => status !== undefined || examined !== null;

interface Page {
  ids: number[];
  totalCount: number;
}

/** The studies at `offset` and after it. */
interface Position {
  offset: number;
  limit: number;
}

/** Up to this offset, reading the index from the beginning is cheaper than summing up the cursors. */
const DIRECT_OFFSET = 2000;

/** Selects the ids first, from an index alone, then the complete rows of one page. */
export const listStudiesPage = async (db: Db, who: Actor, list: StudyList, offset: number, limit: number) => {
  if (!list.period && !isFiltered(list) && offset === 0 && limit === PAGE_SIZE)
    return listFirstStudies(db, who, list);
  const { ids, totalCount } = await findPage(db, who, list, offset, limit);
  return { rows: await listStudiesByID(db, who, ids), totalCount };
};

/**
 * The total and the ids come from one snapshot, so that the pages of an unchanged list contain every study exactly
 * once. They come from one statement, or from a repeatable-read transaction where two statements are needed.
 */
const findPage = (db: Db, who: Actor, list: StudyList, offset: number, limit: number): Promise<Page> => {
  const { field, direction, period } = list;
  const filtered = isFiltered(list);
  if (!period && !filtered && offset <= DIRECT_OFFSET) {
    return listIDsWithTotal(db, who, field, { direction, offset, limit });
  }
  if (period && !filtered && offset === 0) {
    return listFirstIDsOfPeriod(db, who, { field, direction, limit }, period, rangesOf(field, period));
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) =>
      period || filtered
        ? pageOfFilters(tx, who, list, offset, limit)
        : pageByCursor(tx, who, list, offset, limit),
    );
};

const rangesOf = (field: SortField, period: Period): IndexedRange[] =>
  field === 'createdAt' ? [period] : indexedRanges(period);

/** A month has some 10,000 studies: reading from its nearer end is fast enough without cursors. */
const pageOfFilters = async (
  tx: Tx,
  who: Actor,
  list: StudyList,
  offset: number,
  limit: number,
): Promise<Page> => {
  const { field, period, status, examined } = list;
  const totalCount =
    status === 'done' && !period && !examined
      ? await countDoneStudies(tx, who)
      : await countStudies(tx, who, filtersOf(list, period ? [period] : []));
  const conditions = filtersOf(list, period ? rangesOf(field, period) : []);
  const ids = await listFromNearerEnd(tx, who, list, conditions, totalCount, { offset, limit });
  return { ids, totalCount };
};

/** One page of the ids of the `totalCount` studies that match any of `conditions`. */
export const listFromNearerEnd = async (
  tx: Tx,
  who: Actor,
  { field, direction }: Pick<StudyList, 'field' | 'direction'>,
  conditions: RawBuilder<unknown>[],
  totalCount: number,
  { offset, limit }: Position,
): Promise<number[]> => {
  const count = Math.max(0, Math.min(limit, totalCount - offset));
  const after = totalCount - offset - count;
  if (offset <= after) return listIDs(tx, who, field, { direction, offset, limit: count }, conditions);
  const backwards = { direction: opposite[direction], offset: Math.max(0, after), limit: count };
  return (await listIDs(tx, who, field, backwards, conditions)).toReversed();
};

const opposite = { asc: 'desc', desc: 'asc' } as const;

/** Reads from the last cursor before the page. Cursors exist for the ascending order only. */
const pageByCursor = async (
  tx: Tx,
  who: Actor,
  { field, direction }: StudyList,
  offset: number,
  limit: number,
): Promise<Page> => {
  const { total, start, condition, before } = await findCursor(tx, field, direction, offset, limit);
  const count = Math.max(0, Math.min(limit, total - offset));
  const fromCursor = { direction: 'asc', offset: start - before, limit: count } as const;
  const ids = await listIDs(tx, who, field, fromCursor, [condition]);
  return { ids: direction === 'asc' ? ids : ids.toReversed(), totalCount: total };
};
