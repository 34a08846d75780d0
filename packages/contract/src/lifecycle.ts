import { z } from 'zod';
import { Id, NoContent } from './fields.ts';

const OnePatient = z.object({ patientID: Id });
const OneStudy = z.object({ studyID: Id });

export const restoreStudy = {
  method: 'PUT',
  url: '/assistant/studies/:studyID/restore',
  schema: {
    summary:
      'Bring an archived study back: in work, then done by itself, or by a new upload without a cold store',
    params: OneStudy,
    response: { 204: NoContent },
  },
} as const;

export const restoreOwnStudy = {
  method: 'PUT',
  url: '/doctor/patients/:patientID/studies/:studyID/restore',
  schema: {
    summary: 'The same for a study of one’s own patient; 403 when she was only shared',
    params: z.object({ patientID: Id, studyID: Id }),
    response: { 204: NoContent },
  },
} as const;

export const deleteStudy = {
  method: 'DELETE',
  url: '/assistant/studies/:studyID',
  schema: {
    summary: 'Put a study into the bin for 30 days; 409 when assistantCanDelete is false',
    params: OneStudy,
    response: { 204: NoContent },
  },
} as const;

export const undeleteStudy = {
  method: 'POST',
  url: '/assistant/studies/:studyID/undelete',
  schema: {
    summary: 'Take a study out of the bin; 404 once it is purged',
    params: OneStudy,
    response: { 204: NoContent },
  },
} as const;

export const deletePatient = {
  method: 'DELETE',
  url: '/assistant/patients/:patientID',
  schema: {
    summary: 'Put a patient card into the bin for 30 days; 409 while it has studies',
    params: OnePatient,
    response: { 204: NoContent },
  },
} as const;

export const undeletePatient = {
  method: 'POST',
  url: '/assistant/patients/:patientID/undelete',
  schema: {
    summary: 'Take a patient card out of the bin; 404 once it is purged',
    params: OnePatient,
    response: { 204: NoContent },
  },
} as const;
