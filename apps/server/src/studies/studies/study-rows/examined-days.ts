import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';

/** What the clock of the machine showed when the images of a row of `studies` were taken; null if that is unknown. */
export const machineClock = sql<Date | null>`(studies.examined_at at time zone 'UTC'
  + studies.examined_offset * interval '1 minute')`;

/** Stands for an unknown date in the index `studies_by_examination`. */
const UNKNOWN = sql`timestamptz '0001-01-01 00:00:00+00'`;
const indexed = sql`coalesce(studies.examined_at, ${UNKNOWN})`;
/** No clock differs from UTC by more. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** YYYY-MM-DD, both included; null is no bound. */
interface Days {
  from: string | null;
  to: string | null;
}

/**
 * Whether the images were taken on one of these days, on the clock of the machine. The bounds of the instant are for the index; the
 * day depends on the offset in each row.
 */
export const examinedOn = ({ from, to }: Days): RawBuilder<SqlBool> => {
  const conditions = [sql<SqlBool>`${indexed} > ${UNKNOWN}`];
  if (from !== null)
    conditions.push(
      sql`${indexed} >= ${instantAt(from, -MAX_OFFSET_MINUTES, 'UTC')}`,
      sql`${machineClock} >= ${from}::date`,
    );
  if (to !== null)
    conditions.push(
      sql`${indexed} < ${instantAt(dayAfter(to, 1), MAX_OFFSET_MINUTES, 'UTC')}`,
      sql`${machineClock} < ${dayAfter(to, 1)}::date`,
    );
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
};
