import { z } from 'zod';
import { LetterState } from '../values/letters.ts';
import { DoubtfulDate, EnteredExamination, ExaminedAt, PatientStudiesPage } from './examined-at.ts';
import { StudyOrigin } from './origin.ts';
import { OpenProtest } from './panorama.ts';
import { assistantReportFields, newStudyReport, ownReportFields, reportFields } from './report-requests.ts';
import { PatientConfirmation } from './patient-confirmation.ts';
import { STUDY_TYPE_NAMES } from './study-types.ts';
import { UploadState } from './uploads.ts';
import {
  CalendarDay,
  Comment,
  Id,
  Instant,
  JsonId,
  NoContent,
  Offset,
  pageOf,
  RequestUUID,
  ShortText,
  sortOf,
} from '../values/fields.ts';
import { CONTENT_FLAGS } from './content-flags.ts';

/** rg: X-ray (2D); cbct: cone-beam computed tomography (3D). */
export const StudyType = z.enum(STUDY_TYPE_NAMES);
/** Files that can run when they are opened: programs, scripts and shortcuts, web pages, DICOM files that begin like a program. */
export const ContentFlag = z.enum(CONTENT_FLAGS);
/** What a study contains besides images; absent if it contains nothing else. */
export const Contains = z.array(ContentFlag);

export const StudyStatus = z.enum(['in-work', 'done', 'archived']);
/** What an X-ray machine does for a study or a booking. */
export const StepStatus = z.enum(['in-progress', 'completed', 'discontinued']);
export const DoctorStudyStatus = z.enum(['available', 'in-work', 'need-restore']);

const studyFields = {
  studyID: z.number().int(),
  patientID: z.number().int(),
  doctorID: z.number().int(),
  type: StudyType,
  createdAt: Instant,
  /** null if it is unknown when the images were taken */
  examinedAt: ExaminedAt.nullable(),
  comment: z.string(),
  restored: z.boolean(),
  /** restored, and its object is being moved back from the archive; a restored study without this waits for a new upload */
  comingBack: z.boolean(),
  /** URL of an image on the portal's origin; requires the session */
  panoURL: z.string().nullable(),
  patientName: z.string(),
  doctorName: z.string(),
  /** size of the download; null if there is none */
  sizeBytes: z.number().int().nullable(),
  /** DICOM frames and plain images in the study's object */
  imageCount: z.number().int().nullable(),
  contains: Contains.optional(),
  ...reportFields,
};
export const Study = z.object({
  ...studyFields,
  status: StudyStatus,
  creatorName: z.string(),
  assistantCanDelete: z.boolean(),
  /** dates in the files that are not trusted; absent if there are none */
  doubtfulDates: z.array(DoubtfulDate).optional(),
  /** absent for studies that did not come from another archive */
  origin: StudyOrigin.optional(),
  /** unresolved protests against its panorama */
  openProtests: z.array(OpenProtest),
  /** the letter that informs the client that the study is ready; null if there was none */
  letter: LetterState.nullable(),
  /** the newest upload, so that a reloaded page can continue it */
  upload: UploadState.nullable(),
  /** absent if the files did not differ from the card */
  patientConfirmation: PatientConfirmation.optional(),
  /** for a study in work, what its machine has reported; absent if nothing was reported */
  acquisition: StepStatus.optional(),
  ...assistantReportFields,
});
export const DoctorStudy = z.object({ ...studyFields, ...ownReportFields, status: DoctorStudyStatus });

/** A study in the list of all studies that a client sees. */
export const ClientStudy = DoctorStudy.extend({
  patientBirthday: CalendarDay.nullable(),
  /** the patient belongs to another doctor, who shared it */
  shared: z.boolean(),
  /** the study is available, and this account has neither viewed nor downloaded it */
  isNew: z.boolean(),
});

const SORT_FIELDS = ['createdAt', 'examinedAt', 'patientName', 'doctorName', 'type'] as const;
export const StudySort = sortOf(SORT_FIELDS);
export type SortField = (typeof SORT_FIELDS)[number];
/** A client's list cannot be sorted by the client. */
export const ClientStudySort = StudySort.exclude(['doctorName.asc', 'doctorName.desc']);

/** By the day that the machine showed, whatever its time zone. Studies of unknown date are in no month and on no day. */
export const examinedFilters = {
  /** the month of this day */
  examinedPeriod: CalendarDay.optional(),
  /** this day; with `examinedPeriod` only if it lies in that month */
  examinedDay: CalendarDay.optional(),
};

/** Ids of selected studies, separated by commas: at most one page. */
export const StudyIDs = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,29}$/)
  .transform((ids) => ids.split(',').map(Number));

export const PresignedURL = z.object({ presignedURL: z.url() });

const OnePatient = z.object({ patientID: Id });
const OneStudy = z.object({ studyID: Id });
const OneOwnStudy = z.object({ patientID: Id, studyID: Id });

export const listStudies = {
  method: 'GET',
  url: '/assistant/studies',
  access: { assistant: 'studies', token: 'studies:read' },
  schema: {
    summary: 'Common list of studies: sorted, by month, day, examination or status, 30 a page',
    querystring: Offset.extend({
      filterStatus: StudyStatus.optional(),
      /** the month of this day, in the centre's time zone */
      filterPeriod: CalendarDay.optional(),
      /** this day, in the centre's time zone; with `filterPeriod` only if it lies in that month */
      filterDay: CalendarDay.optional(),
      ...examinedFilters,
      sortedBy: StudySort.default('createdAt.desc'),
    }),
    response: { 200: pageOf('studies', Study) },
  },
} as const;

export const listPatientStudies = {
  method: 'GET',
  url: '/assistant/patients/:patientID/studies',
  access: { assistant: 'studies', token: 'studies:read', desktop: true },
  schema: {
    summary: "A patient's studies, those created last or, with `sortedBy`, taken last first",
    params: OnePatient,
    querystring: PatientStudiesPage,
    response: { 200: pageOf('studies', Study) },
  },
} as const;

export const createStudy = {
  method: 'POST',
  url: '/assistant/patients/:patientID/studies',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Create a study, in work until its files are processed',
    params: OnePatient,
    body: z.object({
      studyType: StudyType,
      comment: Comment.nullish().transform((text) => text ?? ''),
      requestUUID: RequestUUID,
      ...newStudyReport,
    }),
    response: { 201: z.object({ studyID: JsonId }) },
  },
} as const;

export const getStudy = {
  method: 'GET',
  url: '/assistant/studies/:studyID',
  access: { assistant: 'studies', token: 'studies:read', desktop: true },
  schema: { summary: 'One study', params: OneStudy, response: { 200: Study } },
} as const;

export const updateStudy = {
  method: 'PATCH',
  url: '/assistant/studies/:studyID',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Change the comment; with `seen`, 409 when the stored comment is another one by now',
    params: OneStudy,
    /** earlier versions of the web app do not send `seen`, the comment that was edited */
    body: z.object({ comment: Comment, seen: Comment.optional() }),
    response: { 204: NoContent },
  },
} as const;

export const setExaminedAt = {
  method: 'PUT',
  url: '/assistant/studies/:studyID/examined-at',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Enter when the images were taken; 409 if another time than `seen` has been entered by now',
    params: OneStudy,
    body: z.object({
      /** null removes what a person entered, so that files, worklist and booking decide again */
      examinedAt: EnteredExamination.nullable(),
      seen: EnteredExamination.nullable(),
    }),
    response: { 204: NoContent },
  },
} as const;

export const confirmStudyPatient = {
  method: 'POST',
  url: '/assistant/studies/:studyID/confirm-patient',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Confirm that a study belongs to its patient although its files name another one',
    params: OneStudy,
    body: z.object({ reason: ShortText.optional() }).nullish(),
    response: { 204: NoContent },
  },
} as const;

export const mailStudy = {
  method: 'POST',
  url: '/assistant/studies/:studyID/mail',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Send the client the letter that a study is ready again',
    params: OneStudy,
    response: { 204: NoContent },
  },
} as const;

export const downloadStudy = {
  method: 'GET',
  url: '/assistant/studies/:studyID/download',
  access: { assistant: 'studies', token: 'studies:download' },
  schema: {
    summary: "A presigned URL of the study's ZIP",
    params: OneStudy,
    response: { 200: PresignedURL },
  },
} as const;

export const listOwnStudies = {
  method: 'GET',
  url: '/doctor/studies',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'The studies of all own and shared patients: sorted, filtered, 30 a page',
    querystring: Offset.extend({
      filterType: StudyType.optional(),
      filterStatus: DoctorStudyStatus.optional(),
      /** the month of this day, in the centre's time zone */
      filterPeriod: CalendarDay.optional(),
      /** this day, in the centre's time zone; with `filterPeriod` only if it lies in that month */
      filterDay: CalendarDay.optional(),
      ...examinedFilters,
      sortedBy: ClientStudySort.default('createdAt.desc'),
    }),
    response: { 200: pageOf('studies', ClientStudy) },
  },
} as const;

export const listOwnPatientStudies = {
  method: 'GET',
  url: '/doctor/patients/:patientID/studies',
  access: { doctor: 'everyone' },
  schema: {
    summary: "A patient's studies, those created last or, with `sortedBy`, taken last first",
    params: OnePatient,
    querystring: PatientStudiesPage,
    response: { 200: pageOf('studies', DoctorStudy) },
  },
} as const;

export const getOwnStudy = {
  method: 'GET',
  url: '/doctor/patients/:patientID/studies/:studyID',
  access: { doctor: 'everyone' },
  schema: { summary: 'One study', params: OneOwnStudy, response: { 200: DoctorStudy } },
} as const;

export const downloadOwnStudy = {
  method: 'GET',
  url: '/doctor/patients/:patientID/studies/:studyID/download',
  access: { doctor: 'clinicians' },
  schema: {
    summary: "A presigned URL of the study's ZIP",
    params: OneOwnStudy,
    response: { 200: PresignedURL },
  },
} as const;

/** The picture of `panoURL`: `full` for the enlarged view, `card` for the study card. */
export const getStudyPicture = {
  method: 'GET',
  url: '/studies/:studyID/picture',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'The picture at panoURL, JPEG',
    params: OneStudy,
    querystring: z.object({
      size: z.enum(['full', 'card']).default('full'),
      v: z.string().max(100).optional(),
    }),
    response: { 200: z.any() },
  },
} as const;
