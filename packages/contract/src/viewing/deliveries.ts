import { z } from 'zod';
import { Id, Instant, JsonId, NoContent, Offset, pageOf } from '../values/fields.ts';
import { GrantedProgram, ProgramGrant } from '../people/program-access.ts';
import { StudyType } from '../studies/studies.ts';
import { STUDY_TYPE_NAMES } from '../studies/study-types.ts';

/** PS3.5, 6.2: VR AE. */
const AETitle = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,16}$/, 'До 16 латинских букв и цифр');
const Host = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9.:_-]{1,253}$/, 'Введите IP-адрес или имя компьютера');

/** A program at the clinic that receives studies by DICOM C-STORE. */
export const NewDestination = z.object({
  name: z.string().trim().min(1).max(60),
  calledAET: AETitle,
  callingAET: AETitle.default('SNIMOK'),
  host: Host,
  port: z.number().int().min(1).max(65_535),
  tls: z.boolean(),
  /** new studies of these types are sent automatically */
  automatic: z.array(StudyType).max(STUDY_TYPE_NAMES.length),
});
export const Destination = NewDestination.extend({ destinationID: z.number().int() });

export const listDestinations = {
  method: 'GET',
  url: '/doctor/destinations',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The programs of the clinic to which finished studies are sent',
    response: { 200: z.object({ destinations: z.array(Destination) }) },
  },
} as const;

export const createDestination = {
  method: 'POST',
  url: '/doctor/destinations',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Add a program of the clinic; studies finished from now on are sent to it',
    body: NewDestination,
    response: { 201: z.object({ destinationID: JsonId }) },
  },
} as const;

export const deleteDestination = {
  method: 'DELETE',
  url: '/doctor/destinations/:destinationID',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Remove a program; nothing more is sent to it',
    params: z.object({ destinationID: Id }),
    response: { 204: NoContent },
  },
} as const;

export const listClientDestinations = {
  method: 'GET',
  url: '/assistant/doctors/:doctorID/destinations',
  access: { assistant: 'clients' },
  schema: {
    summary: 'The programs of a client to which finished studies are sent',
    params: z.object({ doctorID: Id }),
    response: { 200: z.object({ destinations: z.array(Destination) }) },
  },
} as const;

/**
 * `none`: never sent. If a program does not report for some minutes on a delivery that is `sending`, another program
 * takes it.
 */
export const Delivery = z.object({
  destinationID: z.number().int(),
  name: z.string(),
  status: z.enum(['none', 'queued', 'sending', 'sent', 'failed']),
  /** a Russian sentence when it has failed */
  reason: z.string().nullable(),
  finishedAt: Instant.nullable(),
});

const OneStudy = z.object({ patientID: Id, studyID: Id });

export const listDeliveries = {
  method: 'GET',
  url: '/doctor/patients/:patientID/studies/:studyID/deliveries',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The programs of the clinic, and what is known of the delivery of this study to each',
    params: OneStudy,
    response: { 200: z.object({ deliveries: z.array(Delivery) }) },
  },
} as const;

export const requestDelivery = {
  method: 'POST',
  url: '/doctor/patients/:patientID/studies/:studyID/deliveries',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Send this study to a program, even if it was sent before',
    params: OneStudy,
    body: z.object({ destinationID: z.number().int() }),
    response: { 204: NoContent },
  },
} as const;

const OneCode = z.object({ userCode: z.string().max(100) });

export const getClinicGrant = {
  method: 'GET',
  url: '/doctor/programs/grant/:userCode',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'A program of the clinic that asks to receive studies, by the code on its screen',
    params: OneCode,
    response: { 200: ProgramGrant },
  },
} as const;

export const acceptClinicGrant = {
  method: 'PATCH',
  url: '/doctor/programs/grant/:userCode/accept',
  access: { doctor: 'clinicians', confirmed: true },
  schema: {
    summary:
      'Accept the request of the program, which then receives the studies of this client; 409 unless the status is `issued`',
    params: OneCode,
    response: { 204: NoContent },
  },
} as const;

export const declineClinicGrant = {
  method: 'PATCH',
  url: '/doctor/programs/grant/:userCode/decline',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Refuse the request; 409 unless the status is `issued`',
    params: OneCode,
    response: { 204: NoContent },
  },
} as const;

export const listClinicPrograms = {
  method: 'GET',
  url: '/doctor/programs',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The computers of the clinic that receive studies, the newest first',
    querystring: Offset,
    response: { 200: pageOf('grants', GrantedProgram) },
  },
} as const;

export const revokeClinicProgram = {
  method: 'PATCH',
  url: '/doctor/programs/:grantID/revoke',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Revoke the permission and its token at once',
    params: z.object({ grantID: Id }),
    response: { 204: NoContent },
  },
} as const;

/** A study that the calling program is to send now. */
export const ClaimedDelivery = z.object({
  deliveryID: z.number().int(),
  studyID: z.number().int(),
  destination: Destination,
  /** the URL of the study's ZIP */
  presignedURL: z.url(),
  sizeBytes: z.number().int(),
  /** the hash of the ZIP, hexadecimal */
  sha256: z.string(),
});

export const claimDelivery = {
  method: 'POST',
  url: '/receiver/deliveries/claim',
  access: { receiver: true },
  schema: {
    summary: 'Wait for the next study to send and take it; no other program then gets it',
    /** seconds; shorter than the idle timeouts of proxies */
    querystring: z.object({ wait: z.coerce.number().int().min(0).max(20).default(20) }),
    response: { 200: z.object({ delivery: ClaimedDelivery.nullable() }) },
  },
} as const;

/** Reports on a study that this program has taken. If it does not report for two minutes, another program takes the study. */
export const reportDelivery = {
  method: 'PATCH',
  url: '/receiver/deliveries/:deliveryID',
  access: { receiver: true },
  schema: {
    summary:
      'Report that a study is being sent, was sent or could not be sent; 409 if this program has lost it',
    params: z.object({ deliveryID: Id }),
    body: z.object({
      status: z.enum(['sending', 'sent', 'failed']),
      /** what the destination answered */
      reason: z.string().trim().max(300).optional(),
    }),
    response: { 204: NoContent },
  },
} as const;
