import type { Tx } from '../../../platform/db/client.ts';
import { findDayRules, listHolidays } from './special-days.ts';

/**
 * Returns a function that says whether the whole centre is closed on a day, for days from `from` on: every open location has a
 * holiday or a day off. A day on which a location is closed every week does not count. Checks no rights, because clients see
 * the same in the free times.
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
