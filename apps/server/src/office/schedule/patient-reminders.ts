import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { hashToken, newToken } from '../../platform/hash-token.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { openText, sealText } from '../../platform/outside/sealed-text.ts';
import { type BookingRow, findBookingForJob, lockBooking } from './booking-queries.ts';
import { remindPatient } from './jobs.ts';
import { momentOf } from './letters.ts';
import { preparationOf } from './preparation.ts';
import { reminderTime } from './reminder-time.ts';
import { updateReminded, updateVisitToken } from './visit-queries.ts';

export const patientReminderKeyOf = (bookingID: number) => `${remindPatient.name}:${bookingID}`;

/** Queues the reminder to a patient who agreed to it, for a new booking and after every move. */
export const planPatientReminder = async (
  tx: Tx,
  config: Config,
  booking: BookingRow,
  now: Date,
): Promise<void> => {
  if (booking.patientEmail === null) return;
  const runAt = reminderTime(booking, config, now);
  if (runAt === null) return;
  const { id: bookingID } = booking;
  await enqueue(tx, remindPatient, { bookingID }, { runAt, key: patientReminderKeyOf(bookingID) });
};

/**
 * The job: queues the letter and notes of which time it reminds, in one transaction, so that a second run sends nothing. A
 * run that is too early, because the booking was moved or in quiet hours, queues itself again.
 */
export const sendPatientReminder = (context: Context, { bookingID }: { bookingID: number }): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingID);
    const booking = await findBookingForJob(tx, bookingID);
    const now = context.clock.now();
    if (booking?.status !== 'booked' || booking.patientEmail === null) return;
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
    await enqueueLetter(tx, 'visit-reminder', booking.patientEmail, facts, aboutVisit(bookingID));
  });

/** A patient who has been reminded learns that the visit is cancelled. */
export const notifyPatientOfCancellation = async (
  context: Context,
  tx: Tx,
  booking: BookingRow,
  now: Date,
): Promise<void> => {
  if (booking.patientEmail === null || booking.remindedOf === null) return;
  const facts = { ...factsOf(context.config, booking, now), visitURL: await linkOf(context, tx, booking) };
  await enqueueLetter(tx, 'visit-cancelled', booking.patientEmail, facts, aboutVisit(booking.id));
};

/** The value of `letters.about` for letters to the patient; `aboutBooking` is for those to the client. */
const aboutVisit = (bookingID: number) => `visit:${bookingID}`;

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
