/**
 * The instant at which the wall clock of a time zone shows `minutes` after midnight of a calendar day. The UTC offset is
 * looked up twice, because the first estimate may lie on the other side of a clock change. A time that does not exist
 * because the clock is set forward is moved forward by the same amount.
 */
export const instantAt = (day: string, minutes: number, timeZone: string): Date => {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  const first = wall - offsetMs(new Date(wall), timeZone);
  return new Date(wall - offsetMs(new Date(first), timeZone));
};

/** The zone's offset from UTC at an instant, in milliseconds. Old offsets have seconds: `GMT-10:31:26` before 1896. */
const offsetMs = (instant: Date, timeZone: string): number => {
  const formatted = formatOf(timeZone).format(instant);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(formatted) ?? [];
  const aheadSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -1 : 1) * aheadSeconds * 1000;
};

/** Formats by time zone, because creating a format takes fifty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
};
