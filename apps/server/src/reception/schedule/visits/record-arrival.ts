import type { StudyType } from '@snimok/contract/studies/study-types';
import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { transactionAgain } from '../../../platform/db/transaction-again.ts';
import { findDoctor } from '../../../people/doctors/queries.ts';
import { conflict, invalid, notFound } from '../../../platform/errors/errors.ts';
import { lockPatientOrKept } from '../../../people/patients/merged-patients.ts';
import { findPatient, insertPatient } from '../../../people/patients/queries.ts';
import { sentences as ofCopies } from '../../../studies/copies/sentences.ts';
import { sentences as ofStudies } from '../../../studies/studies/sentences.ts';
import { updateAcquisition } from '../../../studies/studies/study-rows/acquisition.ts';
import { updateArrivedAt } from '../../../studies/studies/arrival.ts';
import { createStudyOf } from '../../../studies/studies/create-study.ts';
import { listSimilarCards } from '../../duplicates/similar-cards.ts';
import { publishBooking } from '../booking-rows/publish-booking.ts';
import { type BookingRow, findBooking, lockBooking, updateArrived } from '../booking-rows/booking-queries.ts';
import { sentences } from '../sentences.ts';

interface Arrival {
  /** an existing patient of the client; otherwise a new one is created */
  patientID?: number | undefined;
  doctorID?: number | undefined;
  sex?: string | undefined;
  birthday: string | null;
  /** false: a new card is created only if no card of the client is similar */
  createPatient?: boolean | undefined;
  studyType: StudyType;
  /** created before the arrival */
  studyID?: number | undefined;
}

interface ArrivalResult {
  doctorID: number;
  patientID: number;
  studyID: number;
}

/**
 * Creates the patient and the study of a booking; a repeated request returns the patient and the study of the first one.
 * The booking is locked before the patient. A merge locks them in the opposite order, so the transaction runs again after
 * a deadlock.
 */
export const recordArrival = (
  { db, clock }: Context,
  { who, by }: { who: Actor; by: Initiator },
  bookingID: number,
  arrival: Arrival,
): Promise<ArrivalResult> =>
  transactionAgain(db, async (tx) => {
    await lockBooking(tx, bookingID);
    const booking = await findBooking(tx, who, bookingID);
    if (booking.status === 'cancelled') throw conflict(sentences.bookingCancelled);
    if (booking.status === 'come') return earlierArrival(booking);
    const result =
      (await findPlanned(tx, who, booking)) ??
      (await findCreated(tx, who, booking, arrival.studyID)) ??
      (await createRecords(tx, { who, by }, booking, { ...arrival, createdAt: clock.now() }));
    const { studyID } = result;
    if (booking.acquisition !== null) await updateAcquisition(tx, studyID, booking.acquisition);
    await updateArrived(tx, bookingID, result);
    await updateArrivedAt(tx, studyID, clock.now());
    const details = { bookingID, locationID: booking.locationID };
    await record(tx, by, { action: 'booking.come', ...result, details });
    await publishBooking(tx, booking);
    return result;
  });

/** Cards that may belong to the booked patient. If the booking has no client, the cards of the chosen client are searched. */
export const listCardsFor = async (
  db: Tx,
  who: Actor,
  { doctorID, patientName: name, patientBirthday: birthday, patientPhone: phone }: BookingRow,
  chosenID: number | undefined,
) => {
  const clientID = doctorID ?? chosenID;
  if (clientID === undefined) return [];
  return listSimilarCards(db, who, { doctorID: clientID, name, birthday, phone });
};

/** The card and the study that were created before the arrival, unless the study has been deleted. */
const findPlanned = async (
  tx: Tx,
  who: Actor,
  { patientID, studyID }: BookingRow,
): Promise<ArrivalResult | null> => {
  if (patientID === null || studyID === null) return null;
  const study = await findVisible(tx, who, studyID);
  return study ? { ...study, studyID } : null;
};

const findVisible = (tx: Tx, who: Actor, studyID: number) =>
  tx
    .selectFrom('studies')
    .select(['doctorID', 'patientID'])
    .where('id', '=', studyID)
    .where(visibleStudies(who))
    .executeTakeFirst();

/** The study that an assistant created for the patient without the booking. */
const findCreated = async (
  tx: Tx,
  who: Actor,
  { doctorID }: BookingRow,
  studyID: number | undefined,
): Promise<ArrivalResult | null> => {
  if (studyID === undefined) return null;
  const study = await findVisible(tx, who, studyID);
  if (!study) throw notFound(ofStudies.noStudy);
  if (doctorID !== null && study.doctorID !== doctorID) throw invalid(ofCopies.copyOtherClient);
  return { ...study, studyID };
};

const createRecords = async (
  tx: Tx,
  { who, by }: { who: Actor; by: Initiator },
  booking: BookingRow,
  { createdAt, ...arrival }: Arrival & { createdAt: Date },
): Promise<ArrivalResult> => {
  const patientID = await findOrCreatePatient(tx, by, who, booking, arrival);
  const { doctorID } = await findPatient(tx, who, patientID);
  const studyID = await createStudyOf(tx, by, {
    who,
    patientID,
    type: arrival.studyType,
    comment: booking.comment,
    creatorID: accountOf(who),
    createdAt,
  });
  return { doctorID, patientID, studyID };
};

/** The result of an earlier request; throws a conflict if the patient or the study has been purged. */
const earlierArrival = ({ doctorID, patientID, studyID }: BookingRow): ArrivalResult => {
  if (doctorID === null || patientID === null || studyID === null)
    throw conflict(sentences.bookingAlreadyArrived);
  return { doctorID, patientID, studyID };
};

const findOrCreatePatient = async (
  tx: Tx,
  by: Initiator,
  who: Actor,
  booking: BookingRow,
  { patientID, doctorID: chosen, sex, birthday, createPatient }: Arrival,
): Promise<number> => {
  const clientID = booking.doctorID ?? chosen;
  if (clientID === undefined) throw invalid(sentences.bookingNeedsClient);
  const { id: doctorID } = await findDoctor(tx, clientID);
  if (patientID !== undefined) {
    const patient = await findPatient(tx, who, await lockPatientOrKept(tx, patientID));
    if (patient.doctorID !== doctorID) throw invalid(ofCopies.copyOtherClient);
    return patient.id;
  }
  if (sex === undefined) throw invalid(sentences.bookingNeedsSex);
  const { patientName: name, patientPhone: phone } = booking;
  if (createPatient === false) {
    const similar = await listSimilarCards(tx, who, { doctorID, name, birthday, phone });
    if (similar.length > 0) throw conflict(sentences.bookingSimilarCard);
  }
  const { id } = await insertPatient(tx, doctorID, { name, sex, birthday, phone });
  await record(tx, by, { action: 'patient.create', doctorID, patientID: id });
  return id;
};
