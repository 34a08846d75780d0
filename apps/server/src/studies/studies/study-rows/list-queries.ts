import type { PatientStudiesOrder } from '@snimok/contract/studies/examined-at';
import type { SortField, StudyStatus } from '@snimok/contract/studies/studies';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { executeTogether } from '../../../platform/db/run-together.ts';
import { RUSSIAN_COLLATION, counterTotal } from '../../../people/doctors/queries.ts';
import { examinedKey, examinedOn } from './examined-days.ts';
import type { DateFilters, IndexedRange } from './period.ts';

/** The sort expressions of the indexes in 0003_studies.sql, 0009_pages.sql and 0138_examined_at.sql. */
export const sortKeys: Record<SortField, RawBuilder<unknown>> = {
  createdAt: sql`studies.created_at`,
  examinedAt: examinedKey,
  patientName: sql`studies.patient_name collate ${RUSSIAN_COLLATION}`,
  doctorName: sql`studies.doctor_name collate ${RUSSIAN_COLLATION}`,
  type: sql`studies.type`,
};

/** The orders of a patient's studies, each with an index in 0003_studies.sql or 0138_examined_at.sql. */
export const patientSortKeys: Record<PatientStudiesOrder, RawBuilder<unknown>> = {
  'createdAt.desc': sql`studies.created_at`,
  'examinedAt.desc': sql`coalesce(studies.examined_at, studies.created_at)`,
};

export type Status = z.output<typeof StudyStatus>;

interface Slice {
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/**
 * One page of ids of the studies that match any of `conditions`, read from the index of the sort field alone. The
 * conditions must not overlap. PostgreSQL merges the sorted results of the conditions; sorting the union instead takes
 * 100 ms for the 51,000 studies of a month.
 */
const selectIDs = (
  who: Actor,
  field: SortField,
  { direction, offset, limit }: Slice,
  conditions: RawBuilder<unknown>[],
) => {
  const order = sql.raw(direction);
  const orderBy = sql`order by sort_key ${order}, id ${order}`;
  const branches = conditions.map(
    (condition) => sql`(select studies.id, ${sortKeys[field]} as sort_key from studies
      where ${visibleStudies(who)} and ${condition} ${orderBy} limit ${offset + limit}::bigint)`,
  );
  return sql<{ id: number }>`
    select id from (${sql.join(branches, sql` union all `)}) studies
    ${orderBy} offset ${offset}::bigint limit ${limit}::bigint`;
};

export const listIDs = async (tx: Tx, ...page: Parameters<typeof selectIDs>): Promise<number[]> => {
  const { rows } = await selectIDs(...page).execute(tx);
  return rows.map(({ id }) => id);
};

interface IDsAndTotal {
  /** float8 in SQL, because the driver returns an array of int8 as strings */
  ids: number[];
  totalCount: number;
}

/**
 * The first ids of the studies within a period, and their number, in one statement and so from one snapshot. `ranges`
 * is the same period, split to match the indexes.
 */
export const listFirstIDsOfPeriod = async (
  db: Tx,
  who: Actor,
  { field, direction, limit }: { field: SortField; direction: 'asc' | 'desc'; limit: number },
  period: IndexedRange,
  ranges: IndexedRange[],
): Promise<IDsAndTotal> => {
  const ids = selectIDs(who, field, { direction, offset: 0, limit }, ranges.map(createdWithin));
  const query = sql<IDsAndTotal>`
    select array(select id::float8 from (${ids}) page) as ids, ${countOf(who, [createdWithin(period)])} as total_count`;
  const [row] = await executeTogether(db, query.compile(db));
  return row ?? { ids: [], totalCount: 0 };
};

/**
 * One page of ids of all studies, and their number, in one statement and so from one snapshot.
 */
export const listIDsWithTotal = async (
  db: Tx,
  who: Actor,
  field: SortField,
  { direction, offset, limit }: Slice,
): Promise<IDsAndTotal> => {
  const orderBy = sql`order by ${sortKeys[field]} ${sql.raw(direction)}, studies.id ${sql.raw(direction)}`;
  const page = sql`offset ${offset}::bigint limit ${limit}::bigint`;
  const query = sql<IDsAndTotal>`
    select array(
      select studies.id::float8 from studies where ${visibleStudies(who)} ${orderBy} ${page}
    ) as ids, ${counterTotal('studies')} as total_count`;
  const [row] = await executeTogether(db, query.compile(db));
  return row ?? { ids: [], totalCount: 0 };
};

const valueOf = (field: SortField, sortKey: string) =>
  field === 'createdAt' || field === 'examinedAt' ? sql`${sortKey}::timestamptz` : sql`${sortKey}::text`;

/** Studies at and after a position in the ascending order of a field. */
export const startingAt = (field: SortField, sortKey: string, studyID: number): RawBuilder<unknown> =>
  sql`(${sortKeys[field]}, studies.id) >= (${valueOf(field, sortKey)}, ${studyID}::bigint)`;

/** Studies after a position in an order. */
export const startingAfter = (
  field: SortField,
  direction: 'asc' | 'desc',
  { sortKey, id }: { sortKey: string; id: number },
): RawBuilder<unknown> =>
  sql`(${sortKeys[field]}, studies.id) ${sql.raw(direction === 'asc' ? '>' : '<')}
    (${valueOf(field, sortKey)}, ${id}::bigint)`;

/** The position of a study in the order of a field, also of a study in the bin. */
export const findSortKey = async (tx: Tx, field: SortField, studyID: number) =>
  tx
    .selectFrom('studies')
    .select(['id', sql<string>`${sortKeys[field]}::text`.as('sortKey')])
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();

/** The number of all studies. */
export const readStudiesCounter = async (tx: Tx): Promise<number> => {
  const { total } = await tx.selectNoFrom(counterTotal('studies').as('total')).executeTakeFirstOrThrow();
  return total;
};

/**
 * The number of done studies: all minus the others, which are few and so are counted faster. Both numbers come from the
 * transaction's snapshot.
 */
export const countDoneStudies = async (tx: Tx, who: Actor): Promise<number> => {
  const others = await countStudies(tx, who, [withStatus('in-work'), withStatus('archived')]);
  return (await readStudiesCounter(tx)) - others;
};

export const createdWithin = ({ from, to, utcMonth }: IndexedRange): RawBuilder<unknown> => {
  const dated = sql`studies.created_at >= ${from} and studies.created_at < ${to}`;
  if (!utcMonth) return dated;
  return sql`${dated} and date_trunc('month', studies.created_at at time zone 'UTC') = ${utcMonth}::timestamptz at time zone 'UTC'`;
};

const withStatus = (status: Status): RawBuilder<unknown> => sql`studies.status = ${status}`;

/** One condition for each range, or one without ranges. */
export const filtersOf = (
  { status, examined }: Pick<DateFilters, 'examined'> & { status?: Status | undefined },
  ranges: IndexedRange[],
): RawBuilder<unknown>[] => {
  const both = [...(status ? [withStatus(status)] : []), ...(examined ? [examinedOn(examined)] : [])];
  const all = both.length === 0 ? sql`true` : sql.join(both, sql` and `);
  return ranges.length === 0 ? [all] : ranges.map((range) => sql`${createdWithin(range)} and ${all}`);
};

/** The number of studies that match any of `conditions`, which must not overlap. */
const countOf = (who: Actor, conditions: RawBuilder<unknown>[]): RawBuilder<number> => {
  const counts = conditions.map(
    (condition) => sql`(select count(*) from studies where ${visibleStudies(who)} and ${condition})`,
  );
  return sql<number>`(${sql.join(counts, sql` + `)})`;
};

export const countStudies = async (tx: Tx, ...which: Parameters<typeof countOf>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select ${countOf(...which)} as total`.execute(tx);
  return rows[0]?.total ?? 0;
};
