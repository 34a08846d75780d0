import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { findBookingForJob } from '../schedule/booking-rows/booking-queries.ts';
import { newPatientOf } from './new-patient.ts';
import { presentToCentre, presentToSender } from './present.ts';
import { findPreparation, findReferral, listDoctorNamesByID, type ReferralRow } from './queries.ts';
import { listSimilarCards } from '../duplicates/similar-cards.ts';

/** What the details show besides the row. The booking is read without a check of rights, because the referral names it. */
const readSurroundings = async (
  { db, config }: Context,
  { examinationID, recipientClients, bookingID }: ReferralRow,
) => ({
  preparation: await findPreparation(db, examinationID),
  colleagues: await listDoctorNamesByID(db, recipientClients),
  booking: bookingID === null || !config.scheduleEnabled ? undefined : await findBookingForJob(db, bookingID),
});

export const readForSender = async (context: Context, who: Actor, referralUUID: string) => {
  const referral = await findReferral(context.db, who, referralUUID);
  return presentToSender(who, referral, await readSurroundings(context, referral));
};

export const readForCentre = async (context: Context, who: Actor, referralUUID: string) => {
  const referral = await findReferral(context.db, who, referralUUID);
  const waitsForCard = referral.status === 'sent' && referral.patientID === null;
  const similar = waitsForCard ? await listSimilarCards(context.db, who, newPatientOf(referral)) : [];
  return presentToCentre(who, referral, { ...(await readSurroundings(context, referral)), similar });
};
