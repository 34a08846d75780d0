import {
  MAX_STATISTICS_ROWS,
  type Statistics,
  type StatisticsDay,
  type StatisticsStep,
} from '@snimok/contract/administration/statistics';
import { byStudyType } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { scopeOfStaff } from '../../platform/access/visible.ts';
import { coalesceCalls } from '../../platform/outside/coalesce-calls.ts';
import type { Context } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { dayAfter, nextMonth } from '../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../platform/time-and-sizes/wall-time.ts';
import type { Period } from '../../studies/studies/study-rows/period.ts';
import {
  type ByType,
  type Counted,
  countBy,
  countBySteps,
  countStudies,
  countUndated,
  type Days,
  measurePublished,
  sumAddedBySteps,
  sumStored,
} from './queries.ts';

export const periodOf = ({ from, to }: Days, timeZone: string): Period => ({
  from: instantAt(from, 0, timeZone),
  to: instantAt(dayAfter(to, 1), 0, timeZone),
});

/** The period of the same length directly before this one. */
const before = ({ from, to }: Days): Days => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: dayAfter(from, -days), to: dayAfter(from, -1) };
};

const monday = (day: string): string => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return dayAfter(day, 1 - weekday);
};

const firstDayOf: Record<StatisticsStep, (day: string) => string> = {
  day: (day) => day,
  week: monday,
  month: (day) => `${day.slice(0, 7)}-01`,
};
const next: Record<StatisticsStep, (day: string) => string> = {
  day: (day) => dayAfter(day, 1),
  week: (day) => dayAfter(day, 7),
  month: nextMonth,
};

/** The first days of all steps that overlap the period. */
const stepsOf = ({ from, to }: Days, step: StatisticsStep): string[] => {
  const days: string[] = [];
  for (let day = firstDayOf[step](from); day <= to; day = next[step](day)) days.push(day);
  return days;
};

const ranked = (rows: (ByType & { id: number; name: string })[]) => {
  const others = rows.slice(MAX_STATISTICS_ROWS);
  return {
    items: rows.slice(0, MAX_STATISTICS_ROWS),
    others: byStudyType((type) => others.reduce((sum, counts) => sum + counts[type], 0)),
  };
};

interface Request {
  who: Actor;
  days: Days;
  step: StatisticsStep;
  by?: StatisticsDay;
}

/** Calculates each figure once for concurrent requests with the same period whose callers see the same studies. */
export const statisticsReader = ({ db, config: { timeZone } }: Context) =>
  coalesceCalls(
    async ({ who, days, step, by = 'created' }: Request): Promise<z.input<typeof Statistics>> => {
      const period = periodOf(days, timeZone);
      const counted: Counted = { ...period, days, by };
      const earlier = before(days);
      const stepped = { ...counted, step, timeZone };
      const counts = new Map((await countBySteps(db, who, stepped)).map((row) => [row.day, row]));
      const added = new Map((await sumAddedBySteps(db, stepped)).map(({ day, bytes }) => [day, bytes]));
      return {
        created: await countStudies(db, who, counted),
        createdBefore: await countStudies(db, who, { ...periodOf(earlier, timeZone), days: earlier, by }),
        ...(by === 'examined' && { undated: await countUndated(db, who, counted) }),
        steps: stepsOf(days, step).map((day) => ({
          day,
          ...byStudyType((type) => counts.get(day)?.[type] ?? 0),
          bytes: added.get(day) ?? 0,
        })),
        clients: ranked(await countBy(db, who, counted, 'doctorID')),
        assistants: ranked(await countBy(db, who, counted, 'creatorID')),
        ...(await measurePublished(db, who, period)),
        storage: {
          bytes: await sumStored(db),
          addedBytes: [...added.values()].reduce((sum, bytes) => sum + bytes, 0),
        },
      };
    },
    ({ who, days: { from, to }, step, by = 'created' }) => [scopeOfStaff(who), from, to, step, by].join(' '),
  );
