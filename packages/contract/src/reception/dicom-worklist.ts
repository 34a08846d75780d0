import { z } from 'zod';
import { CalendarDay, Id, Instant, Sex, ShortText } from '../values/fields.ts';
import { StepStatus, StudyType } from '../studies/studies.ts';

/**
 * An item for which X-ray machines should make images: a study that waits for its files, or a booking of today whose patient has
 * not been marked as arrived.
 */
export const WorklistItem = z.object({
  /** `S` and the number of the study, or `B` and the number of the booking; machines write it into their files */
  accessionNumber: z.string(),
  studyID: z.number().int().nullable(),
  bookingID: z.number().int().nullable(),
  /** null: the booking has no patient's card yet */
  patientID: z.number().int().nullable(),
  name: z.string(),
  birthday: CalendarDay.nullable(),
  sex: Sex.nullable(),
  /** null for a booking, which does not say */
  studyType: StudyType.nullable(),
  /** null: the booking has no client yet */
  doctorID: z.number().int().nullable(),
  doctorName: z.string().nullable(),
  /** the booking's time, or when the study was created */
  beginsAt: Instant,
});

export const listWorklist = {
  method: 'GET',
  url: '/assistant/worklist',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary:
      'The worklist of the X-ray machines: studies of the last seven days that wait for files, at most 500 and the latest first, then bookings of today whose patients have not been marked as arrived, at most 500',
    response: { 200: z.object({ items: z.array(WorklistItem) }) },
  },
} as const;

/** DICOM PS3.5, 9.1. */
const DicomUID = z
  .string()
  .max(64)
  .regex(/^\d+(\.\d+)*$/);

/** A performed procedure step of an X-ray machine (DICOM PS3.4, annex F). */
export const PerformedStep = z.object({
  stepUID: DicomUID,
  status: StepStatus,
  /** AE title of the machine */
  station: z.string().min(1).max(16),
  /** accession numbers of the items of the worklist for which it was performed */
  accessionNumbers: z.array(z.string().max(16)).max(20),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** why it was discontinued; may be empty */
  reason: ShortText,
  /** the patient as the machine names her; null if it does not say */
  patient: z.object({
    name: ShortText.nullable(),
    birthday: CalendarDay.nullable(),
    sex: Sex.nullable(),
  }),
});

export const reportStep = {
  method: 'POST',
  url: '/assistant/worklist/steps',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary:
      'What an X-ray machine performs for items of the worklist. A repeated report has no further effect, and a completed or discontinued step does not change any more. `bound`: the items whose patient agrees with the machine; only they show the state',
    body: PerformedStep,
    response: { 200: z.object({ bound: z.array(z.string()) }) },
  },
} as const;

/** An instance as an X-ray machine sent it. */
const SentInstance = z.object({
  sopInstanceUID: DicomUID,
  /** SHA-256 of the bytes of the file, in hexadecimal */
  sha256: z.string().regex(/^[\da-f]{64}$/),
});

export const verifyInstances = {
  method: 'POST',
  url: '/assistant/studies/:studyID/verify-instances',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary:
      'Which instances of a study are stored with these bytes, for storage commitment (DICOM PS3.4, annex J): the files are read and compared. `checked` contains the first instances, at least one; request the others again',
    params: z.object({ studyID: Id }),
    body: z.object({ instances: z.array(SentInstance).min(1).max(100) }),
    response: {
      200: z.object({ checked: z.array(SentInstance.extend({ stored: z.boolean() })) }),
    },
  },
} as const;

const ACCESSION_NUMBER = /^([SB])([1-9]\d{0,14})$/;

/** The study or booking of an accession number of the worklist; null for the numbers of other systems. */
export const parseAccessionNumber = (text: string): { studyID: number } | { bookingID: number } | null => {
  const [, kind, digits] = ACCESSION_NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  return kind === 'S' ? { studyID: Number(digits) } : { bookingID: Number(digits) };
};
