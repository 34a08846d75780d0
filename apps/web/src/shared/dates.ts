const CALENDAR_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const dayOfInstant = new Intl.DateTimeFormat('ru', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** DD.MM.YYYY of a calendar day (`2026-11-21`, the same everywhere) or of an instant (by this machine's zone). */
export function formatDay(day: string | null | undefined): string {
  if (!day) return '-';
  const [, year, month, date] = CALENDAR_DAY.exec(day) ?? [];
  if (year) return Number(year) <= 1 ? '-' : `${date}.${month}.${year}`;
  const instant = new Date(day);
  if (Number.isNaN(instant.getTime()) || instant.getUTCFullYear() <= 1) return '-';
  return dayOfInstant.format(instant);
}

const momentOfInstant = new Intl.DateTimeFormat('ru', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** «21.11.2026, 13:40» by this machine's zone. */
export const formatMoment = (instant: string | null | undefined): string =>
  instant ? momentOfInstant.format(new Date(instant)) : '-';

/** How long studies are kept; a year is the one length that people call by its name. */
export const formatRetention = (duration: string) => (duration === '8760h0m0s' ? '1 год' : duration);
