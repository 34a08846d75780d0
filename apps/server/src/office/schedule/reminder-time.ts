import { HOUR_MS } from '../../platform/duration.ts';
import { dayAfter, dayIn } from '../../platform/outside/calendar.ts';
import { instantAt } from '../../platform/outside/wall-time.ts';

/** Patients get no reminders from nine in the evening to nine in the morning, in the centre's time zone. */
const MORNING_MINUTES = 9 * 60;
const EVENING_MINUTES = 21 * 60;

const outsideQuietHours = (instant: Date, timeZone: string): Date => {
  const day = dayIn(timeZone, instant);
  const morning = instantAt(day, MORNING_MINUTES, timeZone);
  if (instant < morning) return morning;
  if (instant < instantAt(day, EVENING_MINUTES, timeZone)) return instant;
  return instantAt(dayAfter(day, 1), MORNING_MINUTES, timeZone);
};

interface ReminderFacts {
  beginsAt: Date;
  /** the begin that an earlier reminder named */
  remindedOf: Date | null;
}

interface ReminderSettings {
  timeZone: string;
  patientReminderHours: number;
}

/**
 * When the patient is to be reminded of the current time of a booking: some hours before, at once if a reminder has named
 * another time, and never earlier than now or in quiet hours. Null if she has been reminded or if it is too late.
 */
export const reminderTime = (
  { beginsAt, remindedOf }: ReminderFacts,
  { timeZone, patientReminderHours }: ReminderSettings,
  now: Date,
): Date | null => {
  if (remindedOf?.getTime() === beginsAt.getTime()) return null;
  const planned = new Date(beginsAt.getTime() - patientReminderHours * HOUR_MS);
  const wanted = remindedOf !== null || planned < now ? now : planned;
  const at = outsideQuietHours(wanted, timeZone);
  return at < beginsAt ? at : null;
};
