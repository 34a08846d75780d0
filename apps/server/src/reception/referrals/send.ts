import { isDeepStrictEqual } from 'node:util';
import { MAX_RECIPIENTS, type NewReferral as Request } from '@snimok/contract/reception/referrals';
import type { DoctorActor } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { splitWords } from '../../platform/db/search-words.ts';
import { transactionAgain } from '../../platform/db/transaction-again.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/errors/errors.ts';
import { findAccountByEmail } from '../../people/accounts/account-rows/accounts.ts';
import { countAttempt } from '../../people/accounts/limits/throttle.ts';
import { listFriendsOf } from '../../people/patient-shares/queries.ts';
import { assertBirthdayPast } from '../../people/patients/birthday.ts';
import { lockPatientOrKept } from '../../people/patients/merged-patients.ts';
import { findPatient } from '../../people/patients/queries.ts';
import { sentences as ofPatientShares } from '../../people/patient-shares/sentences.ts';
import { offersLinksOfDoctors } from '../../viewing/external-shares/caller.ts';
import { findBooking } from '../schedule/booking-rows/booking-queries.ts';
import { findExamination } from './examination-queries.ts';
import { notifyOfReferral } from './notify-of-referral.ts';
import { publishReferral } from './publish-referral.ts';
import { countWaiting, findSent, insertReferral, lockReferralsOf, type SentReferral } from './queries.ts';
import { sentences } from './sentences.ts';

/** Limit for one client; a longer list would only hide the new referrals. */
const MAX_WAITING = 300;
/** Limits how fast a doctor can find out which e-mails have an account, as for the shares of patients. */
const EMAIL_ATTEMPTS = 30;

/** Sends a referral to the centre; a repeated request with the same id and content does nothing. */
export const send = async (
  context: Context,
  { who, by }: { who: DoctorActor; by: Initiator },
  request: Request,
): Promise<void> => {
  const { db, clock, config } = context;
  const { referralUUID, contraindications, otherContraindications, question, teeth, urgency } = request;
  await checkRecipients(context, who, request);
  await transactionAgain(db, async (tx) => {
    const now = clock.now();
    const doctorID = who.clientID;
    await lockReferralsOf(tx, doctorID);
    const earlier = await findSent(tx, referralUUID);
    if (earlier) return assertSame(earlier, who, request);
    if ((await countWaiting(tx, who)) >= MAX_WAITING) throw conflict(sentences.tooManyWaiting(MAX_WAITING));
    const examination = await findExamination(tx, request.examinationID);
    if (!examination.active) throw conflict(sentences.examinationClosed);
    const patient = await findReferred(tx, context, who, request.patient);
    await checkBooking(tx, who, request.bookingID, patient);
    await insertReferral(tx, {
      uuid: referralUUID,
      doctorID,
      creatorID: who.accountID,
      createdAt: now,
      ...patient,
      examinationID: examination.id,
      examination: examination.name,
      studyType: examination.studyType,
      teeth,
      question,
      urgency,
      contraindications,
      otherContraindications,
      recipientClients: request.recipientDoctorIDs,
      recipientEmails: request.recipientEmails,
      bookingID: request.bookingID,
    });
    await record(tx, by, {
      action: 'referral.create',
      doctorID,
      patientID: patient.patientID,
      details: { referralUUID },
    });
    await publishReferral(tx, { uuid: referralUUID, doctorID });
    const referral = { uuid: referralUUID, doctorID, patientID: patient.patientID, studyID: null };
    await notifyOfReferral(tx, config, { event: 'referral.created', referral, now });
  });
};

/** @throws Problem 409 if the content differs from what was sent: the answer was lost and the sender changed the draft */
const assertSame = (sent: SentReferral, who: DoctorActor, request: Request): void => {
  if (sent.doctorID !== who.clientID) throw conflict(sentences.usedUUID);
  const isSame =
    sent.examinationID === request.examinationID &&
    COMPARED.every((field) => isDeepStrictEqual(sent[field], request[field])) &&
    isDeepStrictEqual(sent.recipientClients, request.recipientDoctorIDs) &&
    ('patientID' in request.patient || sent.patientName === request.patient.name);
  if (!isSame) throw conflict(sentences.sentUnchanged);
};

const COMPARED = [
  ...(['teeth', 'question', 'urgency', 'contraindications', 'otherContraindications'] as const),
  'recipientEmails',
] as const;

/** The columns about the patient: a card of the client, or the facts of a new patient. */
const findReferred = async (
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  who: DoctorActor,
  patient: Request['patient'],
) => {
  if (!('patientID' in patient)) {
    assertBirthdayPast(clock, patient.birthday);
    const { name, sex, birthday, phone } = patient;
    const facts = { patientName: name, patientSex: sex, patientBirthday: birthday, patientPhone: phone };
    return { ...facts, patientID: null };
  }
  const card = await findPatient(tx, who, await lockPatientOrKept(tx, patient.patientID));
  if (card.doctorID !== who.clientID) throw forbidden(sentences.ownPatientsOnly);
  return {
    patientID: card.id,
    patientName: card.name,
    patientSex: card.sex,
    patientBirthday: card.birthday,
    patientPhone: card.phone,
  };
};

/** The shorter name may lack the patronymic. */
const isSameName = (one: string, other: string): boolean => {
  const [shorter = [], longer = []] = [splitWords(one), splitWords(other)].toSorted(
    (first, second) => first.length - second.length,
  );
  return shorter.length > 0 && shorter.every((word) => longer.includes(word));
};

const checkBooking = async (
  tx: Tx,
  who: DoctorActor,
  bookingID: number | null,
  { patientID, patientName }: { patientID: number | null; patientName: string },
): Promise<void> => {
  if (bookingID === null) return;
  const booking = await findBooking(tx, who, bookingID);
  if (booking.status === 'cancelled') throw conflict(sentences.bookingCancelled);
  const isOther = booking.patientID !== null && patientID !== null && booking.patientID !== patientID;
  if (isOther || !isSameName(booking.patientName, patientName)) throw invalid(sentences.bookingOfAnother);
};

/** Recipients are colleagues by id and e-mails. While links of doctors are switched off, an e-mail needs a doctor's account. */
const checkRecipients = async (context: Context, who: DoctorActor, request: Request): Promise<void> => {
  const { db, config } = context;
  const { recipientDoctorIDs, recipientEmails } = request;
  if (recipientDoctorIDs.length + recipientEmails.length > MAX_RECIPIENTS)
    throw invalid(sentences.tooManyRecipients(MAX_RECIPIENTS));
  if (recipientDoctorIDs.length > 0) {
    const friends = new Set((await listFriendsOf(db, who.clientID)).map(({ id }) => id));
    if (!recipientDoctorIDs.every((id) => friends.has(id))) throw notFound(sentences.noRecipient);
  }
  for (const email of recipientEmails) {
    const account = await findAccountByEmail(db, email);
    if (account && (account.clientID ?? account.id) === who.clientID) throw invalid(sentences.ownEmail);
    if (offersLinksOfDoctors(config)) continue;
    const limit = { key: `share-email:${who.clientID}`, attempts: EMAIL_ATTEMPTS };
    await countAttempt(context, [limit], ofPatientShares.tooManyShares);
    if (account?.role !== 'doctor') throw invalid(sentences.onlyDoctors(email));
  }
};
