import { CallProblem, type Call } from '@snimok/api-client/call';
import { getPatient } from '@snimok/contract/people/patients';
import { markArrived } from '@snimok/contract/reception/schedule';
import { getStudy } from '@snimok/contract/studies/studies';
import { phaseOf, type StudyStateKind, studyStateOf } from '@snimok/contract/studies/study-state';
import { listWorklist, parseAccessionNumber } from '@snimok/contract/reception/dicom-worklist';
import { isCertainlySame } from '@snimok/imaging/names/compare-people';
import type { Delivery } from '../ledger/deliveries.ts';
import { sentences } from '../program/sentences.ts';
import { type Defaults, findClient, findOrCreatePatient } from './find-target.ts';
import { personOf, type StudyHeader } from '../ledger/header.ts';

type Scheduled =
  /** the study that waits for these files */
  | { studyID: number; doctorID: number; patientID: number }
  /** the study that already has these files, sent by another PC */
  | { alreadyIn: number; doctorID: number; patientID: number }
  /** only the patient: the study has other files already, or is of another type */
  | { doctorID: number; patientID: number; remark: null }
  /** why a person has to decide */
  | { undecided: string };

/**
 * The study or patient of the worklist's item from which the machine took the accession number. Null if the files have no
 * such number or the item is gone. The number alone decides nothing: name, birth date and sex must agree with the card,
 * because a technician may choose the wrong line, and another system may issue the same numbers.
 */
export async function findScheduledStudy(
  call: Call,
  delivery: Delivery,
  defaults: Defaults,
): Promise<Scheduled | null> {
  const { header } = delivery;
  const item = header.accessionNumber === null ? null : parseAccessionNumber(header.accessionNumber);
  if (!item) return null;
  return 'studyID' in item
    ? ofStudy(call, item.studyID, delivery)
    : ofBooking(call, item.bookingID, delivery, defaults);
}

async function ofStudy(
  call: Call,
  studyID: number,
  { header, type, pictures }: Delivery,
): Promise<Scheduled | null> {
  const study = await call(getStudy, { params: { studyID } }).catch(nullIfGone);
  if (!study) return null;
  const { patientID, imageCount } = study;
  const card = await call(getPatient, { params: { patientID } }).catch(nullIfGone);
  if (!card) return null;
  if (!isSamePatient(header, card))
    return { undecided: sentences.wrongAccession(header.accessionNumber ?? '') };
  const place = { doctorID: card.doctorID, patientID };
  if (study.type === type && TAKES_FILES[studyStateOf(study).kind]) return { studyID, ...place };
  if (phaseOf(study) !== 'preparing' && imageCount === pictures) return { alreadyIn: studyID, ...place };
  return { ...place, remark: null };
}

const TAKES_FILES: Record<StudyStateKind, boolean> = {
  'waits-for-files': true,
  uploading: true,
  processing: false,
  held: false,
  failed: true,
  restoring: false,
  available: false,
  archived: false,
};

/** Records the patient as arrived, which creates the study; a repeated call finds the same one. */
async function ofBooking(
  call: Call,
  bookingID: number,
  { header, type }: Delivery,
  defaults: Defaults,
): Promise<Scheduled | null> {
  const { items } = await call(listWorklist);
  const booking = items.find((item) => item.bookingID === bookingID);
  if (!booking) return null;
  if (!isSamePatient(header, booking))
    return { undecided: sentences.wrongAccession(header.accessionNumber ?? '') };
  const client =
    booking.doctorID === null
      ? await findClient(call, header, defaults.doctorID)
      : { doctorID: booking.doctorID };
  if ('undecided' in client) return client;
  const patient = await findOrCreatePatient(call, client.doctorID, header);
  if (patient === null) return { undecided: sentences.incompleteHeader };
  if ('undecided' in patient) return patient;
  const body = { ...client, patientID: patient.patientID, studyType: type, birthday: header.birthday };
  return call(markArrived, { params: { bookingID }, body });
}

interface Card {
  name: string;
  birthday: string | null;
  sex: StudyHeader['sex'];
}

/** The accession number and the name agree, and nothing differs. */
const isSamePatient = (header: StudyHeader, card: Card): boolean =>
  isCertainlySame(personOf(header), personOf(card), { isLinked: true });

const nullIfGone = (problem: unknown): null => {
  if (problem instanceof CallProblem && problem.status === 404) return null;
  throw problem;
};
