import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { dayAfter, nextMonth } from '../../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';
import type { Days } from './examined-days.ts';

/** From an instant (inclusive) to another (exclusive). */
export interface Period {
  from: Date;
  to: Date;
}

/**
 * A range within one UTC month, by which the studies are indexed. Without `utcMonth` the range is a day or a few hours,
 * for which the index of creation is enough.
 */
export interface IndexedRange extends Period {
  utcMonth?: Date;
}

interface Filters {
  /** any day of a calendar month */
  filterPeriod?: string | undefined;
  filterDay?: string | undefined;
  /** the same filters for the examination */
  examinedPeriod?: string | undefined;
  examinedDay?: string | undefined;
}

/** What a list is filtered by: times of creation and days of examination; null without a filter. */
export interface DateFilters {
  period: Period | null;
  examined: Days | null;
}

export const dateFilters = (filters: Filters, timeZone: string): DateFilters => ({
  period: periodFilter(filters, timeZone),
  examined: examinedFilter(filters),
});

/** A day outside the requested month selects no days. */
const examinedFilter = ({ examinedPeriod, examinedDay }: Filters): Days | null => {
  if (examinedDay === undefined) return examinedPeriod === undefined ? null : daysOfMonth(examinedPeriod);
  const isWithin = examinedPeriod === undefined || examinedDay.startsWith(examinedPeriod.slice(0, 7));
  return { from: examinedDay, to: isWithin ? examinedDay : dayAfter(examinedDay, -1) };
};

const daysOfMonth = (day: string): Days => {
  const from = `${day.slice(0, 7)}-01`;
  const last = new Date(`${from}T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return { from, to: last.toISOString().slice(0, 10) };
};

/** The filtered month or day in the centre's time zone, or the overlap of both; null without a filter. */
const periodFilter = ({ filterPeriod, filterDay }: Filters, timeZone: string): Period | null => {
  const month = filterPeriod === undefined ? null : monthOf(filterPeriod, timeZone);
  const day = filterDay === undefined ? null : dayPeriod(filterDay, timeZone);
  if (!month || !day) return day ?? month;
  return day.from >= month.from && day.to <= month.to ? day : { from: day.from, to: day.from };
};

const monthOf = (day: string, timeZone: string): Period => {
  const first = `${day.slice(0, 7)}-01`;
  return { from: instantAt(first, 0, timeZone), to: instantAt(nextMonth(first), 0, timeZone) };
};

const dayPeriod = (day: string, timeZone: string): Period => ({
  from: instantAt(day, 0, timeZone),
  to: instantAt(dayAfter(day, 1), 0, timeZone),
});

/** Ranges for a list that is not sorted by date. A day needs no index by month. */
export const indexedRanges = (period: Period): IndexedRange[] =>
  period.to.getTime() - period.from.getTime() < 2 * DAY_MS ? [period] : splitByUTCMonth(period);

/** Splits a month of the centre into the overlap with one UTC month and the hours of the time difference. */
const splitByUTCMonth = ({ from, to }: Period): IndexedRange[] => {
  const begin = new Date((from.getTime() + to.getTime()) / 2);
  begin.setUTCDate(1);
  begin.setUTCHours(0, 0, 0, 0);
  const end = new Date(begin);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const overlap = { from: from > begin ? from : begin, to: to < end ? to : end, utcMonth: begin };
  const hours = [
    { from, to: begin },
    { from: end, to },
  ];
  return [overlap, ...hours.filter((range) => range.from < range.to)];
};
