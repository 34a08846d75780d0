import { z } from 'zod';
import { Instant, JsonId, MessageText, Name, NoContent, Offset, pageOf, Uuid } from './fields.ts';

/** How long a request waits for the second administrator. */
export const ERASURE_REQUEST_DAYS = 7;

export const ErasureStatus = z.enum(['requested', 'running', 'done', 'refused', 'withdrawn', 'expired']);
export type ErasureStatus = z.infer<typeof ErasureStatus>;

export const Erasure = z.object({
  erasureUUID: Uuid,
  patientID: z.number().int(),
  /** null once the card is deleted */
  patientName: z.string().nullable(),
  birthday: z.string().nullable(),
  /** the client of the card */
  doctorName: z.string().nullable(),
  /** of the card, those in the bin included; after the erasure, how many were deleted */
  studiesCount: z.number().int(),
  /** cards of other patients to which studies of this card were copied; they keep the images */
  copiesCount: z.number().int(),
  /** empty once the request is closed */
  reason: z.string(),
  status: ErasureStatus,
  /** null if the account is not in a restored database */
  requestedBy: z.string().nullable(),
  requestedAt: Instant,
  /** until when it can be confirmed */
  expiresAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});

const OneErasure = z.object({ erasureUUID: Uuid });

export const listErasures = {
  method: 'GET',
  url: '/assistant/erasures',
  schema: {
    summary: 'Requests to erase all data of a patient: open ones first, then the latest; 30 a page',
    querystring: Offset,
    response: {
      200: pageOf('erasures', Erasure).extend({
        /** enabled accounts with the right; one alone cannot erase */
        administratorsCount: z.number().int(),
      }),
    },
  },
} as const;

export const countErasures = {
  method: 'GET',
  url: '/assistant/erasures/waiting',
  schema: {
    summary: 'How many requests of other administrators wait for a decision',
    response: { 200: z.object({ waitingCount: z.number().int() }) },
  },
} as const;

export const requestErasure = {
  method: 'POST',
  url: '/assistant/erasures',
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
  schema: {
    summary:
      'Confirm the request of another administrator: the data become inaccessible at once and are then deleted. Cannot be undone',
    params: OneErasure,
    response: { 204: NoContent },
  },
} as const;

export const refuseErasure = {
  method: 'POST',
  url: '/assistant/erasures/:erasureUUID/refuse',
  schema: {
    summary: 'Refuse the request of another administrator',
    params: OneErasure,
    response: { 204: NoContent },
  },
} as const;

export const withdrawErasure = {
  method: 'DELETE',
  url: '/assistant/erasures/:erasureUUID',
  schema: { summary: 'Withdraw the own request', params: OneErasure, response: { 204: NoContent } },
} as const;
