import { nextMonth } from '../../platform/outside/calendar.ts';
import { instantAt } from '../../platform/outside/wall-time.ts';

/** The month that `day` lies in, from its first instant to the next one's, in the centre's time zone. */
export const periodOf = (day: string, timeZone: string): { from: Date; to: Date } => {
  const first = `${day.slice(0, 7)}-01`;
  return { from: instantAt(first, 0, timeZone), to: instantAt(nextMonth(first), 0, timeZone) };
};
