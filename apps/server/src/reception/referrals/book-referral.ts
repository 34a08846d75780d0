import { accountOf } from '../../platform/access/actor.ts';
import type { Caller } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { transactionAgain } from '../../platform/db/transaction-again.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { momentOf } from '../../platform/time-and-sizes/moment.ts';
import { findBookingForJob, lockBooking } from '../schedule/booking-rows/booking-queries.ts';
import { insertInFreeSeat } from '../schedule/bookings/bookings.ts';
import { lockCard } from '../schedule/bookings/own-bookings.ts';
import type { consentOf } from '../schedule/bookings/reminder-consent.ts';
import type { RequestedSlot } from '../schedule/bookings/reserve-seat.ts';
import { assertUndecided } from './decide.ts';
import { publishReferral } from './publish-referral.ts';
import { findReferral, lockReferralsOf, type ReferralRow, updateBooking } from './queries.ts';
import { sentences } from './sentences.ts';

interface RequestedBooking {
  slot: RequestedSlot;
  patientPhone: string;
  requestUUID: string | null;
  /** the patient's consent to messages about the booking */
  consent: ReturnType<typeof consentOf>;
}

/**
 * Books the patient of an accepted referral. The booking gets the card and the study of the referral, so that the arrival
 * creates neither. A repeated request gets the booking of the first; a colleague learns who was first.
 */
export const bookReferral = (
  context: Context,
  caller: Caller,
  referralUUID: string,
  { slot, patientPhone, requestUUID, consent }: RequestedBooking,
): Promise<number> =>
  transactionAgain(context.db, async (tx) => {
    const { who } = caller;
    const { timeZone } = context.config;
    const { doctorID } = await findReferral(tx, who, referralUUID);
    // locks in the same order as an acceptance: client, booking, patient; one client's referrals are booked one after the other
    await lockReferralsOf(tx, doctorID);
    const referral = await findReferral(tx, who, referralUUID);
    const repeatedID = await findEarlier(tx, referral, { requestUUID, timeZone });
    if (repeatedID !== null) return repeatedID;
    const { patientID, studyID } = requireAccepted(referral, timeZone);
    const card = await lockCard(tx, who, patientID);
    const bookingID = await insertInFreeSeat(context, tx, caller, slot, {
      ...card,
      ...consent,
      studyID,
      patientPhone,
      requestUUID,
      comment: '',
      // not checked again: the examination was offered when the referral was sent
      examinationID: referral.examinationID,
      creatorID: accountOf(who),
    });
    await updateBooking(tx, referralUUID, bookingID);
    await publishReferral(tx, referral);
    return bookingID;
  });

/** The booking that the same request made before; throws if there is another booking that is not cancelled. */
const findEarlier = async (
  tx: Tx,
  { bookingID }: ReferralRow,
  { requestUUID, timeZone }: { requestUUID: string | null; timeZone: string },
): Promise<number | null> => {
  if (bookingID === null) return null;
  await lockBooking(tx, bookingID);
  const booking = await findBookingForJob(tx, bookingID);
  if (!booking || booking.status === 'cancelled') return null;
  if (requestUUID !== null && booking.requestUUID === requestUUID) return booking.id;
  if (booking.status === 'come') throw conflict(sentences.alreadyCome);
  const by = `${booking.creatorName}, ${momentOf(booking.createdAt, timeZone)}`;
  throw conflict(sentences.bookedBy(momentOf(booking.beginsAt, timeZone), by));
};

const requireAccepted = (referral: ReferralRow, timeZone: string): { patientID: number; studyID: number } => {
  const { status, patientID, studyID, studyDeletedAt, doneAt } = referral;
  if (status === 'sent') throw conflict(sentences.notAccepted);
  if (status !== 'accepted') assertUndecided(referral, timeZone);
  if (doneAt !== null) throw conflict(sentences.alreadyDone);
  if (patientID === null || studyID === null || studyDeletedAt !== null)
    throw conflict(sentences.studyPurged);
  return { patientID, studyID };
};
