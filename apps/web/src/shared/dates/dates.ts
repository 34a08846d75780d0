const CALENDAR_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const dayOfInstant = new Intl.DateTimeFormat('ru', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/**
 * DD.MM.YYYY of a calendar day (`2026-11-21`, in every time zone) or of an instant (in the browser's time
 * zone).
 */
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

const timeOfInstant = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** «13:40» in the browser's time zone. */
export const formatTime = (instant: Date): string => timeOfInstant.format(instant);

/** «21.11.2026, 13:40» in the browser's time zone. */
export const formatMoment = (instant: string | null | undefined): string =>
  instant ? momentOfInstant.format(new Date(instant)) : '-';

/** The local time of an instant, «13:40»; without a zone, in the browser's own. */
export const timeOf = (instant: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(instant));

/** YYYY-MM-DD, the local day of an instant; without a zone, in the browser's own. */
export const dayOf = (instant: string | Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(instant));

const longMoment = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short' });
const longDay = new Intl.DateTimeFormat('ru', { dateStyle: 'long' });

/** «21 ноября 2026 г. в 13:40» */
export const formatLongMoment = (instant: string): string => longMoment.format(new Date(instant));

/** «Сегодня», «Вчера», «21 ноября 2026 г.» */
export function formatDayInWords(instant: string, now: Date = new Date()): string {
  const day = longDay.format(new Date(instant));
  if (day === longDay.format(now)) return 'Сегодня';
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return day === longDay.format(yesterday) ? 'Вчера' : day;
}

const ago = new Intl.RelativeTimeFormat('ru');
const MINUTE_MS = 60_000;
const STEPS: [unit: Intl.RelativeTimeFormatUnit, minutes: number][] = [
  ['year', 365 * 24 * 60],
  ['month', 30 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
];

/** «5 минут назад»; «только что» for less than a minute, or for an instant ahead of the browser's clock. */
export function formatAgo(instant: string, now: number = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(instant)) / MINUTE_MS);
  const [unit, length] = STEPS.find(([, length]) => minutes >= length) ?? [];
  return unit && length ? ago.format(-Math.floor(minutes / length), unit) : 'только что';
}

/** How long studies are kept, as a duration like `8760h0m0s`; only a year has a Russian text. */
export const formatRetention = (duration: string) => (duration === '8760h0m0s' ? '1 год' : duration);
