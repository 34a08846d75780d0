import { dayAfter, dayIn } from '../../platform/outside/calendar.ts';

const FIRST_BOOKABLE_DAY = 1;
const LAST_BOOKABLE_DAY = 30;

/** The first and the last day that doctors can book: from tomorrow in the centre's time zone to thirty days ahead. */
export const bookableDays = (timeZone: string, now: Date): { first: string; last: string } => {
  const today = dayIn(timeZone, now);
  return { first: dayAfter(today, FIRST_BOOKABLE_DAY), last: dayAfter(today, LAST_BOOKABLE_DAY) };
};
