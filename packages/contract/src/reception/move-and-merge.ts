import { z } from 'zod';
import { Birthday, Id, Instant, JsonId, NoContent, Uuid } from '../values/fields.ts';
import { PATIENT_FACT_NAMES, storedFacts } from '../people/patient-facts.ts';
import { PatientFacts } from '../people/patients.ts';
import { StudyType } from '../studies/studies.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

/** A move or a merge can be undone for this long. */
export const DAYS_TO_UNDO = 30;

const Client = z.object({ doctorID: z.number().int(), name: z.string() });
const Card = z.object({
  patientID: z.number().int(),
  doctorID: z.number().int(),
  doctorName: z.string(),
  ...storedFacts(PATIENT_FACT_NAMES),
});

/** What a move or a merge would change now. */
const ReassignmentPreview = z.object({
  /** identifies everything that is shown and can be decided; if any of it has changed, the move or merge is refused */
  revision: z.string(),
  /** where the studies are, and where they will be; the same card if a patient moves to another client */
  from: Card,
  to: Card,
  /** the client after the change */
  client: Client,
  studies: z.array(
    z.object({
      studyID: z.number().int(),
      type: StudyType,
      createdAt: Instant,
      examinedAt: ExaminedAt.nullable(),
      /** in the bin */
      deleted: z.boolean(),
      /** its files are being sent or processed, and will be published in the new place */
      uploading: z.boolean(),
      /** its files name another patient than the card on which it will be */
      differs: z.boolean(),
    }),
  ),
  /** clients who will see more than now, and clients who will no longer see all that they see now */
  gains: z.array(Client),
  loses: z.array(Client),
  /** other clients with whom the patient is or will be shared; each of these shares can be ended */
  shares: z.array(Client),
  /** links to the studies for people without an account; each can be revoked */
  links: z.array(
    z.object({
      shareUUID: Uuid,
      studyID: z.number().int(),
      email: z.string(),
      expiresAt: Instant,
      /** the link ends: it was given to the former patient, or its sender is a client that will no longer have the study */
      ends: z.boolean(),
    }),
  ),
  /** requests for access that are no longer needed or move as well */
  requestsCount: z.number().int(),
  /** bookings that name the patient; if the patient moves to another client, the future bookings, which that client gets */
  bookingsCount: z.number().int(),
});

/** The facts of the card that is kept; some old cards have no birth date. */
const MergedFacts = PatientFacts.extend({ birthday: Birthday.nullable() });

/** The assistant's decisions about the preview with this revision. */
const Decisions = z.object({
  revision: z.string().max(100),
  /** shares to end; the others stay */
  endShares: z.array(JsonId).max(1000).default([]),
  /** links to revoke; the others stay and open the study under its new patient */
  revokeLinks: z.array(Uuid).max(1000).default([]),
});

/** A move or a merge, as the histories of both patients list it. */
const Reassignment = z.object({
  reassignmentID: z.number().int(),
  kind: z.enum(['study', 'patient', 'merge']),
  createdAt: Instant,
  creatorName: z.string(),
  undoneAt: Instant.nullable(),
  undoneBy: z.string().nullable(),
  /** the time until which it can be undone; null if it was undone or the time has passed */
  undoUntil: Instant.nullable(),
  /** the name is null if the card has been purged */
  from: z.object({ patientID: z.number().int(), name: z.string().nullable(), doctorName: z.string() }),
  to: z.object({ patientID: z.number().int(), name: z.string().nullable(), doctorName: z.string() }),
  study: z
    .object({
      studyID: z.number().int(),
      type: StudyType,
      createdAt: Instant,
      examinedAt: ExaminedAt.nullable(),
    })
    .nullable(),
});

const Done = z.object({ reassignmentID: JsonId, patientID: JsonId, doctorID: JsonId });

const OneStudy = z.object({ studyID: Id });
const OnePatient = z.object({ patientID: Id });
const ToPatient = z.object({ patientID: JsonId });
const ToClient = z.object({
  doctorID: JsonId,
  /** the former client keeps seeing the patient, through a share */
  keepsAccess: z.boolean().default(false),
});
const WithPatient = z.object({ mergedID: JsonId });

export const previewStudyMove = {
  method: 'POST',
  url: '/assistant/studies/:studyID/move/preview',
  access: { assistant: 'studies' },
  schema: {
    summary: 'What would change if the study moved to another patient',
    params: OneStudy,
    body: ToPatient,
    response: { 200: ReassignmentPreview },
  },
} as const;

export const moveStudy = {
  method: 'POST',
  url: '/assistant/studies/:studyID/move',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Move a study to another patient; to a patient of another client only with the right clients. 409 if the preview has changed',
    params: OneStudy,
    body: ToPatient.extend(Decisions.shape),
    response: { 200: Done },
  },
} as const;

export const previewPatientMove = {
  method: 'POST',
  url: '/assistant/patients/:patientID/move/preview',
  access: { assistant: ['studies', 'clients'] },
  schema: {
    summary: 'What would change if the patient, with all studies, moved to another client',
    params: OnePatient,
    body: ToClient,
    response: { 200: ReassignmentPreview },
  },
} as const;

export const movePatient = {
  method: 'POST',
  url: '/assistant/patients/:patientID/move',
  access: { assistant: ['studies', 'clients'] },
  schema: {
    summary: 'Move a patient with all studies to another client. 409 if the preview has changed',
    params: OnePatient,
    body: ToClient.extend(Decisions.shape),
    response: { 200: Done },
  },
} as const;

export const previewMerge = {
  method: 'POST',
  url: '/assistant/patients/:patientID/merge/preview',
  access: { assistant: 'studies' },
  schema: {
    summary: 'What would change if another patient of the same client were merged into this one',
    params: OnePatient,
    body: WithPatient,
    response: { 200: ReassignmentPreview },
  },
} as const;

export const mergePatients = {
  method: 'POST',
  url: '/assistant/patients/:patientID/merge',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Merge another patient of the same client into this one. The card then has these facts, and links to the other card lead to this one. 409 if the preview has changed',
    params: OnePatient,
    body: WithPatient.extend({ facts: MergedFacts }).extend(Decisions.shape),
    response: { 200: Done },
  },
} as const;

export const listReassignments = {
  method: 'GET',
  url: '/assistant/patients/:patientID/reassignments',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The latest 30 moves and merges of a patient and of the patients merged into it, newest first',
    params: OnePatient,
    response: { 200: z.object({ reassignments: z.array(Reassignment) }) },
  },
} as const;

export const undoReassignment = {
  method: 'POST',
  url: '/assistant/reassignments/:reassignmentID/undo',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Undo a move or merge within 30 days; repeating it changes nothing. 409 with the reason if later changes prevent it',
    params: z.object({ reassignmentID: Id }),
    response: { 204: NoContent },
  },
} as const;
