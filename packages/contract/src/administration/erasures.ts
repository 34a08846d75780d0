import { z } from 'zod';
import { Instant, JsonId, MessageText, Name, NoContent, Offset, pageOf, Uuid } from '../values/fields.ts';

/** How long a request waits for the second administrator. */
export const ERASURE_REQUEST_DAYS = 7;

/** `waiting`: confirmed; the erasure begins at `eraseAt` unless it is stopped before. */
export const ErasureStatus = z.enum([
  'requested',
  'waiting',
  'running',
  'done',
  'refused',
  'withdrawn',
  'expired',
]);
export type ErasureStatus = z.infer<typeof ErasureStatus>;

export const Erasure = z.object({
  erasureUUID: Uuid,
  patientID: z.number().int(),
  /** null once the card is deleted */
  patientName: z.string().nullable(),
  birthday: z.string().nullable(),
  /** the client of the card */
  doctorName: z.string().nullable(),
  /** how many studies the card has, including deleted ones; after the erasure, how many were deleted */
  studiesCount: z.number().int(),
  /** cards of other patients to which studies of this card were copied; they keep the images */
  copiesCount: z.number().int(),
  /** the author's reason; empty once the request is closed */
  reason: z.string(),
  status: ErasureStatus,
  /** null if a restored database does not have the account */
  requestedBy: z.string().nullable(),
  requestedAt: Instant,
  /** the caller is the author; absent from earlier servers */
  isOwn: z.boolean().optional(),
  /** the time until which it can be confirmed */
  expiresAt: Instant,
  /** when a confirmed erasure begins; null before that, absent from earlier servers */
  eraseAt: Instant.nullable().optional(),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  can: z.object({
    decide: z.boolean(),
    withdraw: z.boolean(),
    /** false if the administrator is not independent of the author; absent from earlier servers, like `stop` */
    confirm: z.boolean().optional(),
    /** the erasure is confirmed and has not begun; stopped by `…/refuse`, or by DELETE if the caller is the author */
    stop: z.boolean().optional(),
  }),
});

const OneErasure = z.object({ erasureUUID: Uuid });

export const listErasures = {
  method: 'GET',
  url: '/assistant/erasures',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Requests to erase all data of a patient: open ones first, then the latest; 30 a page',
    querystring: Offset,
    response: {
      200: pageOf('erasures', Erasure).extend({
        /** enabled accounts with the right; an erasure needs two of them */
        administratorsCount: z.number().int(),
      }),
    },
  },
} as const;

export const countErasures = {
  method: 'GET',
  url: '/assistant/erasures/waiting',
  access: { assistant: 'admin' },
  schema: {
    summary: 'How many requests of other administrators wait for a decision',
    response: { 200: z.object({ waitingCount: z.number().int() }) },
  },
} as const;

export const requestErasure = {
  method: 'POST',
  url: '/assistant/erasures',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary:
      'Ask to erase all data of a patient for good. name: the patient’s name, as on the card. 409 if there is no second administrator or an open request',
    body: z.object({ patientID: JsonId, name: Name, reason: MessageText }),
    response: { 201: z.object({ erasureUUID: Uuid }) },
  },
} as const;

export const confirmErasure = {
  method: 'POST',
  url: '/assistant/erasures/:erasureUUID/confirm',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary:
      'Confirm the request of another administrator. Every administrator can stop it during the delay (ERASURE_DELAY); after that the data become inaccessible and are deleted. 403 unless the two administrators are independent, 429 after too many confirmations within a day',
    params: OneErasure,
    response: { 204: NoContent },
  },
} as const;

export const refuseErasure = {
  method: 'POST',
  url: '/assistant/erasures/:erasureUUID/refuse',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Refuse the request of another administrator, or stop one that is confirmed and has not begun',
    params: OneErasure,
    response: { 204: NoContent },
  },
} as const;

export const withdrawErasure = {
  method: 'DELETE',
  url: '/assistant/erasures/:erasureUUID',
  access: { assistant: 'admin' },
  schema: {
    summary:
      "Withdraw the caller's own request, even if it is confirmed, as long as the erasure has not begun",
    params: OneErasure,
    response: { 204: NoContent },
  },
} as const;
