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

/** How far the zone's wall clock is ahead of UTC at that instant, in milliseconds; `GMT-10:31:26` before 1896. */
const offsetMs = (instant: Date, timeZone: string): number => {
  const written = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(instant);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(written) ?? [];
  const aheadSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -1 : 1) * aheadSeconds * 1000;
};
