import { z } from 'zod';
import { SharePIN } from './external-shares.ts';
import { Email, Id, Instant, NoContent, Phone, Uuid } from '../values/fields.ts';
import { LetterState } from '../values/letters.ts';
import { StudyType } from '../studies/studies.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

/** Newest first; further events are in the history of the study. */
export const ACCESS_EVENTS_SHOWN = 50;

export const AccessAction = z.enum(['opened', 'viewed', 'downloaded', 'wrong-pin']);

export const PatientAccess = z.object({
  shareUUID: z.uuid(),
  createdAt: Instant,
  expiresAt: Instant,
  revokedAt: Instant.nullable(),
  creatorName: z.string(),
  /** empty if the link was only printed */
  email: z.string(),
  letter: LetterState.nullable(),
  /** sent as a text message; absent from servers of earlier versions */
  texted: z.boolean().optional(),
  /** set while the PIN is locked after too many wrong attempts */
  pinLockedUntil: Instant.nullable(),
  downloads: z.number().int(),
  /** browser and system of the patient, but no address */
  events: z.array(z.object({ at: Instant, action: AccessAction, device: z.string() })),
});

/** The content of the printed sheet. The PIN is never returned, because the caller has chosen it. */
export const AccessSheet = z.object({
  shareUUID: z.uuid(),
  shareURL: z.url(),
  /** the digits that open the link at `codeURL`; servers of earlier versions send neither */
  code: z.string().optional(),
  codeURL: z.url().optional(),
  patientName: z.string(),
  studyType: StudyType,
  studyCreatedAt: Instant,
  /** when the images of the study were taken */
  examinedAt: ExaminedAt.nullable(),
  expiresAt: Instant,
});

const OneStudy = z.object({ studyID: Id });
const OneAccess = z.object({ studyID: Id, shareUUID: Uuid });

export const listPatientAccess = {
  method: 'GET',
  url: '/studies/:studyID/patient-access',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: "Links that were handed to the study's patient, newest first, with the log of each",
    params: OneStudy,
    response: {
      200: z.object({
        accesses: z.array(PatientAccess),
        /** whether links can be sent by text message */
        canText: z.boolean(),
      }),
    },
  },
} as const;

export const handToPatient = {
  method: 'POST',
  url: '/studies/:studyID/patient-access',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'Hand a done study to its patient; the same shareUUID again returns the same link',
    params: OneStudy,
    body: z.object({
      shareUUID: Uuid,
      pin: SharePIN,
      /** the address to which the link is sent, without the PIN; absent if the link is only printed */
      email: Email.nullish().transform((email) => email ?? null),
      /** the number to which the link is sent as a text message; 404 if the portal sends none */
      phone: Phone.nullish().transform((phone) => phone || null),
      /** the link that ends, because the new one replaces it */
      replaces: Uuid.nullish().transform((uuid) => uuid ?? null),
    }),
    response: { 201: AccessSheet },
  },
} as const;

export const revokePatientAccess = {
  method: 'DELETE',
  url: '/studies/:studyID/patient-access/:shareUUID',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'Revoke a link of the patient at once; its log stays',
    params: OneAccess,
    response: { 204: NoContent },
  },
} as const;

export const getExternalPicture = {
  method: 'GET',
  url: '/external/study/picture',
  access: { share: true },
  schema: {
    summary: 'The picture of the shared study, a JPEG; save=true: for saving, which counts as a download',
    querystring: z.object({ save: z.literal('true').optional() }),
    response: { 200: z.any() },
  },
} as const;
