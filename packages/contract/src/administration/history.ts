import { z } from 'zod';
import { Id, Instant, Offset, pageOf } from '../values/fields.ts';

/** At most this many of the newest times of a group of repeated views are returned. */
export const GROUPED_TIMES = 100;

/** How a study was handed to its patient: the QR code and the PIN on a sheet, and the link by e-mail or text message. */
export const HandOutWay = z.enum(['sheet', 'mail', 'text']);

/** Whom an action concerns besides the patient. */
const Reach = z.object({
  /** the e-mail address to which a link was given */
  recipient: z.string().nullable(),
  /** the client who got a copy or access, or to whom the patient was moved */
  clientName: z.string().nullable(),
  /** for a link that was given to the patient; otherwise empty */
  ways: z.array(HandOutWay),
});

export const HistoryEvent = z.object({
  eventID: z.number().int(),
  at: Instant,
  /** the action, for example `study.download` */
  action: z.string(),
  /** assistant, doctor, share, desktop, token, portal, command */
  actorKind: z.string(),
  /** the token's name if `actorKind` is `token`; null for a share recipient and for the portal itself */
  actorName: z.string().nullable(),
  studyID: z.number().int().nullable(),
  address: z.string().nullable(),
  /** absent if the action concerns only the patient, and always in answers to clients */
  reach: Reach.optional(),
  /** for a group of repeated views; absent for a single event. The other fields of the group come from the newest view. */
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
      'Who saw or downloaded which data of an own patient, newest first, without addresses; repeated views of one day are one event',
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
      'Who saw, changed or downloaded which data of a patient, newest first. group=views: repeated views of the same data by one person from one address are one event a day, and count as one in totalCount',
    params: z.object({ patientID: Id }),
    querystring: Offset.extend({ group: z.enum(['views']).optional() }),
    response: { 200: pageOf('events', HistoryEvent) },
  },
} as const;

export const getStaffHistory = {
  method: 'GET',
  url: '/assistant/staff/:accountID/history',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Sign-ins of an employee and changes of the account, newest first',
    params: z.object({ accountID: Id }),
    querystring: Offset,
    response: { 200: pageOf('events', HistoryEvent) },
  },
} as const;
