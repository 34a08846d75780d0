import { type InferResult, sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { Attempt, Exchange } from '../outbox/outbox.ts';

export const findWebhook = (db: Tx, webhookID: number) =>
  db.selectFrom('webhooks').selectAll().where('id', '=', webhookID).executeTakeFirst();

/**
 * Locks the row until the end of the transaction. Does not conflict with the lock of `lockSubscribed`, which would
 * otherwise skip the webhook.
 */
export const lockWebhook = (tx: Tx, webhookID: number) =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', webhookID).forNoKeyUpdate().executeTakeFirst();

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

export const listAllWebhooks = (db: Tx) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .select(
      sql<number>`(select count(*) from webhook_messages
        where webhook_id = webhooks.id and delivered_at is null and failed_at is null)`.as('waitingCount'),
    )
    .orderBy('id')
    .execute();

export const countWebhooks = async (db: Tx): Promise<number> => {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/**
 * The webhooks that get an event, including paused ones. Their rows cannot be deleted before the end of the transaction. A
 * webhook that is just being deleted is skipped, because its message would make the transaction fail.
 */
export const lockSubscribed = (tx: Tx, event: string) =>
  tx
    .selectFrom('webhooks')
    .select('id')
    .where(sql<boolean>`${event} = any(events)`)
    .orderBy('id')
    .forKeyShare()
    .skipLocked()
    .execute();

export const insertWebhook = (
  db: Tx,
  webhook: { name: string; url: string; events: string[]; sealedSecret: Buffer; createdAt: Date },
) => db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();

type Change = Partial<Omit<WebhookRow, 'id' | 'createdAt'>>;

export const updateWebhookRow = async (db: Tx, webhookID: number, change: Change): Promise<void> => {
  await db.updateTable('webhooks').set(change).where('id', '=', webhookID).execute();
};

/** Stops a webhook. False if it is stopped already. */
export const updateStopped = async (db: Tx, webhookID: number, stoppedAt: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ stoppedAt })
    .where('id', '=', webhookID)
    .where('stoppedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const deleteWebhookRow = async (db: Tx, webhookID: number): Promise<boolean> =>
  (await db.deleteFrom('webhooks').where('id', '=', webhookID).executeTakeFirst()).numDeletedRows > 0n;

export interface NewMessage {
  uuid?: string;
  webhookID: number;
  event: string;
  body: string;
  createdAt: Date;
}

export const insertMessage = async (db: Tx, message: NewMessage): Promise<number> =>
  (await db.insertInto('webhookMessages').values(message).returning('id').executeTakeFirstOrThrow()).id;

/** Messages that are neither delivered nor given up, of webhooks that are neither paused nor stopped. */
export const sendableMessages = (db: Tx) =>
  db
    .selectFrom('webhookMessages as message')
    .innerJoin('webhooks as webhook', 'webhook.id', 'message.webhookID')
    .select(['message.id', 'message.uuid', 'message.body', 'message.attempts', 'message.createdAt'])
    .select([
      'webhook.id as webhookID',
      'webhook.name as webhookName',
      'webhook.url',
      'webhook.sealedSecret',
      'webhook.sealedPreviousSecret',
      'webhook.previousSecretUntil',
    ])
    .where('message.deliveredAt', 'is', null)
    .where('message.failedAt', 'is', null)
    .where('webhook.pausedAt', 'is', null)
    .where('webhook.stoppedAt', 'is', null);

export type Sendable = InferResult<ReturnType<typeof sendableMessages>>[number];

/** `lastError` is stored only for an attempt without an answer. */
export const saveAttempt = async (
  db: Tx,
  messageID: number,
  { sentAt, lastError, ...attempt }: Attempt,
  { answer, durationMs }: Exchange,
): Promise<void> => {
  await db
    .updateTable('webhookMessages')
    .set((message) => ({
      ...attempt,
      ...(sentAt && { deliveredAt: sentAt }),
      answerStatus: answer?.status ?? null,
      answer: answer?.text ?? null,
      durationMs,
      error: answer ? null : lastError,
      attempts: message('attempts', '+', 1),
    }))
    .where('id', '=', messageID)
    .execute();
};

/** Makes a message wait again. Undefined if the message belongs to another webhook. */
export const updateRepeated = (db: Tx, webhookID: number, messageUUID: string) =>
  db
    .updateTable('webhookMessages')
    .set({ deliveredAt: null, failedAt: null, nextTryAt: null, attempts: 0 })
    .where('webhookID', '=', webhookID)
    .where('uuid', '=', messageUUID)
    .returning('id')
    .executeTakeFirst();

export const listMessages = async (db: Tx, webhookID: number, offset: number, limit: number) => {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('webhookMessages')
      .selectAll()
      .where('webhookID', '=', webhookID)
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom('webhookMessages')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('webhookID', '=', webhookID)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};

export type MessageRow = Awaited<ReturnType<typeof listMessages>>['rows'][number];

export const listWaitingMessages = (db: Tx, webhookID: number) =>
  db
    .selectFrom('webhookMessages')
    .select('id')
    .where('webhookID', '=', webhookID)
    .where('deliveredAt', 'is', null)
    .where('failedAt', 'is', null)
    .orderBy('id')
    .execute();

export const deleteMessagesBefore = async (db: Tx, before: Date): Promise<void> => {
  await db.deleteFrom('webhookMessages').where('createdAt', '<', before).execute();
};

/** The administrators, who are informed when a webhook is stopped. */
export const listAdministrators = (db: Tx) =>
  db
    .selectFrom('accounts')
    .select(['name', 'email'])
    .where('role', '=', 'assistant')
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'admin' = any(rights)`)
    .orderBy('id')
    .execute();
