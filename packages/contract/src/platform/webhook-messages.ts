import { z } from 'zod';
import { ExaminedAt } from '../studies/examined-at.ts';
import { Instant, JsonId, Uuid } from '../values/fields.ts';
import { TEST_EVENT, type WebhookEvent } from './webhooks.ts';

const Link = z.url();

/** `url`: the page for an assistant; `apiURL`: the endpoint for a token. */
const Study = z.object({
  studyID: JsonId,
  patientID: JsonId,
  doctorID: JsonId,
  /** null if it is unknown when the images were taken */
  examinedAt: ExaminedAt.nullable(),
  url: Link,
  apiURL: Link,
});
const Booking = z.object({
  bookingID: JsonId,
  locationID: JsonId,
  /** null for a booking without a client */
  doctorID: JsonId.nullable(),
  url: Link,
  apiURL: Link,
});

const Referral = z.object({
  referralUUID: Uuid,
  doctorID: JsonId,
  /** null for a new patient, until the referral is accepted */
  patientID: JsonId.nullable(),
  studyID: JsonId.nullable(),
  url: Link,
  apiURL: Link,
});

interface Described {
  summary: string;
  data: z.ZodType;
}

/** The `data` of the messages of webhooks: ids, links and dates, never names. */
export const WEBHOOK_DATA: Record<WebhookEvent | typeof TEST_EVENT, Described> = {
  'study.ready': {
    summary: 'The files of a study were processed; they can be viewed and downloaded',
    data: Study,
  },
  'upload.held': {
    summary: 'The files of an upload name another patient than the card; an assistant has to decide',
    data: Study.extend({ uploadUUID: Uuid }),
  },
  'report.signed': {
    summary: 'A report on a study was signed; `reportNumber` is 1 for the first, and corrections follow',
    data: Study.extend({ reportNumber: JsonId }),
  },
  'booking.made': { summary: 'A patient was booked, by a client or by an assistant', data: Booking },
  'booking.moved': { summary: 'A booking was moved to another time or location', data: Booking },
  'booking.cancelled': { summary: 'A booking was cancelled', data: Booking },
  'referral.created': { summary: 'A client sent a referral', data: Referral },
  'referral.accepted': {
    summary: 'A referral was accepted: its patient has a card and a study',
    data: Referral,
  },
  [TEST_EVENT]: {
    summary: 'Somebody pressed «Проверить»',
    data: z.object({ webhookID: JsonId }),
  },
};

/** The body of a message. */
export const messageOf = (event: keyof typeof WEBHOOK_DATA) =>
  z.object({ type: z.literal(event), timestamp: Instant, data: WEBHOOK_DATA[event].data });
