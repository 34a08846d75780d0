import type { SortField } from '@snimok/contract/studies';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { keepPlan } from '../../platform/db/pinned-plans.ts';
import { RUSSIAN, tally } from '../../people/doctors/queries.ts';
import type { Part, Period } from './parts.ts';

/** As the indexes of 0003_studies.sql and 0009_pages.sql have them. */
const orders: Record<SortField, RawBuilder<unknown>> = {
  createdAt: sql`studies.created_at`,
  patientName: sql`studies.patient_name collate ${RUSSIAN}`,
  doctorName: sql`studies.doctor_name collate ${RUSSIAN}`,
  type: sql`studies.type`,
};

interface Walk {
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/**
 * Ids along an order, read from its index alone; of studies in any of `parts`, which do not overlap. Each part comes in
 * order, so that they are merged and not sorted anew: of 51,000 in a month that would be 100 ms.
 */
export const walk = async (
  tx: Tx,
  who: Actor,
  field: SortField,
  { direction, offset, limit }: Walk,
  parts: RawBuilder<unknown>[] = [sql`true`],
): Promise<number[]> => {
  const way = sql.raw(direction);
  const inOrder = sql`order by place ${way}, id ${way}`;
  const studies = parts.map(
    (part) => sql`(select studies.id, ${orders[field]} as place from studies
      where ${visibleStudies(who)} and ${part} ${inOrder} limit ${offset + limit}::bigint)`,
  );
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(studies, sql` union all `)}) studies
    ${inOrder} offset ${offset}::bigint limit ${limit}::bigint`.execute(tx);
  return rows.map(({ id }) => id);
};

/**
 * The same through all studies from the beginning of the order, and how many they are: one statement, one moment. An
 * array of int8 would arrive as text.
 */
export const walkAll = async (
  db: Tx,
  who: Actor,
  field: SortField,
  { direction, offset, limit }: Walk,
): Promise<{ ids: number[]; totalCount: number }> => {
  const inOrder = sql`order by ${orders[field]} ${sql.raw(direction)}, studies.id ${sql.raw(direction)}`;
  // spelled out, the first page is the same question every time
  const page = sql`offset ${sql.lit(offset)} limit ${sql.lit(limit)}`;
  const { rows } = await sql<{ ids: number[]; totalCount: number }>`
    select ${offset === 0 ? keepPlan : sql``} array(
      select studies.id::float8 from studies where ${visibleStudies(who)} ${inOrder} ${page}
    ) as ids, ${tally('studies')} as total_count`.execute(db);
  return rows[0] ?? { ids: [], totalCount: 0 };
};

/** From a place of an order on. */
export const notBefore = (field: SortField, word: string, studyID: number): RawBuilder<unknown> => {
  const place = field === 'createdAt' ? sql`${word}::timestamptz` : sql`${word}::text`;
  return sql`(${orders[field]}, studies.id) >= (${place}, ${studyID}::bigint)`;
};

export const within = ({ from, to, utcMonth }: Part): RawBuilder<unknown> => {
  const dated = sql`studies.created_at >= ${from} and studies.created_at < ${to}`;
  if (!utcMonth) return dated;
  return sql`${dated} and date_trunc('month', studies.created_at at time zone 'UTC') = ${utcMonth}::timestamptz at time zone 'UTC'`;
};

export const countWithin = async (tx: Tx, who: Actor, period: Period): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from studies where ${visibleStudies(who)} and ${within(period)}`.execute(tx);
  return rows[0]?.total ?? 0;
};
