import { z } from 'zod';
import { LetterState } from '../values/letters.ts';
import { Contains, PresignedURL, StudyType } from '../studies/studies.ts';
import { Email, Id, Instant, NoContent, Uuid } from '../values/fields.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

/** What a recipient may do besides reading the study's data. */
export const ShareFlag = z.enum(['download', 'remote-viewer']);
const ShareFlags = z
  .array(ShareFlag)
  .max(20)
  .overwrite((flags) => [...new Set(flags)]);

/** Whether the PIN repeats one or two digits, or consists of consecutive digits. Such PINs are guessed first. */
export const isGuessablePIN = (pin: string): boolean =>
  /^(\d{1,2})\1+$/.test(pin) || '01234567890 09876543210'.includes(pin);

/** The sender must not give it to the recipient in the letter, but by another channel. */
export const SharePIN = z
  .string()
  .regex(/^\d{4,8}$/)
  .refine((pin) => !isGuessablePIN(pin), { params: { code: 'guessable' } });
/** The request header that carries the PIN. */
export const SHARE_PIN_HEADER = 'x-share-pin';

export const NewExternalShare = z.object({
  email: Email,
  flags: ShareFlags.default(['download']),
  /** the online viewer shows the recipient what was drawn on the study, with the names of the authors */
  showMarks: z.boolean().default(false),
  pin: SharePIN.nullish().transform((pin) => pin ?? null),
  /** how many days the link is valid; null: as long as the portal allows */
  days: z
    .number()
    .int()
    .min(1)
    .max(3650)
    .nullish()
    .transform((days) => days ?? null),
  /** made by the client for one link, so that a repeated request returns the same link */
  shareUUID: Uuid.nullish().transform((uuid) => uuid ?? null),
});

export const ExternalShare = z.object({
  shareUUID: z.uuid(),
  email: z.string(),
  flags: z.array(ShareFlag),
  showMarks: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant,
  creatorName: z.string(),
  hasPIN: z.boolean(),
  /** wrong PINs since the last correct one */
  pinFailures: z.number().int(),
  /** set while the PIN is locked after too many wrong attempts */
  pinLockedUntil: Instant.nullable(),
  /** the newest letter with this link */
  letter: LetterState.nullable(),
  firstOpenedAt: Instant.nullable(),
  lastOpenedAt: Instant.nullable(),
  downloads: z.number().int(),
  /** a person of the client sent it; servers of earlier versions send neither this field nor `closed` */
  byDoctor: z.boolean().optional(),
  /** the link no longer opens, because its sender may no longer share the study */
  closed: z.boolean().optional(),
});

const ExternalShares = z.object({
  shares: z.array(ExternalShare),
  /** the greatest `days` of a new link; only for doctors, because assistants do not choose it */
  longestDays: z.number().int().optional(),
});

const OneStudy = z.object({ studyID: Id });
const OneShare = z.object({ studyID: Id, shareUUID: Uuid });

export const listExternalShares = {
  method: 'GET',
  url: '/assistant/studies/:studyID/external-shares',
  access: { assistant: 'studies' },
  schema: {
    summary: "A study's links for people without an account, newest first",
    params: OneStudy,
    response: { 200: ExternalShares },
  },
} as const;

export const createExternalShare = {
  method: 'POST',
  url: '/assistant/studies/:studyID/external-shares',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Share a done study with one address, by a letter with a link',
    params: OneStudy,
    body: NewExternalShare,
    response: { 201: ExternalShare },
  },
} as const;

export const deleteExternalShare = {
  method: 'DELETE',
  url: '/assistant/studies/:studyID/external-shares/:shareUUID',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Revoke a link at once, with all presigned URLs that were issued through it',
    params: OneShare,
    response: { 204: NoContent },
  },
} as const;

export const mailExternalShare = {
  method: 'POST',
  url: '/assistant/studies/:studyID/external-shares/:shareUUID/mail',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Send the letter with the same link again',
    params: OneShare,
    response: { 204: NoContent },
  },
} as const;

/**
 * Links are only returned one at a time on request, so that a browser does not keep a list of secrets in memory.
 */
export const getExternalShareLink = {
  method: 'GET',
  url: '/assistant/studies/:studyID/external-shares/:shareUUID/link',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The link itself, to be copied',
    params: OneShare,
    response: { 200: z.object({ shareURL: z.url() }) },
  },
} as const;

/**
 * The same for clinicians of a client: studies of their own patients, and the links that people of the client have sent. 404
 * while the centre does not permit links of doctors.
 */
export const listOwnExternalShares = {
  ...listExternalShares,
  url: '/doctor/studies/:studyID/external-shares',
  access: { doctor: 'clinicians' },
} as const;

export const createOwnExternalShare = {
  ...createExternalShare,
  url: '/doctor/studies/:studyID/external-shares',
  access: { doctor: 'clinicians' },
} as const;

export const deleteOwnExternalShare = {
  ...deleteExternalShare,
  url: '/doctor/studies/:studyID/external-shares/:shareUUID',
  access: { doctor: 'clinicians' },
} as const;

export const mailOwnExternalShare = {
  ...mailExternalShare,
  url: '/doctor/studies/:studyID/external-shares/:shareUUID/mail',
  access: { doctor: 'clinicians' },
} as const;

export const getOwnExternalShareLink = {
  ...getExternalShareLink,
  url: '/doctor/studies/:studyID/external-shares/:shareUUID/link',
  access: { doctor: 'clinicians' },
} as const;

/** The study as a recipient sees it. `flags` only has those that the portal offers at present. */
export const ExternalStudy = z.object({
  patientName: z.string(),
  studyType: StudyType,
  studyComment: z.string(),
  studyCreatedAt: Instant,
  shareExpiredAt: Instant,
  flags: z.array(ShareFlag),
  /** the link was given to the patient; servers of earlier versions send neither this field nor `hasPicture` */
  forPatient: z.boolean().optional(),
  hasPicture: z.boolean().optional(),
  /** the recipient may download a signed report; absent from servers of earlier versions */
  hasReport: z.boolean().optional(),
  contains: Contains.optional(),
  /** only with `page`: who created the link, and the size of the download; servers of earlier versions send neither */
  senderName: z.string().optional(),
  /** only with `page`: the sender is a person of the client */
  byDoctor: z.boolean().optional(),
  sizeBytes: z.number().nullable().optional(),
  /** only with `page`; null if it is unknown when the images were taken */
  examinedAt: ExaminedAt.nullish(),
});

export const getExternalStudy = {
  method: 'GET',
  url: '/external/study',
  access: { share: true },
  schema: {
    summary:
      'The shared study; 401 if the token, or the PIN in the header x-share-pin, is missing or wrong. again=true: an open page checks whether it may stay open, which is not recorded as another opening. page=true: adds the fields that only the page shows',
    querystring: z.object({ again: z.literal('true').optional(), page: z.literal('true').optional() }),
    response: { 200: ExternalStudy },
  },
} as const;

export const downloadExternalStudy = {
  method: 'GET',
  url: '/external/study/download',
  access: { share: true },
  schema: {
    summary: "A presigned URL of the shared study's ZIP; 403 without the flag download",
    response: { 200: PresignedURL },
  },
} as const;
