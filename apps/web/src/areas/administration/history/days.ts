import { formatDay } from '../../../shared/dates/dates.ts';
import type { Event } from './queries.ts';

const timeFormat = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const relativeDay = new Intl.RelativeTimeFormat('ru', { numeric: 'auto' });
const DAY_MS = 86_400_000;

export const timeOf = (at: string): string => timeFormat.format(new Date(at));

/** «09:00–10:00»; within one minute «09:00». */
export const timeRange = (from: string, to: string): string =>
  timeOf(from) === timeOf(to) ? timeOf(to) : `${timeOf(from)}–${timeOf(to)}`;

/** «сегодня, 21.11.2026» and «вчера, 20.11.2026»; for other days the date alone. */
export const dayLabel = (at: string, now: Date = new Date()): string => {
  const day = formatDay(at);
  for (const ago of [0, 1]) {
    if (day === formatDay(new Date(now.getTime() - ago * DAY_MS).toISOString()))
      return `${relativeDay.format(-ago, 'day')}, ${day}`;
  }
  return day;
};

/** Groups events by day and keeps their order, newest first. */
export const byDay = (events: Event[]): [day: string, events: Event[]][] => {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const day = formatDay(event.at);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
};
