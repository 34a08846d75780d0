import { z } from 'zod';
import { CalendarDay, Id, Instant, NoContent, Uuid } from '../values/fields.ts';
import { Booking } from '../reception/schedule.ts';
import { StudyType } from '../studies/studies.ts';
import { HeldUpload, WaitReason } from '../studies/uploads.ts';

/** Limit for the items of each group, more than the patients of a busy day; `totalCount` counts all. */
export const MAX_OVERVIEW_ITEMS = 150;

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

/** The columns of the patients who have come, by their next step. A patient is in the first column with one of her studies. */
export const OverviewColumn = z.enum(['present', 'uploading', 'processing', 'published']);

/** Servers of earlier versions send none of these fields. */
const patientFields = {
  /** further studies of the patient, which have no items of their own */
  others: z
    .array(z.object({ studyID: z.number().int(), type: StudyType, column: OverviewColumn }))
    .optional(),
  /** the patient's bookings of the day that are not marked as arrived, although she has come */
  openBookings: z.array(Booking).optional(),
};

/** A patient with a study that waits for its first files. */
export const PresentPatient = z.object({
  ...studyFields,
  ...patientFields,
  /** when the patient was marked as arrived, or else when the study was created */
  arrivedAt: Instant,
  /** the time and place of the booking; null for a patient without one */
  bookedAt: Instant.nullable(),
  locationName: z.string().nullable(),
});

/** A patient whose study was created for an accepted referral, without a booking. */
export const AwaitedPatient = z.object({ ...studyFields, acceptedAt: Instant });

export const SendingStudy = z.object({
  ...studyFields,
  ...patientFields,
  startedAt: Instant,
  /** when files were last registered or bytes arrived */
  activeAt: Instant,
  creatorName: z.string(),
});

export const ProcessingStudy = z.object({
  ...studyFields,
  ...patientFields,
  uploadUUID: Uuid,
  /** fraction of the processing that is done, 0 to 1; null before it begins */
  progress: z.number().nullable(),
  waitsFor: WaitReason.optional(),
});

export const PublishedStudy = z.object({ ...studyFields, ...patientFields, publishedAt: Instant });

/** A done study whose files name another patient than the card. */
export const MismatchedStudy = z.object({
  ...studyFields,
  doneAt: Instant,
  birthday: CalendarDay.nullable(),
  nameInFiles: z.string().nullable(),
  birthdayInFiles: CalendarDay.nullable(),
  /** as on the card, and as in the files («M», «F»); absent from answers of earlier versions of the server */
  sex: z.string().optional(),
  sexInFiles: z.string().nullable().optional(),
});

/** A completed upload that waits for a decision about its patient. */
export const HeldStudy = z.object({
  ...studyFields,
  birthday: CalendarDay.nullable(),
  /** as on the card; absent from answers of earlier versions of the server */
  sex: z.string().optional(),
  held: HeldUpload,
});

export const FailedUpload = z.object({ ...studyFields, failedAt: Instant, error: z.string() });

/** What an undelivered letter is about. It determines the call that sends the letter again. */
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
  /** bookings of the day whose patients have not come; empty while the schedule is switched off */
  expected: groupOf(Booking),
  /** bookings of the day whose patients did not come; absent from servers of earlier versions */
  missed: groupOf(Booking).optional(),
  /** only for today; absent from servers of earlier versions */
  awaited: groupOf(AwaitedPatient).optional(),
  /** patients who arrived on that day */
  present: groupOf(PresentPatient),
  /** studies that are uploading now, so only for today; the same applies to `processing` */
  uploading: groupOf(SendingStudy),
  processing: groupOf(ProcessingStudy),
  /** studies that were first published on that day; absent from servers of earlier versions */
  published: groupOf(PublishedStudy).optional(),
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
    summary: 'The patients of a day by their next step, each listed once, and what needs attention now',
    querystring: z.object({ day: OverviewDay.default('today') }),
    response: { 200: Overview },
  },
} as const;

export const countAttention = {
  method: 'GET',
  url: '/assistant/overview/waiting',
  access: { assistant: 'studies' },
  schema: {
    summary: 'How much needs attention, for the badge in the menu',
    response: { 200: z.object({ waitingCount: z.number().int() }) },
  },
} as const;

export const markStudyArrived = {
  method: 'POST',
  url: '/assistant/studies/:studyID/arrival',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The patient has come for a study that waits for its files',
    params: z.object({ studyID: Id }),
    response: { 204: NoContent },
  },
} as const;
