import type { PeriodFilters } from '../studies/queries.ts';

/** The dates by which a period selects studies: the dates of the uploads, or the dates of the examinations. */
export type DatedBy = 'upload' | 'examination';

/** The earliest month that is offered. For uploads, see product 9.11; examinations of a former archive are older. */
const EARLIEST: Record<DatedBy, string> = { upload: '2022-02', examination: '2000-01' };
const MONTH_LENGTH = 'YYYY-MM'.length;

/** A month or a day as in the URL, `2026-11` or `2026-11-22`; null is the whole period. */
export type Period = string | null;

export const isDay = (period: string): boolean => period.length > MONTH_LENGTH;
const monthOf = (period: string): string => period.slice(0, MONTH_LENGTH);

/** Whether a period from the URL lies between the earliest month and today. */
const isPeriod = (text: string | null, today: string, by: DatedBy): text is string =>
  text !== null &&
  text >= EARLIEST[by] &&
  (isCalendarDay(text) ? text <= today : isCalendarDay(`${text}-01`) && text <= monthOf(today));

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}

/** The API's filter for a period. */
const filterOf = (period: Period, by: DatedBy): PeriodFilters => {
  if (!period) return {};
  if (isDay(period)) return by === 'examination' ? { examinedDay: period } : { filterDay: period };
  const month = `${period}-01`;
  return by === 'examination' ? { examinedPeriod: month } : { filterPeriod: month };
};

/** The month before a month or a day's month, or before `latest` for the whole period; null before the earliest. */
export function previousMonth(period: Period, latest: string, by: DatedBy = 'upload'): Period {
  const previous = shiftMonth(monthOf(period ?? latest), -1);
  return previous >= EARLIEST[by] ? previous : null;
}

export function nextMonth(period: Period, latest: string): Period {
  const next = period && shiftMonth(monthOf(period), 1);
  return next && next <= latest ? next : null;
}

/** All months from `latest` to the earliest, newest first. */
export function monthsUpTo(latest: string, by: DatedBy = 'upload'): string[] {
  const months: string[] = [];
  for (let month = latest; month >= EARLIEST[by]; month = shiftMonth(month, -1)) months.push(month);
  return months;
}

function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, MONTH_LENGTH);
}

const monthFormat = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' });

/** «ноябрь 2026» or «22 ноября 2026» */
export const periodInWords = (period: string) =>
  (isDay(period) ? dayFormat : monthFormat).format(new Date(period)).replace(/\s*г\.$/, '');

/** A period as stored in the URL, and the dates by which it selects: `?period=2026-11&dates=examination`. */
export function chosenPeriod(search: URLSearchParams, today: string) {
  const by: DatedBy = search.get('dates') === 'examination' ? 'examination' : 'upload';
  const chosen = search.get('period');
  const period: Period = isPeriod(chosen, today, by) ? chosen : null;
  return { period, by, filters: filterOf(period, by) };
}
