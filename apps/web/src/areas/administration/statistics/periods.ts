import { MAX_STATISTICS_DAYS, type StatisticsStep } from '@snimok/contract/administration/statistics';
import type { Period } from './queries.ts';

const DAY_MS = 86_400_000;
const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

const daysOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

export const PRESETS = [
  { value: 'month', label: 'Этот месяц' },
  { value: 'last-month', label: 'Прошлый месяц' },
  { value: '90-days', label: '90 дней' },
  { value: 'year', label: 'Этот год' },
  { value: '365-days', label: '365 дней' },
] as const;
export type Preset = (typeof PRESETS)[number]['value'];

/** @param today YYYY-MM-DD */
export const presetPeriod = (preset: Preset, today: string): Period => {
  switch (preset) {
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'last-month': {
      const to = daysAfter(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
    case '90-days':
      return { from: daysAfter(today, -89), to: today };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case '365-days':
      return { from: daysAfter(today, -364), to: today };
  }
};

/** The step that divides the period into at most about 60 bars. */
export const stepFor = (period: Period): StatisticsStep => {
  const days = daysOf(period);
  if (days <= 62) return 'day';
  return days <= 210 ? 'week' : 'month';
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && text >= '1900' && text < '2200' && !Number.isNaN(Date.parse(text));

/** The period in the URL; null if there is none, or one that the server would refuse. */
export const readPeriod = (from: string | null, to: string | null): Period | null => {
  if (!isDay(from) || !isDay(to)) return null;
  const days = daysOf({ from, to });
  return days >= 1 && days <= MAX_STATISTICS_DAYS ? { from, to } : null;
};

/** The period with another first day; its last day moves along if the server would refuse the period. */
export const beginAt = (period: Period, from: string): Period => {
  const latest = daysAfter(from, MAX_STATISTICS_DAYS - 1);
  if (period.to < from) return { from, to: from };
  return { from, to: period.to > latest ? latest : period.to };
};

/** The period with another last day; its first day moves along if the server would refuse the period. */
export const endAt = (period: Period, to: string): Period => {
  const earliest = daysAfter(to, 1 - MAX_STATISTICS_DAYS);
  if (period.from > to) return { from: to, to };
  return { from: period.from < earliest ? earliest : period.from, to };
};

/** The last twelve months, the newest first, as YYYY-MM. */
export const lastMonths = (today: string): string[] =>
  Array.from({ length: 12 }, (_, back) => {
    const month = new Date(`${firstOfMonth(today)}T00:00:00Z`);
    month.setUTCMonth(month.getUTCMonth() - back);
    return month.toISOString().slice(0, 7);
  });
