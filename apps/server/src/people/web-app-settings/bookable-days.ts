import type { Tx } from '../../platform/db/client.ts';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { dayAfter, dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';

/** How far ahead clients book at a location. */
export interface BookingWindow {
  /** null: from tomorrow */
  leadHours: number | null;
  horizonDays: number;
}

const FIRST_DAY = 1;
/** The window if no location is open. */
const DEFAULT_WINDOW: BookingWindow = { leadHours: null, horizonDays: 30 };

/** The first and the last day on which clients can book, in the centre's time zone. */
export const bookableDays = (
  { leadHours, horizonDays }: BookingWindow,
  timeZone: string,
  now: Date,
): { first: string; last: string } => {
  const today = dayIn(timeZone, now);
  const first =
    leadHours === null ? dayAfter(today, FIRST_DAY) : dayIn(timeZone, after(now, leadHours * HOUR_MS));
  return { first, last: dayAfter(today, horizonDays) };
};

/** The days on which clients can book at least one location. */
export const findBookableDays = async (
  db: Tx,
  timeZone: string,
  now: Date,
): Promise<{ first: string; last: string }> => {
  const windows = await db
    .selectFrom('locations')
    .select(['leadHours', 'horizonDays'])
    .distinct()
    .where('archivedAt', 'is', null)
    .execute();
  const days = (windows.length > 0 ? windows : [DEFAULT_WINDOW]).map((one) =>
    bookableDays(one, timeZone, now),
  );
  const [first = ''] = days.map((one) => one.first).toSorted();
  const last =
    days
      .map((one) => one.last)
      .toSorted()
      .at(-1) ?? first;
  return { first, last };
};
