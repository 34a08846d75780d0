import { z } from 'zod';
import { Id, Instant, JsonId, Name, NoContent, Offset, pageOf, Uuid } from '../values/fields.ts';

/** The events that a webhook may subscribe to. */
export const WEBHOOK_EVENTS = [
  'study.ready',
  'upload.held',
  'report.signed',
  'booking.made',
  'booking.moved',
  'booking.cancelled',
  'referral.created',
  'referral.accepted',
] as const;
export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The event that «Проверить» sends, even if the webhook does not subscribe to it. */
export const TEST_EVENT = 'webhook.test';

/** Headers of Standard Webhooks 1.0. */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

export const MAX_WEBHOOKS = 20;
export const ANSWER_KEPT_BYTES = 1024;

const WebhookURL = z.url().max(2000);
const Events = z
  .array(WebhookEvent)
  .min(1)
  .max(50)
  .overwrite((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event)));

/** `stopped`: the portal stopped it, because the receiver did not accept messages. */
const WebhookStatus = z.enum(['active', 'paused', 'stopped']);

export const Webhook = z.object({
  webhookID: z.number().int(),
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  status: WebhookStatus,
  /** messages that wait to be delivered */
  waitingCount: z.number().int(),
  createdAt: Instant,
  /** when the receiver accepted the last message */
  deliveredAt: Instant.nullable(),
  /** the time until which messages are also signed with the previous secret; null after a day */
  previousSecretUntil: Instant.nullable(),
});

const OneWebhook = z.object({ webhookID: Id });

export const listWebhooks = {
  method: 'GET',
  url: '/assistant/integrations/webhooks',
  access: { assistant: ['programs', 'admin'] },
  schema: {
    summary: 'The webhooks, in order of creation',
    response: { 200: z.object({ webhooks: z.array(Webhook) }) },
  },
} as const;

export const createWebhook = {
  method: 'POST',
  url: '/assistant/integrations/webhooks',
  access: { assistant: ['programs', 'admin'], confirmed: true },
  schema: {
    summary: 'Create a webhook. Only this answer contains the secret that signs its messages',
    body: z.object({ name: Name, url: WebhookURL, events: Events }),
    response: { 201: z.object({ webhookID: JsonId, secret: z.string() }) },
  },
} as const;

export const updateWebhook = {
  method: 'PUT',
  url: '/assistant/integrations/webhooks/:webhookID',
  access: { assistant: ['programs', 'admin'], confirmed: true },
  schema: {
    summary: 'Change a webhook; waiting messages go to the new URL',
    params: OneWebhook,
    body: z.object({ name: Name, url: WebhookURL, events: Events }),
    response: { 204: NoContent },
  },
} as const;

export const pauseWebhook = {
  method: 'PUT',
  url: '/assistant/integrations/webhooks/:webhookID/paused',
  access: { assistant: ['programs', 'admin'] },
  schema: {
    summary:
      'Pause a webhook, or resume it, also after the portal has stopped it. Messages wait until it is resumed',
    params: OneWebhook,
    body: z.object({ paused: z.boolean() }),
    response: { 204: NoContent },
  },
} as const;

export const rotateWebhookSecret = {
  method: 'POST',
  url: '/assistant/integrations/webhooks/:webhookID/secret',
  access: { assistant: ['programs', 'admin'], confirmed: true },
  schema: {
    summary: 'Make a new secret; for a day messages are signed with the previous one too',
    params: OneWebhook,
    response: { 201: z.object({ secret: z.string() }) },
  },
} as const;

export const deleteWebhook = {
  method: 'DELETE',
  url: '/assistant/integrations/webhooks/:webhookID',
  access: { assistant: ['programs', 'admin'] },
  schema: {
    summary: 'Delete a webhook with its messages',
    params: OneWebhook,
    response: { 204: NoContent },
  },
} as const;

export const testWebhook = {
  method: 'POST',
  url: '/assistant/integrations/webhooks/:webhookID/test',
  access: { assistant: ['programs', 'admin'] },
  schema: {
    summary: 'Send a test message; 409 while the webhook is paused',
    params: OneWebhook,
    response: { 201: z.object({ messageUUID: Uuid }) },
  },
} as const;

export const WebhookMessage = z.object({
  /** `webhook-id` is msg_ and this id; repetitions have the same one */
  messageUUID: Uuid,
  event: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
  attempts: z.number().int(),
  /** HTTP status of the answer to the last attempt; null without an answer */
  answerStatus: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  /** the first 1024 bytes of the answer */
  answer: z.string().nullable(),
  /** why there was no answer, a sentence */
  error: z.string().nullable(),
});

export const listWebhookMessages = {
  method: 'GET',
  url: '/assistant/integrations/webhooks/:webhookID/messages',
  access: { assistant: ['programs', 'admin'] },
  schema: {
    summary: 'The messages of the last 30 days, the newest first, each with the last attempt',
    params: OneWebhook,
    querystring: Offset,
    response: { 200: pageOf('messages', WebhookMessage) },
  },
} as const;

export const repeatWebhookMessage = {
  method: 'POST',
  url: '/assistant/integrations/webhooks/:webhookID/messages/:messageUUID/repeat',
  access: { assistant: ['programs', 'admin'] },
  schema: {
    summary: 'Send a message again, with the same id; 409 while the webhook is paused',
    params: OneWebhook.extend({ messageUUID: Uuid }),
    response: { 204: NoContent },
  },
} as const;
