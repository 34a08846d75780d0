import { bookableDays, type BookingWindow } from '../../../people/web-app-settings/bookable-days.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { invalid } from '../../../platform/errors/errors.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import type { Slot } from './slots.ts';
import { sentences } from '../sentences.ts';

/** Throws unless clients can book on this day at the location. */
export const requireBookableDay = (
  window: BookingWindow,
  day: string,
  { timeZone, now }: { timeZone: string; now: Date },
): void => {
  const { first, last } = bookableDays(window, timeZone, now);
  if (day < first || day > last) throw invalid(sentences.dayNotBookable(first, last));
};

/** Whether the slot is at least as many hours ahead as clients have to book. */
export const isLateEnough = (
  { leadHours }: BookingWindow,
  { beginsAt }: Pick<Slot, 'beginsAt'>,
  now: Date,
): boolean => beginsAt >= after(now, (leadHours ?? 0) * HOUR_MS);
