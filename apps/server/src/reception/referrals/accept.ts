import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { type Caller, type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { transactionAgain } from '../../platform/db/transaction-again.ts';
import { conflict, invalid } from '../../platform/errors/errors.ts';
import { lockPatientOrKept } from '../../people/patients/merged-patients.ts';
import { findPatient, insertPatient } from '../../people/patients/queries.ts';
import { publishPatientChange } from '../../platform/realtime/publish-changes.ts';
import { createStudyOf } from '../../studies/studies/create-study.ts';
import { enqueueSharing } from '../../studies/studies/referred-study.ts';
import { listSimilarCards } from '../duplicates/similar-cards.ts';
import {
  findBookingForJob,
  lockBooking,
  updatePlannedStudy,
} from '../schedule/booking-rows/booking-queries.ts';
import { publishBooking } from '../schedule/booking-rows/publish-booking.ts';
import { assertUndecided } from './decide.ts';
import { newPatientOf } from './new-patient.ts';
import { notifyOfReferral } from './notify-of-referral.ts';
import { publishReferral } from './publish-referral.ts';
import {
  findReferral,
  findUnreferred,
  lockReferral,
  lockReferralsOf,
  type ReferralRow,
  updateDecision,
} from './queries.ts';
import { sentences } from './sentences.ts';

interface Choice {
  /** a card of the client for the new patient */
  patientID?: number | null | undefined;
  /** the similar cards belong to other people */
  createPatient: boolean;
}

interface Accepted {
  doctorID: number;
  patientID: number;
  studyID: number;
}

/**
 * Creates the study of a referral, and the card of a new patient. A repeated request of the same assistant returns the
 * first result; a colleague learns who was first.
 */
export const accept = (
  { db, config, clock }: Context,
  { who, by }: Caller,
  referralUUID: string,
  choice: Choice,
): Promise<Accepted> =>
  transactionAgain(db, async (tx) => {
    const found = await findReferral(tx, who, referralUUID);
    const earlier = earlierDecision(found, who, config.timeZone);
    if (earlier) return earlier;
    const { visit, cardID } = await lockAll(tx, who, found, choice);
    const referral = await findReferral(tx, who, referralUUID);
    const meanwhile = earlierDecision(referral, who, config.timeZone);
    if (meanwhile) return meanwhile;
    const now = clock.now();
    const patientID = cardID ?? (await createCard(tx, { who, by }, referral, choice));
    const studyID =
      visit?.studyID ??
      (await createStudyOf(tx, by, {
        who,
        patientID,
        type: referral.studyType,
        comment: '',
        creatorID: accountOf(who),
        createdAt: now,
      }));
    const { doctorID } = referral;
    const result = { doctorID, patientID, studyID };
    if (!visit && referral.bookingID !== null && (await updatePlannedStudy(tx, referral.bookingID, result)))
      await publishBooking(tx, { id: referral.bookingID, doctorID });
    const decision = { status: 'accepted', decidedBy: accountOf(who), decidedAt: now } as const;
    await updateDecision(tx, referralUUID, { ...decision, patientID, studyID });
    await record(tx, by, { action: 'referral.accept', ...result, details: { referralUUID } });
    // the patient may have come before the acceptance, so the files may be published already
    if (visit?.studyID) await enqueueSharing(tx, studyID);
    await publishReferral(tx, referral);
    const accepted = { uuid: referralUUID, ...result };
    await notifyOfReferral(tx, config, { event: 'referral.accepted', referral: accepted, now });
    return result;
  });

/** Locks in the same order as arrivals and merges: client, booking, patient; the referral last. */
const lockAll = async (tx: Tx, who: Actor, referral: ReferralRow, choice: Choice) => {
  await lockReferralsOf(tx, referral.doctorID);
  const visit = await lockVisit(tx, who, referral);
  const knownID = visit?.patientID ?? referral.patientID ?? choice.patientID ?? null;
  const cardID = knownID === null ? null : await lockCard(tx, who, knownID, referral.doctorID);
  await lockReferral(tx, referral.uuid);
  return { visit, cardID };
};

/** The result if the same assistant accepted the referral before; throws if another decision was made. */
const earlierDecision = (referral: ReferralRow, who: Actor, timeZone: string): Accepted | null => {
  const { status, decidedBy, doctorID, patientID, studyID } = referral;
  if (status !== 'accepted' || decidedBy !== accountOf(who)) {
    assertUndecided(referral, timeZone);
    return null;
  }
  if (patientID === null || studyID === null) throw conflict(sentences.studyPurged);
  return { doctorID, patientID, studyID };
};

/** The card of a booked patient who has come. `studyID`: the study of the visit if it fits the referral, else null. */
const lockVisit = async (
  tx: Tx,
  who: Actor,
  { bookingID, studyType }: ReferralRow,
): Promise<{ patientID: number; studyID: number | null } | null> => {
  if (bookingID === null) return null;
  await lockBooking(tx, bookingID);
  const booking = await findBookingForJob(tx, bookingID);
  if (booking?.status !== 'come' || booking.patientID === null) return null;
  const { patientID, studyID } = booking;
  return { patientID, studyID: await findUnreferred(tx, who, { studyID, studyType }) };
};

const lockCard = async (tx: Tx, who: Actor, patientID: number, doctorID: number): Promise<number> => {
  const card = await findPatient(tx, who, await lockPatientOrKept(tx, patientID));
  if (card.doctorID !== doctorID) throw invalid(sentences.cardOfAnother);
  return card.id;
};

const createCard = async (
  tx: Tx,
  { who, by }: { who: Actor; by: Initiator },
  referral: ReferralRow,
  { createPatient }: Choice,
): Promise<number> => {
  const { doctorID, ...facts } = newPatientOf(referral);
  if (!createPatient && (await listSimilarCards(tx, who, { doctorID, ...facts })).length > 0)
    throw conflict(sentences.chooseCard);
  const { id } = await insertPatient(tx, doctorID, { ...facts, sex: referral.patientSex });
  await record(tx, by, { action: 'patient.create', doctorID, patientID: id });
  await publishPatientChange(tx, id);
  return id;
};
