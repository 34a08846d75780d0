import { z } from 'zod';
import { Id, Instant, Offset, pageOf } from './fields.ts';

export const HistoryEvent = z.object({
  eventID: z.number().int(),
  at: Instant,
  /** the action, for example `study.download` */
  action: z.string(),
  /** assistant, doctor, share, desktop, portal, command */
  actorKind: z.string(),
  /** null for a share recipient and for the portal itself */
  actorName: z.string().nullable(),
  studyID: z.number().int().nullable(),
  address: z.string().nullable(),
});

export const getPatientHistory = {
  method: 'GET',
  url: '/assistant/patients/:patientID/history',
  schema: {
    summary: 'Who saw, changed or downloaded what of a patient, newest first',
    params: z.object({ patientID: Id }),
    querystring: Offset,
    response: { 200: pageOf('events', HistoryEvent) },
  },
} as const;
