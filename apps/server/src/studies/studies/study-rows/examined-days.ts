import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { UNKNOWN_EXAMINATION } from './examined-at.ts';

/** The date of the examination as the indexes of 0138_examined_at.sql have it: unknown dates come first. */
export const examinedKey = sql`coalesce(studies.examined_at, ${UNKNOWN_EXAMINATION})`;

/** What the clock of the machine showed when the images of a row of `studies` were taken; null if that is unknown. */
export const machineClock = sql<Date | null>`(studies.examined_at at time zone 'UTC'
  + studies.examined_offset * interval '1 minute')`;

/** The zones of the earth are at most 14 hours ahead of UTC and 12 behind it. */
const EARLIEST_ZONE = sql`interval '14 hours'`;
const LATEST_ZONE = sql`interval '12 hours'`;

/** YYYY-MM-DD, both included; null is no bound. If `to` is before `from`, no day is included. */
export interface Days {
  from: string | null;
  to: string | null;
}

/** PostgreSQL has no year 0. */
const FIRST_DAY = '0001-01-01';

/**
 * Whether the images were taken on one of these days, on the clock of the machine. The bounds of the instant are for the index; the
 * day depends on the offset in each row.
 */
export const examinedOn = ({ from, to }: Days): RawBuilder<SqlBool> => {
  if (to !== null && to < FIRST_DAY) return sql`false`;
  const conditions = [sql<SqlBool>`${examinedKey} > ${UNKNOWN_EXAMINATION}`];
  if (from !== null && from >= FIRST_DAY) {
    const begin = sql`${from}::timestamp`;
    conditions.push(
      sql`${examinedKey} >= (${begin} at time zone 'UTC') - ${EARLIEST_ZONE}`,
      sql`${machineClock} >= ${begin}`,
    );
  }
  if (to !== null) {
    const end = sql`(${to}::timestamp + interval '1 day')`;
    conditions.push(
      sql`${examinedKey} < (${end} at time zone 'UTC') + ${LATEST_ZONE}`,
      sql`${machineClock} < ${end}`,
    );
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
};
