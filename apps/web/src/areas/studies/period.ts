/** spec.md §9 */
const EARLIEST = '2022-02';

/** A month as in the URL, `2026-11`; null is the whole period. */
export type Period = string | null;

export const monthOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;

export const isMonth = (text: string | null, latest: string): text is string =>
  text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= EARLIEST && text <= latest;

/** The month before a month, or before the current one for the whole period; null before the earliest. */
export function previousMonth(period: Period, latest: string): Period {
  const previous = shiftMonth(period ?? latest, -1);
  return previous >= EARLIEST ? previous : null;
}

export function nextMonth(period: Period, latest: string): Period {
  const next = period && shiftMonth(period, 1);
  return next && next <= latest ? next : null;
}

/** All months from `latest` to the earliest, newest first. */
export function monthsUpTo(latest: string): string[] {
  const months: string[] = [];
  for (let month = latest; month >= EARLIEST; month = shiftMonth(month, -1)) months.push(month);
  return months;
}

function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(new Date(year, number - 1 + by, 1));
}

const monthFormat = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** «ноябрь 2026» */
export const monthInWords = (month: string) =>
  monthFormat.format(new Date(`${month}-01T00:00:00Z`)).replace(/\s*г\.$/, '');
