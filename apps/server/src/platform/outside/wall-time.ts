/**
 * The instant at which a time zone's wall clock stands at so many minutes after midnight of a calendar day. The offset
 * is asked for at the instant guessed so far, twice, because the first guess may lie on the other side of a clock
 * change. A time that a change leaves out is the one as much later.
 */
export const instantAt = (day: string, minutes: number, timeZone: string): Date => {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  const first = wall - offsetMs(new Date(wall), timeZone);
  return new Date(wall - offsetMs(new Date(first), timeZone));
};

/** How far the zone's wall clock is ahead of UTC at that instant, in milliseconds; `GMT-10:31:26` before 1896. */
const offsetMs = (instant: Date, timeZone: string): number => {
  const written = formatOf(timeZone).format(instant);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(written) ?? [];
  const aheadSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -1 : 1) * aheadSeconds * 1000;
};

/** Making one costs fifty times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, known);
  return known;
};
