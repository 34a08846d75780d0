import { listWanting } from '../../../people/accounts/account-rows/letter-choices.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, notFound } from '../../../platform/errors/errors.ts';
import { removeJob } from '../../../platform/jobs/job-tables.ts';
import { enqueue, job, jobKey } from '../../../platform/jobs/jobs.ts';
import type { BookingTemplate } from '../../../platform/letters/booking-templates.ts';
import { initialsOf } from '../../../platform/letters/initials.ts';
import { enqueueLetter, withdrawLettersAbout } from '../../../platform/letters/letters.ts';
import { notifyClient } from '../../../platform/notices/notify.ts';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';
import { type BookingRow, findBookingForJob } from '../booking-rows/booking-queries.ts';
import { sentences } from '../sentences.ts';
import { sentences as ofLetters } from '../../../platform/letters/sentences.ts';

/** Reminders are sent at nine o'clock of the day before, in the centre's time zone. */
const REMINDER_MINUTES = 9 * 60;

/** Queues a letter to the client of the booking; a booking without a client or of a disabled account gets none. */
const enqueueBookingLetter = async (
  tx: Tx,
  config: Config,
  template: BookingTemplate,
  booking: BookingRow,
  now: Date,
): Promise<void> => {
  if (booking.doctorID === null || booking.doctorEmail === null || booking.doctorDisabledAt !== null) return;
  const recipients = await listWanting(tx, booking.doctorID, 'bookings');
  const common = {
    patient: initialsOf(booking.patientName),
    location: booking.locationName,
    address: booking.locationAddress,
    preparation: booking.locationPreparation,
    phones: booking.locationPhones,
    moment: momentOf(booking.beginsAt, config.timeZone),
    beginsAt: booking.beginsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    bookingID: booking.id,
    sequence: booking.moves + (template === 'booking-cancelled' ? 1 : 0),
    writtenAt: now.toISOString(),
    reason: booking.cancelReason,
    scheduleURL: `${config.publicURL}/doctor-area/schedule`,
  };
  // the schedule shows the delivery state of all letters except reminders
  const about = template === 'booking-reminder' ? null : aboutBooking(booking.id);
  for (const [at, { name, email }] of recipients.entries())
    await enqueueLetter(tx, template, { ofAccount: email }, { name, ...common }, at === 0 ? about : null);
};

const NOTICES: Record<BookingTemplate, string> = {
  booking: 'Запись подтверждена',
  'booking-moved': 'Запись перенесена',
  'booking-cancelled': 'Запись отменена',
  'booking-reminder': 'Напоминание о записи',
  'booking-missed': 'Пациент не пришёл',
};

/** Informs the client of the booking, by letter and otherwise. */
export const notifyOfBookingState = async (
  tx: Tx,
  config: Config,
  template: BookingTemplate,
  booking: BookingRow,
  now: Date,
): Promise<void> => {
  await enqueueBookingLetter(tx, config, template, booking, now);
  if (booking.doctorID === null || booking.doctorDisabledAt !== null) return;
  const moment = momentOf(booking.beginsAt, config.timeZone);
  await notifyClient(tx, { config, now }, booking.doctorID, {
    kind: 'bookings',
    about: aboutBooking(booking.id),
    path: '/doctor-area/schedule',
    title: NOTICES[template],
    body: `${moment}, ${booking.locationName}`,
    line: `${NOTICES[template]}: ${initialsOf(booking.patientName)}, ${moment}`,
  });
};

/** The value of `letters.about` for the letters about a booking. */
export const aboutBooking = (bookingID: number) => `booking:${bookingID}`;

/** Queues the letter about the current state of the booking again, in place of letters that are not sent yet. */
export const resendBookingLetter = ({ db, config, clock }: Context, booking: BookingRow): Promise<void> => {
  if (booking.status === 'come') throw conflict(sentences.bookingAlreadyArrived);
  const { doctorID } = booking;
  if (doctorID === null || booking.doctorEmail === null || booking.doctorDisabledAt !== null)
    throw notFound(ofLetters.noLetter);
  const template = currentTemplateOf(booking);
  return db.transaction().execute(async (tx) => {
    if ((await listWanting(tx, doctorID, 'bookings')).length === 0) throw conflict(ofLetters.lettersDeclined);
    await withdrawLettersAbout(tx, aboutBooking(booking.id));
    await enqueueBookingLetter(tx, config, template, booking, clock.now());
  });
};

const currentTemplateOf = ({ status, missedAt, moves }: BookingRow): BookingTemplate => {
  if (status === 'cancelled') return 'booking-cancelled';
  if (missedAt !== null) return 'booking-missed';
  return moves > 0 ? 'booking-moved' : 'booking';
};

export const momentOf = (instant: Date, timeZone: string): string => {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const [date, time] = [day, { hour: '2-digit', minute: '2-digit' } as const].map((fields) =>
    new Intl.DateTimeFormat('ru', { timeZone, ...fields }).format(instant),
  );
  return `${date}, ${time}`;
};

/** Queues the reminder, unless its time has passed: in that case the confirmation is recent enough. */
export const scheduleReminder = async (
  tx: Tx,
  { timeZone }: Config,
  { id: bookingID, day, beginsAt }: BookingRow,
  now: Date,
): Promise<void> => {
  const runAt = instantAt(dayAfter(day, -1), REMINDER_MINUTES, timeZone);
  if (runAt <= now) return;
  const payload = { bookingID, beginsAt: beginsAt.toISOString() };
  await enqueue(tx, remindOfBooking, payload, { runAt, key: reminderKeyOf(bookingID) });
};

export const reminderKeyOf = (bookingID: number): string => jobKey(remindOfBooking, bookingID);

/**
 * The job: queues the reminder's letter, unless the booking was cancelled or moved or has begun. A job from before a move has
 * another `beginsAt` than the booking.
 * @internal
 */
export const sendReminder = (
  { db, config, clock }: Context,
  { bookingID, beginsAt }: { bookingID: number; beginsAt: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const booking = await findBookingForJob(tx, bookingID);
    const now = clock.now();
    if (booking?.status !== 'booked' || booking.beginsAt <= now) return;
    if (booking.beginsAt.toISOString() !== beginsAt) return;
    // removing the job in the same transaction keeps a second run from sending the letter again
    if (!(await removeJob(tx, reminderKeyOf(bookingID)))) return;
    await notifyOfBookingState(tx, config, 'booking-reminder', booking, now);
  });

export const remindOfBooking = job('remind-of-booking', { attempts: 5, pool: 'short', run: sendReminder });
