import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { hashToken, newToken } from '../../platform/hash-token.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { normalizePhone } from '../../platform/notifications/phones.ts';
import {
  sendTextMessage,
  textChannelsOf,
  withdrawTextMessagesAbout,
} from '../../platform/notifications/text-messages.ts';
import { openText, sealText } from '../../platform/outside/sealed-text.ts';
import { type BookingRow, findBookingForJob, lockBooking } from './booking-queries.ts';
import { remindPatient } from './jobs.ts';
import { momentOf } from './letters.ts';
import { preparationOf } from './preparation.ts';
import { reminderTime } from './reminder-time.ts';
import { updateReminded, updateVisitToken } from './visit-queries.ts';

export const patientReminderKeyOf = (bookingID: number) => `${remindPatient.name}:${bookingID}`;

/** By letter, or by text message if the patient agreed without leaving an address. */
export const isReachable = (
  config: Config,
  { patientEmail, patientPhone, reminderAgreedAt }: BookingRow,
): boolean =>
  patientEmail !== null ||
  (reminderAgreedAt !== null &&
    textChannelsOf(config).includes('sms') &&
    normalizePhone(patientPhone) !== null);

/** Queues the reminder to a patient who agreed to it, for a new booking and after every move. */
export const planPatientReminder = async (
  tx: Tx,
  config: Config,
  booking: BookingRow,
  now: Date,
): Promise<void> => {
  if (!isReachable(config, booking)) return;
  const runAt = reminderTime(booking, config, now);
  if (runAt === null) return;
  const { id: bookingID } = booking;
  await enqueue(tx, remindPatient, { bookingID }, { runAt, key: patientReminderKeyOf(bookingID) });
};

/**
 * The job: queues the message and notes of which time it reminds, in one transaction, so that a second run sends nothing. A
 * run that is too early, because the booking was moved or in quiet hours, queues itself again.
 */
export const sendPatientReminder = (context: Context, { bookingID }: { bookingID: number }): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingID);
    const booking = await findBookingForJob(tx, bookingID);
    const now = context.clock.now();
    if (booking?.status !== 'booked' || !isReachable(context.config, booking)) return;
    const runAt = reminderTime(booking, context.config, now);
    if (runAt === null) return;
    if (runAt > now) return planPatientReminder(tx, context.config, booking, now);
    const visitURL = await linkOf(context, tx, booking);
    await updateReminded(tx, bookingID, booking.beginsAt);
    const moved = booking.remindedOf !== null;
    const facts = {
      ...factsOf(context.config, booking, now),
      preparation: preparationOf(booking),
      moved,
      visitURL,
    };
    const { patientEmail: to } = booking;
    if (to !== null)
      return void (await enqueueLetter(tx, 'visit-reminder', to, facts, aboutVisit(bookingID)));
    const what = moved ? 'Время визита изменилось' : 'Напоминаем о визите';
    await textPatient(tx, booking, { text: `${what}: ${facts.moment}, ${facts.location}`, visitURL, now });
  });

/** A patient who has been reminded learns that the visit is cancelled. */
export const notifyPatientOfCancellation = async (
  context: Context,
  tx: Tx,
  booking: BookingRow,
  now: Date,
): Promise<void> => {
  if (!isReachable(context.config, booking) || booking.remindedOf === null) return;
  const visitURL = await linkOf(context, tx, booking);
  const facts = { ...factsOf(context.config, booking, now), visitURL };
  const { patientEmail: to } = booking;
  if (to !== null)
    return void (await enqueueLetter(tx, 'visit-cancelled', to, facts, aboutVisit(booking.id)));
  await textPatient(tx, booking, {
    text: `Визит отменён: ${facts.moment}, ${facts.location}`,
    visitURL,
    now,
  });
};

/** Replaces a message about the visit that still waits. Like the letters, it has no name. */
const textPatient = async (
  tx: Tx,
  { id, patientPhone: to, beginsAt: expiresAt }: BookingRow,
  { text, visitURL: link, now }: { text: string; visitURL: string; now: Date },
): Promise<void> => {
  const about = aboutVisit(id);
  await withdrawTextMessagesAbout(tx, about);
  await sendTextMessage(tx, { to, text, link, reason: 'visit', about, isSecret: true, expiresAt, now });
};

/** The value of `letters.about` for messages to the patient; `aboutBooking` is for those to the client. */
export const aboutVisit = (bookingID: number) => `visit:${bookingID}`;

const factsOf = ({ timeZone }: Config, booking: BookingRow, now: Date) => ({
  bookingID: booking.id,
  location: booking.locationName,
  address: booking.locationAddress,
  moment: momentOf(booking.beginsAt, timeZone),
  beginsAt: booking.beginsAt.toISOString(),
  endsAt: booking.endsAt.toISOString(),
  sequence: booking.moves + (booking.status === 'cancelled' ? 1 : 0),
  writtenAt: now.toISOString(),
});

/** `{PUBLIC_URL}/visit#{token}`, the same one in all letters. Browsers do not send the fragment, so it reaches no log. */
const linkOf = async ({ config, secrets }: Context, tx: Tx, booking: BookingRow): Promise<string> => {
  const row = `visit:${booking.id}`;
  const { visitTokenSealed: sealed } = booking;
  const earlier = sealed === null ? null : openText(secrets.shareLinks, row, sealed);
  const token = earlier ?? newToken();
  if (earlier === null)
    await updateVisitToken(tx, booking.id, {
      visitTokenHash: hashToken(token),
      visitTokenSealed: sealText(secrets.shareLinks, row, token),
    });
  return `${config.publicURL}/visit#${token}`;
};
