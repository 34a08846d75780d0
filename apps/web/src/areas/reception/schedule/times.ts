import { dayOf, timeOf } from '../../../shared/dates/dates.ts';

export const shiftDay = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** The Monday of the week that contains a day. */
export const mondayOf = (day: string): string => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return shiftDay(day, 1 - weekday);
};

const shortDay = new Intl.DateTimeFormat('ru', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const longDay = new Intl.DateTimeFormat('ru', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const weekday = new Intl.DateTimeFormat('ru', { timeZone: 'UTC', weekday: 'short' });
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** «23 нояб.» */
export const shortDayOf = (day: string): string => shortDay.format(noon(day));
/** «понедельник, 23 ноября» */
export const longDayOf = (day: string): string => longDay.format(noon(day));
/** «пн» */
export const weekdayOf = (day: string): string => weekday.format(noon(day));

/** «10:30», or «06:30, 24 нояб.» if the local day differs from the chosen day of the centre. */
export const slotLabel = (beginsAt: string, chosenDay: string, timeZone?: string): string => {
  const time = timeOf(beginsAt, timeZone);
  const day = dayOf(beginsAt, timeZone);
  return day === chosenDay ? time : `${time}, ${shortDayOf(day)}`;
};

/** Sorted by start, then alternately left and right. */
export const inTwoColumns = <Slot extends { beginsAt: string }>(slots: Slot[]): [Slot[], Slot[]] => {
  const sorted = slots.toSorted((one, other) => one.beginsAt.localeCompare(other.beginsAt));
  return [sorted.filter((_, at) => at % 2 === 0), sorted.filter((_, at) => at % 2 === 1)];
};
