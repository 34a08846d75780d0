import { type Caller, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, invalid } from '../../../platform/errors/errors.ts';
import { removeJob } from '../../../platform/jobs/job-tables.ts';
import { withdrawLettersAbout } from '../../../platform/letters/letters.ts';
import { admitAddress } from '../../../platform/letters/recipients.ts';
import { withdrawTextMessagesAbout } from '../../../platform/notices/text-messages.ts';
import { findBooking, lockBooking, updateReminderConsent } from '../booking-rows/booking-queries.ts';
import { requireNotBegun } from './own-bookings.ts';
import { listMessagesToPatients } from '../reminders-and-letters/patient-messages.ts';
import {
  aboutVisit,
  informPatient,
  isReachable,
  patientReminderKeyOf,
} from '../reminders-and-letters/patient-reminders.ts';
import { publishBooking } from '../booking-rows/publish-booking.ts';
import { sentences } from '../sentences.ts';

interface Consent {
  agreed: boolean;
  patientEmail: string | null;
}

/** The columns of a new booking. The address is stored only with the consent. */
export const consentOf = (
  { reminderAgreed, patientEmail }: { reminderAgreed: boolean; patientEmail: string | null },
  now: Date,
) => ({
  patientEmail: reminderAgreed ? patientEmail : null,
  reminderAgreedAt: reminderAgreed ? now : null,
});

/**
 * Gives or withdraws the patient's consent to messages about one booking. When it is given, also for another address, the
 * booking is confirmed at once. After it is withdrawn nothing is sent, not even messages that already wait. The link in a
 * reminder that was sent keeps working, because the patient may still want to move the visit.
 */
export const setReminderConsent = (
  context: Context,
  { who, by }: Caller,
  bookingID: number,
  { agreed, patientEmail }: Consent,
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const { config, clock } = context;
    const now = clock.now();
    await findBooking(tx, who, bookingID);
    await lockBooking(tx, bookingID);
    const before = await findBooking(tx, who, bookingID);
    requireExpected(before, now);
    const wasAgreed = before.reminderAgreedAt !== null;
    const isRepeated = agreed === wasAgreed && (!agreed || before.patientEmail === patientEmail);
    // after a failure, a request with the same address means that the message should be sent again
    if (isRepeated && !(agreed && (await hasFailed(tx, bookingID)))) return;
    const consent = agreed
      ? { patientEmail, reminderAgreedAt: before.reminderAgreedAt ?? now }
      : { patientEmail: null, reminderAgreedAt: null };
    if (agreed && !isReachable(config, { ...before, ...consent })) throw invalid(sentences.noAddress);
    if (consent.patientEmail !== null)
      await admitAddress(tx, 'letter', { typed: consent.patientEmail, thing: aboutVisit(bookingID), now });
    const withdrawn = await stopReminders(tx, bookingID);
    // the patient has to be informed again if an unsent message was deleted or the address has changed
    await updateReminderConsent(tx, bookingID, consent, { forgetsMessages: agreed || withdrawn });
    const booking = await findBooking(tx, who, bookingID);
    const { doctorID, locationID } = booking;
    await record(tx, by, {
      action: agreed ? 'booking.remind' : 'booking.stop-reminders',
      doctorID,
      details: { bookingID, locationID },
    });
    await publishBooking(tx, booking);
    if (agreed) await informPatient(context, tx, booking, now);
  });

/** Throws 409 unless the patient is still expected. */
const requireExpected = (booking: Awaited<ReturnType<typeof findBooking>>, now: Date): void => {
  if (booking.status === 'cancelled') throw conflict(sentences.bookingCancelled);
  if (booking.status === 'come') throw conflict(sentences.bookingAlreadyArrived);
  requireNotBegun(booking, now);
};

const hasFailed = async (tx: Tx, bookingID: number): Promise<boolean> =>
  (await listMessagesToPatients(tx, [bookingID])).get(bookingID)?.status === 'failed';

/** Removes the waiting job, letter or text message. True if a message was written but not sent. */
const stopReminders = async (tx: Tx, bookingID: number): Promise<boolean> => {
  await removeJob(tx, patientReminderKeyOf(bookingID));
  const letters = await withdrawLettersAbout(tx, aboutVisit(bookingID));
  const texts = await withdrawTextMessagesAbout(tx, aboutVisit(bookingID));
  return letters + texts > 0;
};
