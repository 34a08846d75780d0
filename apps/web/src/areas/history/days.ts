import { formatDay } from '../../shared/dates.ts';
import type { Event } from './queries.ts';

const clock = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });
const inWords = new Intl.RelativeTimeFormat('ru', { numeric: 'auto' });
const DAY_MS = 86_400_000;

export const timeOf = (at: string): string => clock.format(new Date(at));

/** «сегодня, 21.11.2026»: the two days that people call by name are so called. */
export const dayLabel = (at: string, now: Date = new Date()): string => {
  const day = formatDay(at);
  for (const ago of [0, 1]) {
    if (day === formatDay(new Date(now.getTime() - ago * DAY_MS).toISOString()))
      return `${inWords.format(-ago, 'day')}, ${day}`;
  }
  return day;
};

/** Events stand newest first; those of one day stay together. */
export const byDay = (events: Event[]): [day: string, events: Event[]][] => {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const day = formatDay(event.at);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
};
