import type { SortField } from '@snimok/contract/studies';
import type { Actor } from '../../platform/access/actor.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { findCursor } from './cursors.ts';
import { type Period, partsOf } from './parts.ts';
import { listStudiesByID } from './queries.ts';
import { countWithin, walk, walkAll, within } from './list-queries.ts';

export interface StudyList {
  field: SortField;
  direction: 'asc' | 'desc';
  /** absent is the whole period */
  period: Period | null;
}

interface Page {
  ids: number[];
  totalCount: number;
}

/** So far from the beginning, walking is cheaper than summing up the marks. */
const NEAR = 2000;

/** The ids first, by index alone; then the thirty rows with all that belongs to them. */
export const listStudiesPage = async (db: Db, who: Actor, list: StudyList, offset: number, limit: number) => {
  const { ids, totalCount } = await findPage(db, who, list, offset, limit);
  return { rows: await listStudiesByID(db, who, ids), totalCount };
};

/**
 * The counts and what is found by them are of one moment, so that the pages of a list that stands still show every study
 * once: one statement sees to that, or a transaction where it takes two.
 */
const findPage = (db: Db, who: Actor, list: StudyList, offset: number, limit: number): Promise<Page> => {
  const { field, direction, period } = list;
  if (!period && offset <= NEAR) return walkAll(db, who, field, { direction, offset, limit });
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) =>
      period ? pageOfMonth(tx, who, list, period, offset, limit) : pageByMark(tx, who, list, offset, limit),
    );
};

/** A month has some ten thousands: the nearer of its ends is near enough. */
const pageOfMonth = async (
  tx: Tx,
  who: Actor,
  { field, direction }: StudyList,
  period: Period,
  offset: number,
  limit: number,
): Promise<Page> => {
  const parts = field === 'createdAt' ? [within(period)] : partsOf(period).map(within);
  const totalCount = await countWithin(tx, who, period);
  const count = Math.max(0, Math.min(limit, totalCount - offset));
  const behind = totalCount - offset - count;
  if (offset <= behind) {
    return { ids: await walk(tx, who, field, { direction, offset, limit: count }, parts), totalCount };
  }
  const backwards = { direction: opposite[direction], offset: Math.max(0, behind), limit: count };
  const ids = await walk(tx, who, field, backwards, parts);
  return { ids: ids.toReversed(), totalCount };
};

const opposite = { asc: 'desc', desc: 'asc' } as const;

/** From the last mark before the page, in the order in which marks are. */
const pageByMark = async (
  tx: Tx,
  who: Actor,
  { field, direction }: StudyList,
  offset: number,
  limit: number,
): Promise<Page> => {
  const { total, start, mark, before } = await findCursor(tx, field, direction, offset, limit);
  const count = Math.max(0, Math.min(limit, total - offset));
  const ids = await walk(tx, who, field, { direction: 'asc', offset: start - before, limit: count }, [mark]);
  return { ids: direction === 'asc' ? ids : ids.toReversed(), totalCount: total };
};
