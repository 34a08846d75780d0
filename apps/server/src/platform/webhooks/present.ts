import { type Webhook, WEBHOOK_EVENTS, type WebhookMessage } from '@snimok/contract/platform/webhooks';
import type { z } from 'zod';
import type { listAllWebhooks, MessageRow } from './queries.ts';

type Row = Awaited<ReturnType<typeof listAllWebhooks>>[number];

export const presentWebhook = (row: Row, now: Date): z.infer<typeof Webhook> => ({
  webhookID: row.id,
  name: row.name,
  url: row.url,
  events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
  status: row.stoppedAt ? 'stopped' : row.pausedAt ? 'paused' : 'active',
  waitingCount: row.waitingCount,
  createdAt: row.createdAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  previousSecretUntil:
    row.previousSecretUntil && row.previousSecretUntil > now ? row.previousSecretUntil.toISOString() : null,
});

export const presentMessage = (row: MessageRow): z.infer<typeof WebhookMessage> => ({
  messageUUID: row.uuid,
  event: row.event,
  status: row.deliveredAt ? 'delivered' : row.failedAt ? 'failed' : 'waiting',
  createdAt: row.createdAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
  attempts: row.attempts,
  answerStatus: row.answerStatus,
  durationMs: row.durationMs,
  answer: row.answer,
  error: row.error,
});
