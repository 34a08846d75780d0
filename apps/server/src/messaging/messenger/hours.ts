import type { WeekHours } from '@snimok/contract/reception/locations';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { dayAfter, dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../platform/time-and-sizes/wall-time.ts';

type Hours = z.output<typeof WeekHours>;

const ON_DAYS = ['понедельник', 'вторник', 'среду', 'четверг', 'пятницу', 'субботу', 'воскресенье'];
const SHORT_DAYS = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'];
const WEEK = 7;
/** If the centre is closed for longer, no day is named. */
const FURTHEST_DAYS = 60;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** `9:00`, as people write it. */
const shortTime = (time: string) => time.replace(/^0/, '');

/** 1 is Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK;

/** The intervals of a calendar day in their order, with the instants at which they begin and end. */
const intervalsOn = (hours: Hours, day: string, timeZone: string) =>
  hours
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ from, to }) => ({
      from,
      beginsAt: instantAt(day, minutesOf(from), timeZone),
      endsAt: instantAt(day, minutesOf(to), timeZone),
    }))
    .toSorted((a, b) => a.beginsAt.getTime() - b.beginsAt.getTime());

/** When the centre answers next, as a sentence; null during the opening hours, and if there are none. */
export const nextAnswer = (
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  hours: Hours,
  isClosed: (day: string) => boolean = () => false,
): string | null => {
  const now = clock.now();
  const today = dayIn(config.timeZone, now);
  for (let days = 0; days <= FURTHEST_DAYS; days++) {
    const day = dayAfter(today, days);
    if (isClosed(day)) continue;
    for (const { from, beginsAt, endsAt } of intervalsOn(hours, day, config.timeZone)) {
      if (beginsAt <= now && now < endsAt) return null;
      if (beginsAt > now) return `Ответим ${dayWord(day, days)} с ${shortTime(from)}`;
    }
  }
  return null;
};

const dayAndMonth = (day: string): string =>
  new Intl.DateTimeFormat('ru', { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const dayWord = (day: string, days: number): string => {
  if (days === 0) return 'сегодня';
  if (days === 1) return 'завтра';
  // a weekday would be taken for a day of this week
  if (days >= WEEK) return dayAndMonth(day);
  const weekday = weekdayOf(day);
  return `${weekday === 2 ? 'во' : 'в'} ${ON_DAYS[weekday - 1]}`;
};

/** `пн–пт 9:00–18:00, сб 10:00–14:00` */
export const describeHours = (hours: Hours): string => {
  const ofDays = SHORT_DAYS.map((_, i) =>
    hours
      .filter(({ weekday }) => weekday === i + 1)
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .map(({ from, to }) => `${shortTime(from)}–${shortTime(to)}`)
      .join(' и '),
  );
  const groups: { first: number; last: number; times: string }[] = [];
  ofDays.forEach((times, day) => {
    const group = groups.at(-1);
    if (group && group.last === day - 1 && group.times === times) group.last = day;
    else if (times !== '') groups.push({ first: day, last: day, times });
  });
  return groups
    .map(({ first, last, times }) => {
      const days = first === last ? SHORT_DAYS[first] : `${SHORT_DAYS[first]}–${SHORT_DAYS[last]}`;
      return `${days} ${times}`;
    })
    .join(', ');
};
