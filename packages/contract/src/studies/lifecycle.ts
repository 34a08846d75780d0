import { z } from 'zod';
import { Id, Instant, NoContent, Offset, pageOf, SearchText } from '../values/fields.ts';
import { ExaminedAt } from './examined-at.ts';
import { StudyStatus, StudyType } from './studies.ts';

/** How many days a deleted study or patient can be restored. */
export const DAYS_IN_BIN = 30;

const OnePatient = z.object({ patientID: Id });
const OneStudy = z.object({ studyID: Id });

export const restoreStudy = {
  method: 'PUT',
  url: '/assistant/studies/:studyID/restore',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Restore an archived study: its status is in work; it becomes done by itself or, without a cold store, by a new upload',
    params: OneStudy,
    response: { 204: NoContent },
  },
} as const;

export const archiveStudy = {
  method: 'PUT',
  url: '/assistant/studies/:studyID/archive',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Archive a done study before its time; repeating it changes nothing. 409 when it is not done or there is no cold store',
    params: OneStudy,
    response: { 204: NoContent },
  },
} as const;

export const restoreOwnStudy = {
  method: 'PUT',
  url: '/doctor/patients/:patientID/studies/:studyID/restore',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The same for a study of one’s own patient; 403 when the patient belongs to another doctor',
    params: z.object({ patientID: Id, studyID: Id }),
    response: { 204: NoContent },
  },
} as const;

export const deleteStudy = {
  method: 'DELETE',
  url: '/assistant/studies/:studyID',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Put a study into the bin for 30 days; 409 when assistantCanDelete is false',
    params: OneStudy,
    response: { 204: NoContent },
  },
} as const;

export const undeleteStudy = {
  method: 'POST',
  url: '/assistant/studies/:studyID/undelete',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Restore a study from the bin, with its patient if the card was deleted too; 404 once it is purged',
    params: OneStudy,
    response: { 204: NoContent },
  },
} as const;

const deletionFields = {
  deletedAt: Instant,
  /** the name of the assistant; null if it is not recorded */
  deletedBy: z.string().nullable(),
  /** the time until which it can be restored */
  keptUntil: Instant,
};

export const DeletedStudy = z.object({
  studyID: z.number().int(),
  patientID: z.number().int(),
  doctorID: z.number().int(),
  type: StudyType,
  /** the state to which the study returns */
  status: StudyStatus,
  createdAt: Instant,
  examinedAt: ExaminedAt.nullable(),
  comment: z.string(),
  patientName: z.string(),
  doctorName: z.string(),
  /** the patient's card is deleted too, and is restored with the study */
  patientDeleted: z.boolean(),
  /** external shares that work again when the study is restored */
  liveSharesCount: z.number().int(),
  ...deletionFields,
});

export const DeletedPatient = z.object({
  patientID: z.number().int(),
  doctorID: z.number().int(),
  name: z.string(),
  birthday: z.string().nullable(),
  doctorName: z.string(),
  ...deletionFields,
});

const DeletedList = Offset.extend({ query: SearchText.default('') });

export const listDeletedStudies = {
  method: 'GET',
  url: '/assistant/studies/deleted',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Studies in the bin that can be restored, the last deleted first, 30 a page. query: parts of the names of patient and client; fewer than 3 characters do not filter',
    querystring: DeletedList,
    response: { 200: pageOf('studies', DeletedStudy) },
  },
} as const;

export const listDeletedPatients = {
  method: 'GET',
  url: '/assistant/patients/deleted',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Patient cards in the bin, the last deleted first, 30 a page. query: parts of the names of patient and client; fewer than 3 characters do not filter',
    querystring: DeletedList,
    response: { 200: pageOf('patients', DeletedPatient) },
  },
} as const;

export const deletePatient = {
  method: 'DELETE',
  url: '/assistant/patients/:patientID',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Put a patient card into the bin for 30 days; 409 while it has studies',
    params: OnePatient,
    response: { 204: NoContent },
  },
} as const;

export const undeletePatient = {
  method: 'POST',
  url: '/assistant/patients/:patientID/undelete',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Restore a patient card from the bin; 404 once it is purged',
    params: OnePatient,
    response: { 204: NoContent },
  },
} as const;
