import { z } from 'zod';
import { CalendarDay, Instant, Uuid } from './fields.ts';
import { Booking } from './schedule.ts';
import { StudyType } from './studies.ts';
import { HeldUpload, WaitReason } from './uploads.ts';

/** At most this many items of each group are returned; `totalCount` counts all. */
export const MAX_OVERVIEW_ITEMS = 30;

const groupOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), totalCount: z.number().int() });

const studyFields = {
  studyID: z.number().int(),
  patientID: z.number().int(),
  doctorID: z.number().int(),
  patientName: z.string(),
  doctorName: z.string(),
  type: StudyType,
};

/** A study without any upload. */
export const PresentPatient = z.object({
  ...studyFields,
  /** when the study was created, which is when the patient arrived */
  arrivedAt: Instant,
  /** the time and place of the booking; null for a patient without one */
  bookedAt: Instant.nullable(),
  locationName: z.string().nullable(),
});

export const SendingStudy = z.object({
  ...studyFields,
  startedAt: Instant,
  /** when files were last registered */
  activeAt: Instant,
  creatorName: z.string(),
});

export const ProcessingStudy = z.object({
  ...studyFields,
  uploadUUID: Uuid,
  /** fraction of the processing that is done, 0 to 1; null before it begins */
  progress: z.number().nullable(),
  waitsFor: WaitReason.optional(),
});

/** A done study whose files name another patient than the card. */
export const MismatchedStudy = z.object({
  ...studyFields,
  doneAt: Instant,
  birthday: CalendarDay.nullable(),
  nameInFiles: z.string().nullable(),
  birthdayInFiles: CalendarDay.nullable(),
});

/** A completed upload that waits for a decision about its patient. */
export const HeldStudy = z.object({ ...studyFields, birthday: CalendarDay.nullable(), held: HeldUpload });

export const FailedUpload = z.object({ ...studyFields, failedAt: Instant, error: z.string() });

/** Whom or what an undelivered letter is about, and so which call sends it again. */
export const LetterSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('study'), ...studyFields }),
  z.object({ kind: z.literal('external-share'), ...studyFields, shareUUID: Uuid }),
  z.object({ kind: z.literal('booking'), booking: Booking }),
  z.object({ kind: z.literal('password'), doctorID: z.number().int(), doctorName: z.string() }),
]);
export const UndeliveredLetter = z.object({
  letterID: z.number().int(),
  recipient: z.string(),
  failedAt: Instant,
  /** the mail server's response */
  error: z.string().nullable(),
  subject: LetterSubject,
});

export const ProtestedStudy = z.object({
  ...studyFields,
  protestID: z.number().int(),
  reason: z.string(),
  accountName: z.string(),
  createdAt: Instant,
});

export const Overview = z.object({
  /** in the centre's time zone */
  date: CalendarDay,
  timeZone: z.string(),
  /** bookings of the day whose patients have not arrived; empty while the schedule is switched off */
  expected: groupOf(Booking),
  /** created on that day, without any upload */
  present: groupOf(PresentPatient),
  uploading: groupOf(SendingStudy),
  processing: groupOf(ProcessingStudy),
  attention: z.object({
    /** absent in responses of earlier versions */
    heldUploads: groupOf(HeldStudy).optional(),
    mismatches: groupOf(MismatchedStudy),
    failedUploads: groupOf(FailedUpload),
    interruptedUploads: groupOf(SendingStudy),
    letters: groupOf(UndeliveredLetter),
    protests: groupOf(ProtestedStudy),
  }),
});

export const OverviewDay = z.enum(['yesterday', 'today', 'tomorrow']);

export const getOverview = {
  method: 'GET',
  url: '/assistant/overview',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The work of a day by its next action; the day concerns the expected and the present patients',
    querystring: z.object({ day: OverviewDay.default('today') }),
    response: { 200: Overview },
  },
} as const;
