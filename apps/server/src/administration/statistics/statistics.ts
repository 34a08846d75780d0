import {
  MAX_STATISTICS_ROWS,
  type Statistics,
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
  countCreated,
  countCreatedBy,
  countCreatedBySteps,
  measurePublished,
  sumAddedBySteps,
  sumStored,
} from './queries.ts';

interface Days {
  /** both included */
  from: string;
  to: string;
}

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
}

/** Calculates each figure once for concurrent requests with the same period whose callers see the same studies. */
export const statisticsReader = ({ db, config: { timeZone } }: Context) =>
  coalesceCalls(
    async ({ who, days, step }: Request): Promise<z.input<typeof Statistics>> => {
      const period = periodOf(days, timeZone);
      const stepped = { ...period, step, timeZone };
      const counts = new Map((await countCreatedBySteps(db, who, stepped)).map((row) => [row.day, row]));
      const added = new Map((await sumAddedBySteps(db, stepped)).map(({ day, bytes }) => [day, bytes]));
      return {
        created: await countCreated(db, who, period),
        createdBefore: await countCreated(db, who, periodOf(before(days), timeZone)),
        steps: stepsOf(days, step).map((day) => ({
          day,
          ...byStudyType((type) => counts.get(day)?.[type] ?? 0),
          bytes: added.get(day) ?? 0,
        })),
        clients: ranked(await countCreatedBy(db, who, period, 'doctorID')),
        assistants: ranked(await countCreatedBy(db, who, period, 'creatorID')),
        ...(await measurePublished(db, who, period)),
        storage: {
          bytes: await sumStored(db),
          addedBytes: [...added.values()].reduce((sum, bytes) => sum + bytes, 0),
        },
      };
    },
    ({ who, days: { from, to }, step }) => [scopeOfStaff(who), from, to, step].join(' '),
  );
