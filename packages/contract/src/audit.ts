import { z } from 'zod';
import { Id, Instant, Offset, pageOf } from './words.ts';

export const HistoryEvent = z.object({
  eventID: z.number().int(),
  at: Instant,
  /** what was done, as `study.download` */
  action: z.string(),
  /** assistant, doctor, share, desktop, portal, command */
  actorKind: z.string(),
  /** null for a share's reader and for the portal itself */
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
