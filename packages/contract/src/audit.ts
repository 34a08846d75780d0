import { z } from 'zod';
import { Id, Instant, Offset, pageOf } from './fields.ts';

/** A group of repeated views has the times of at most this many. */
export const GROUPED_TIMES = 100;

export const HistoryEvent = z.object({
  eventID: z.number().int(),
  at: Instant,
  /** the action, for example `study.download` */
  action: z.string(),
  /** assistant, doctor, share, desktop, token, portal, command */
  actorKind: z.string(),
  /** of the token for `token`; null for a share recipient and for the portal itself */
  actorName: z.string().nullable(),
  studyID: z.number().int().nullable(),
  address: z.string().nullable(),
  /** of repeated views that were grouped; absent for a single event. The other fields are those of the newest. */
  repeats: z
    .object({
      count: z.number().int(),
      firstAt: Instant,
      /** the newest views, newest first */
      times: z.array(Instant).max(GROUPED_TIMES),
    })
    .optional(),
});

export const getPatientViews = {
  method: 'GET',
  url: '/doctor/patients/:patientID/views',
  access: { doctor: 'clinicians' },
  schema: {
    summary:
      'Who saw or downloaded what of an own patient, newest first, without addresses; repeated views of one day are one event',
    params: z.object({ patientID: Id }),
    querystring: Offset,
    response: { 200: pageOf('events', HistoryEvent) },
  },
} as const;

export const getPatientHistory = {
  method: 'GET',
  url: '/assistant/patients/:patientID/history',
  access: { assistant: ['studies', 'history'] },
  schema: {
    summary:
      'Who saw, changed or downloaded what of a patient, newest first. group=views: views of the same by the same person from the same address are one event a day, counted as one in totalCount',
    params: z.object({ patientID: Id }),
    querystring: Offset.extend({ group: z.enum(['views']).optional() }),
    response: { 200: pageOf('events', HistoryEvent) },
  },
} as const;
