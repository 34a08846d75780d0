import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { dayAfter, dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';

/** Patients get no messages from nine in the evening to nine in the morning, in the centre's time zone. */
const MORNING_MINUTES = 9 * 60;
const EVENING_MINUTES = 21 * 60;

/** Less than this before the visit, the patient may already be on the way when a message comes. */
const ON_THE_WAY_MS = 2 * HOUR_MS;

const outsideQuietHours = (instant: Date, timeZone: string): Date => {
  const day = dayIn(timeZone, instant);
  const morning = instantAt(day, MORNING_MINUTES, timeZone);
  if (instant < morning) return morning;
  if (instant < instantAt(day, EVENING_MINUTES, timeZone)) return instant;
  return instantAt(dayAfter(day, 1), MORNING_MINUTES, timeZone);
};

/** Avoids quiet hours, unless the patient would then read the message too late for a visit at this time. */
export const considerateTime = (instant: Date, visitAt: Date, timeZone: string): Date => {
  const at = outsideQuietHours(instant, timeZone);
  return at.getTime() > visitAt.getTime() - ON_THE_WAY_MS ? instant : at;
};

interface VisitFacts {
  createdAt: Date;
  beginsAt: Date;
  /** the time of the visit in the last message to the patient, and when that message was queued */
  informedOf: Date | null;
  informedAt: Date | null;
  /** the time of the visit in the last reminder */
  remindedOf: Date | null;
}

interface ReminderSettings {
  timeZone: string;
  patientReminderHours: number;
}

export type MessageKind = 'confirmation' | 'move' | 'reminder';

interface NextMessage {
  kind: MessageKind;
  at: Date;
}

/** Whether the patient knows the current time. Versions before the confirmations only record reminders. */
export const isInformed = ({
  beginsAt,
  informedOf,
  remindedOf,
}: Pick<VisitFacts, 'beginsAt' | 'informedOf' | 'remindedOf'>): boolean =>
  (informedOf ?? remindedOf)?.getTime() === beginsAt.getTime();

/**
 * The next message to the patient about the current time of a booking; null for none. A new booking is confirmed at
 * once, also in quiet hours: the patient or the doctor has just agreed on the time. If an earlier message
 * named another time, the patient is informed of the move as soon as the hour permits.
 */
export const nextMessage = (visit: VisitFacts, settings: ReminderSettings, now: Date): NextMessage | null => {
  const { beginsAt, createdAt, informedOf, remindedOf } = visit;
  const { timeZone, patientReminderHours } = settings;
  if (beginsAt <= now) return null;
  if (isInformed(visit)) return reminderOf(visit, settings, now);
  const earlier = informedOf ?? remindedOf;
  if (earlier !== null) {
    const first = earlier < beginsAt && earlier > now ? earlier : beginsAt;
    return { kind: 'move', at: considerateTime(now, first, timeZone) };
  }
  const reminderAt = new Date(beginsAt.getTime() - patientReminderHours * HOUR_MS);
  // the booking was made by an earlier version, or the consent was given late
  if (reminderAt <= now && createdAt < reminderAt)
    return { kind: 'reminder', at: considerateTime(now, beginsAt, timeZone) };
  return { kind: 'confirmation', at: now };
};

/**
 * The reminder comes some hours before the visit. It is left out if the patient learned the time of the visit less than half
 * of these hours before the reminder: a patient who has just read the time needs no reminder.
 */
const reminderOf = (
  { beginsAt, informedAt, remindedOf }: VisitFacts,
  { timeZone, patientReminderHours }: ReminderSettings,
  now: Date,
): NextMessage | null => {
  if (remindedOf?.getTime() === beginsAt.getTime()) return null;
  const leadMs = patientReminderHours * HOUR_MS;
  const planned = outsideQuietHours(new Date(beginsAt.getTime() - leadMs), timeZone);
  if (informedAt !== null && planned.getTime() - informedAt.getTime() < leadMs / 2) return null;
  const at = planned > now ? planned : outsideQuietHours(now, timeZone);
  return at < beginsAt ? { kind: 'reminder', at } : null;
};
