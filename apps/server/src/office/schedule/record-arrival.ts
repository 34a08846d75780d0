import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { findPatient, lockPatient, insertPatient } from '../../people/patients/queries.ts';
import { sentences } from '../../platform/sentences.ts';
import { createStudyOf } from '../../studies/studies/create-study.ts';
import { publishBooking } from './publish-booking.ts';
import { type BookingRow, findBooking, lockBooking, updateArrived } from './booking-queries.ts';

interface Arrival {
  /** a card that the client has already; else a new one is made */
  patientID?: number | undefined;
  doctorID?: number | undefined;
  sex?: string | undefined;
  birthday: string | null;
  studyType: string;
}

interface ArrivalResult {
  doctorID: number;
  patientID: number;
  studyID: number;
}

/** Makes the card and the study of a patient who has come. Asked again, it answers what it made the first time. */
export const recordArrival = (
  { db, clock }: Context,
  { who, by }: { who: Actor; by: Initiator },
  bookingID: number,
  coming: Arrival,
): Promise<ArrivalResult> =>
  db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingID);
    const booking = await findBooking(tx, who, bookingID);
    if (booking.status === 'cancelled') throw conflict(sentences.bookingCancelled);
    if (booking.status === 'come') return earlierArrival(booking);
    const patientID = await findOrCreatePatient(tx, by, who, booking, coming);
    const { doctorID } = await findPatient(tx, who, patientID);
    const studyID = await createStudyOf(tx, by, {
      who,
      patientID,
      type: coming.studyType,
      comment: booking.comment,
      creatorID: accountOf(who),
      createdAt: clock.now(),
    });
    const became = { doctorID, patientID, studyID };
    await updateArrived(tx, bookingID, became);
    const details = { bookingID, locationID: booking.locationID };
    await record(tx, by, { action: 'booking.come', ...became, details });
    await publishBooking(tx, booking);
    return became;
  });

/** Card or study may have been deleted for good since. */
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
  { patientID, doctorID: chosen, sex, birthday }: Arrival,
): Promise<number> => {
  const wanted = booking.doctorID ?? chosen;
  if (wanted === undefined) throw invalid(sentences.bookingNeedsClient);
  const { id: doctorID } = await findDoctor(tx, wanted);
  if (patientID !== undefined) {
    await lockPatient(tx, patientID);
    const patient = await findPatient(tx, who, patientID);
    if (patient.doctorID !== doctorID) throw invalid(sentences.copyOtherClient);
    return patient.id;
  }
  if (sex === undefined) throw invalid(sentences.bookingNeedsSex);
  const { patientName: name, patientPhone: phone } = booking;
  const { id } = await insertPatient(tx, doctorID, { name, sex, birthday, phone });
  await record(tx, by, { action: 'patient.create', doctorID, patientID: id });
  return id;
};
