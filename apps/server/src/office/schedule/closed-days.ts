import type { Tx } from '../../platform/db/client.ts';
import { findDayRules, listHolidays } from './special-days.ts';

/**
 * Returns, for each day from one on, whether the whole centre is closed: every open location has a holiday or a day off then. Days
 * on which a location is closed every week are not counted. Checks no rights, because clients see the same in the free times.
 */
export const findClosedDays = async (db: Tx, from: string): Promise<(day: string) => boolean> => {
  const open = await db.selectFrom('locations').select('id').where('archivedAt', 'is', null).execute();
  if (open.length === 0) {
    const holidays = await listHolidays(db, [], from);
    return (day) => holidays.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
  }
  const rules = await Promise.all(open.map(({ id }) => findDayRules(db, id, from)));
  return (day) => rules.every(({ hoursOf }) => hoursOf(day)?.length === 0);
};
