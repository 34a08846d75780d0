import { nextMonth } from '../outside/calendar.ts';

/** The month that `day` lies in, from its first instant to the next one's, in the centre's time zone. */
export const periodOf = (day: string, timeZone: string): { from: Date; to: Date } => {
  const first = `${day.slice(0, 7)}-01`;
  return { from: startOfDay(first, timeZone), to: startOfDay(nextMonth(first), timeZone) };
};

/**
 * Midnight of a calendar day in a time zone. The offset is asked for at the instant guessed so far, twice, because
 * the first guess may lie on the other side of a clock change.
 */
const startOfDay = (day: string, timeZone: string): Date => {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const first = wall - offsetMs(new Date(wall), timeZone);
  return new Date(wall - offsetMs(new Date(first), timeZone));
};

/** How far the zone's wall clock is ahead of UTC at that instant, in milliseconds. */
const offsetMs = (instant: Date, timeZone: string): number => {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    instant,
  );
  return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(instant.getTime() / 1000) * 1000;
};
