import { z } from 'zod';
import { LetterState } from '../values/letters.ts';
import { ListedPatient, PatientsPage } from './patients.ts';
import { Email, JsonId, Id, Instant, NoContent, pageOf } from '../values/fields.ts';

const Colleague = z.object({ doctorID: z.number().int(), name: z.string() });
/** A doctor with access to the patient; `letter` is the newest letter about the share. */
export const Sharer = Colleague.extend({ letter: LetterState.nullable() });
/** A doctor who requests access to a patient. */
export const AccessRequest = Colleague.extend({ requestedAt: Instant });
/** The caller's own request, readable without access to the patient. */
const OwnAccessRequest = z.object({
  requestedAt: Instant,
  declined: z.boolean(),
  letter: LetterState.nullable(),
});

const OnePatient = z.object({ patientID: Id });
const OneShare = z.object({ patientID: Id, doctorID: Id });

export const listSharedPatients = {
  method: 'GET',
  url: '/doctor/patients/shared',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'Patients whom other doctors share with the caller, newest study first or in another order',
    querystring: PatientsPage,
    response: { 200: pageOf('patients', ListedPatient) },
  },
} as const;

export const listFriends = {
  method: 'GET',
  url: '/doctor/friends',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Doctors who share a patient with the caller, or with whom the caller shares one',
    response: { 200: z.object({ friends: z.array(Colleague) }) },
  },
} as const;

export const listPatientShares = {
  method: 'GET',
  url: '/doctor/patients/:patientID/shares',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The doctors with whom an own patient is shared, and those who request access',
    params: OnePatient,
    response: { 200: z.object({ doctors: z.array(Sharer), requests: z.array(AccessRequest) }) },
  },
} as const;

export const sharePatient = {
  method: 'POST',
  url: '/doctor/patients/:patientID/shares',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Share an own patient with a friend, with a doctor who requested access, or by e-mail',
    params: OnePatient,
    body: z.object({ shareDoctorID: JsonId.nullish(), shareDoctorEmail: Email.nullish() }),
    response: { 201: Colleague },
  },
} as const;

export const unsharePatient = {
  method: 'DELETE',
  url: '/doctor/patients/:patientID/shares/:doctorID',
  access: { doctor: 'clinicians' },
  schema: { summary: 'Stop sharing at once', params: OneShare, response: { 204: NoContent } },
} as const;

export const mailPatientShare = {
  method: 'POST',
  url: '/doctor/patients/:patientID/shares/:doctorID/mail',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Send the letter about a share again',
    params: OneShare,
    response: { 204: NoContent },
  },
} as const;

export const getPatientAccessRequest = {
  method: 'GET',
  url: '/doctor/patients/:patientID/shares/request',
  access: { doctor: 'clinicians' },
  schema: {
    summary: "The state of the caller's own request for access; null when there is none",
    params: OnePatient,
    response: { 200: z.object({ request: OwnAccessRequest.nullable() }) },
  },
} as const;

export const requestPatientAccess = {
  method: 'POST',
  url: '/doctor/patients/:patientID/shares/request',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Ask another doctor for access to her patient; she gets one letter a day at most',
    params: OnePatient,
    response: { 204: NoContent },
  },
} as const;

export const declinePatientAccess = {
  method: 'DELETE',
  url: '/doctor/patients/:patientID/shares/requests/:doctorID',
  access: { doctor: 'clinicians' },
  schema: { summary: 'Decline a request for access', params: OneShare, response: { 204: NoContent } },
} as const;
