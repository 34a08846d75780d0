import type { StudyStateKind } from '@snimok/contract/studies/study-state';
import { parseAccessionNumber } from '@snimok/contract/reception/dicom-worklist';
import { type StudyType, takesFiles } from '@snimok/contract/studies/study-types';
import { isCertainlySame } from '@snimok/imaging/names/compare-people';
import { findPatient } from '../../people/patients/queries.ts';
import type { Caller } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { personInFiles, proveCard } from '../../studies/studies/study-rows/compare-with-card.ts';
import { findStudy, type StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { stateOf } from '../../studies/studies/study-rows/study-state.ts';
import { suggestPatients } from '../scan-intake/suggest.ts';
import { type BookingRow, findBooking } from '../schedule/booking-rows/booking-queries.ts';
import { recordArrival } from '../schedule/visits/record-arrival.ts';
import type { Reception } from './queries.ts';
import type { Instance } from './read-instance.ts';

/**
 * Where received instances belong: to a study that waits for them, or to a new study of a patient. `isProven`: the number or
 * UID that led to the patient is confirmed by the name; otherwise the instances wait for a person's decision.
 */
export type Place = ({ studyID: number } | { patientID: number }) & { isProven: boolean };

/** What the instances of one DICOM study state together. */
export interface ReceivedStudy {
  studyInstanceUID: string;
  type: StudyType;
  accessionNumber: string | null;
  patient: Instance['patient'];
  /** the earlier uploads of this DICOM study, the latest first */
  earlier: Reception[];
  /** the accession number certainly leads to a patient; the study is not added to an upload on the card for unknown patients */
  isScheduled: boolean;
}

/**
 * The study or booking with the accession number that the worklist gave to the machine; null if neither exists. The number is
 * ignored if the files name no patient. Names are compared again before publication (decision 74).
 */
export const findScheduled = async (
  context: Context,
  caller: Caller,
  study: ReceivedStudy,
): Promise<Place | null> => {
  const item = study.patient.name === null ? null : parseAccessionNumber(study.accessionNumber ?? '');
  if (item === null) return null;
  return 'studyID' in item
    ? ofStudy(context, caller, item.studyID, study)
    : ofBooking(context, caller, item.bookingID, study);
};

/**
 * The patient of earlier instances of the same DICOM study, otherwise the card for unknown patients; null if neither exists.
 */
export const findUnscheduled = async (
  context: Context,
  caller: Caller,
  study: ReceivedStudy,
): Promise<Place | null> => {
  const [latest] = study.earlier;
  if (latest) return { patientID: latest.patientID, isProven: belongsTo(latest, study, context) };
  const { unknownPatientID } = context.config.stow;
  if (unknownPatientID === undefined) return null;
  const unknown = await findPatient(context.db, caller.who, unknownPatientID).catch(nullIfRefused);
  return unknown && { patientID: unknown.id, isProven: true };
};

/** The card for unknown patients takes all instances that have no other place. */
export const belongsTo = (
  reception: Reception,
  { patient, isScheduled }: Pick<ReceivedStudy, 'patient' | 'isScheduled'>,
  context: Pick<Context, 'config'>,
): boolean => (isOnUnknownCard(reception, context) ? !isScheduled : proveCard(patient, reception));

export const isOnUnknownCard = (
  { patientID }: Pick<Reception, 'patientID'>,
  { config }: Pick<Context, 'config'>,
): boolean => patientID === config.stow.unknownPatientID;

const nullIfRefused = (cause: unknown): null => {
  if (cause instanceof Problem) return null;
  throw cause;
};

/** The study if it takes these files, otherwise its patient; null if there is no such study. */
const ofStudy = async (
  { db }: Context,
  { who }: Caller,
  studyID: number,
  received: ReceivedStudy,
): Promise<Place | null> => {
  const study = await findStudy(db, who, studyID).catch(nullIfRefused);
  const card = study && (await findPatient(db, who, study.patientID).catch(nullIfRefused));
  if (!study || !card) return null;
  const isProven = proveCard(received.patient, card);
  return isOpenFor(study, received) ? { studyID, isProven } : { patientID: study.patientID, isProven };
};

const TAKES_FILES: Record<StudyStateKind, boolean> = {
  'waits-for-files': true,
  uploading: false,
  processing: false,
  held: false,
  failed: true,
  restoring: false,
  available: false,
  archived: false,
};

const isOpenFor = (study: StudyRow, { type }: ReceivedStudy): boolean =>
  TAKES_FILES[stateOf(study)] && takesFiles(study.type, type);

/** Marks the patient of today's booking as arrived, which creates the study. Returns null if a person has to decide. */
const ofBooking = async (
  context: Context,
  caller: Caller,
  bookingID: number,
  study: ReceivedStudy,
): Promise<Place | null> => {
  const { db, config, clock } = context;
  if (!config.scheduleEnabled) return null;
  const booking = await findBooking(db, caller.who, bookingID).catch(nullIfRefused);
  if (!booking || booking.status === 'cancelled') return null;
  if (booking.studyID !== null) return ofStudy(context, caller, booking.studyID, study);
  if (booking.day !== dayIn(config.timeZone, clock.now()) || booking.doctorID === null) return null;
  const person = personInFiles(study.patient);
  const booked = { name: booking.patientName, birthDate: null, sex: null };
  if (!isCertainlySame(person, booked, { isLinked: true })) return null;
  const patient = await choosePatient(context, caller, booking, study.patient);
  if (patient === null) return null;
  const arrival = { ...patient, birthday: person.birthDate, studyType: study.type };
  const arrived = await recordArrival(context, caller, bookingID, arrival).catch(nullIfRefused);
  return arrived && ofStudy(context, caller, arrived.studyID, study);
};

/**
 * The card that certainly is this patient's, or the patient's sex for a new card if no card of the client resembles the patient.
 * Null if a person has to decide.
 */
const choosePatient = async (
  context: Context,
  { who }: Caller,
  { id: bookingID, doctorID }: Pick<BookingRow, 'id' | 'doctorID'>,
  patient: Instance['patient'],
): Promise<{ patientID: number } | { sex: string } | null> => {
  const { name, birthDate: birthday, sex } = personInFiles(patient);
  const suggestions = await suggestPatients(context, who, { name: name ?? '', birthday });
  const ofBookingItself = suggestions.find((one) => one.bookingID === bookingID);
  if (ofBookingItself?.confident !== true) return null;
  if (ofBookingItself.patientID !== null) return { patientID: ofBookingItself.patientID };
  const resembling = suggestions.some((one) => one.patientID !== null && one.doctorID === doctorID);
  return resembling || birthday === null || sex === null ? null : { sex };
};
