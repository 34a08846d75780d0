/** product 9.11 */
const EARLIEST = '2022-02';

/** A month or a day as in the URL, `2026-11` or `2026-11-22`; null is the whole period. */
export type Period = string | null;

export const isDay = (period: string): boolean => period.length > EARLIEST.length;
const monthOf = (period: string): string => period.slice(0, EARLIEST.length);

/** Whether a period from the URL lies between the earliest month and today. */
export const isPeriod = (text: string | null, today: string): text is string =>
  text !== null &&
  text >= EARLIEST &&
  (isCalendarDay(text) ? text <= today : isCalendarDay(`${text}-01`) && text <= monthOf(today));

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}

/** The API's filter for a period. */
export const filterOf = (period: Period): { filterDay?: string; filterPeriod?: string } => {
  if (!period) return {};
  return isDay(period) ? { filterDay: period } : { filterPeriod: `${period}-01` };
};

/** The month before a month or a day's month, or before `latest` for the whole period; null before the earliest. */
export function previousMonth(period: Period, latest: string): Period {
  const previous = shiftMonth(monthOf(period ?? latest), -1);
  return previous >= EARLIEST ? previous : null;
}

export function nextMonth(period: Period, latest: string): Period {
  const next = period && shiftMonth(monthOf(period), 1);
  return next && next <= latest ? next : null;
}

/** All months from `latest` to the earliest, newest first. */
export function monthsUpTo(latest: string): string[] {
  const months: string[] = [];
  for (let month = latest; month >= EARLIEST; month = shiftMonth(month, -1)) months.push(month);
  return months;
}

function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, EARLIEST.length);
}

const monthFormat = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' });

/** «ноябрь 2026» or «22 ноября 2026» */
export const periodInWords = (period: string) =>
  (isDay(period) ? dayFormat : monthFormat).format(new Date(period)).replace(/\s*г\.$/, '');
