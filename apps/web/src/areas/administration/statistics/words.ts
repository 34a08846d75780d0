import { counted, formatNumber } from '@snimok/api-client/format-numbers';
import type { StatisticsStep } from '@snimok/contract/administration/statistics';
import { formatDay } from '../../../shared/dates/dates.ts';
import type { Statistics } from './queries.ts';

/** «8 мин», «3,5 ч», «2,4 дня», «34 дня» */
export const durationInWords = (minutes: number | null): string => {
  if (minutes === null) return '—';
  if (minutes < 90) return `${Math.round(minutes)}\u00a0мин`;
  const hours = minutes / 60;
  if (hours < 48) return `${formatNumber(Math.round(hours * 10) / 10)}\u00a0ч`;
  const days = Math.round(hours / 2.4) / 10;
  // a fraction takes the genitive singular
  return Number.isInteger(days) ? counted(days, 'день', 'дня', 'дней') : `${formatNumber(days)}\u00a0дня`;
};

/** The line below the median of a duration: «обычно; 9 из 10 готовы за 34 дня» */
export const usualInWords = (done: string, { ninthDecile }: Statistics['publication']): string =>
  `обычно; 9 из 10 ${done} за ${durationInWords(ninthDecile)}`;

/** «через портал 13, программой 0, из других систем 0» */
export const sourcesInWords = ({ page, program, stow }: Statistics['sources']): string =>
  [
    `через портал ${formatNumber(page)}`,
    `программой ${formatNumber(program)}`,
    `из других систем ${formatNumber(stow)}`,
  ].join(', ');

export const studiesInWords = (count: number) =>
  counted(count, 'исследование', 'исследования', 'исследований');

/** Below this number, a percentage says less than the numbers themselves. */
const COMPARED_AS_PERCENTAGE = 20;

/** «в прошлом периоде: 100, теперь на 20 % больше» */
export const changeInWords = (now: number, before: number): string => {
  const earlier = `в прошлом периоде: ${formatNumber(before)}`;
  if (before < COMPARED_AS_PERCENTAGE) return earlier;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return `${earlier}, почти столько же`;
  return `${earlier}, теперь на ${formatNumber(Math.abs(percent))}\u00a0% ${percent > 0 ? 'больше' : 'меньше'}`;
};

const monthName = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** «октябрь 2026 г.» of `2026-10` or a day of it */
export const monthInWords = (month: string) =>
  monthName.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));

/** The label of a bar: its day, the first day of its week, or its month. */
export const stepInWords = (day: string, step: StatisticsStep): string => {
  if (step === 'month') return monthInWords(day);
  const short = formatDay(day).slice(0, 5);
  return step === 'week' ? `с ${short}` : short;
};
