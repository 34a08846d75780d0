import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { type createWebhook, MAX_WEBHOOKS, TEST_EVENT } from '@snimok/contract/platform/webhooks';
import { sql } from 'kysely';
import { type Initiator, record } from '../audit/record.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { conflict, invalid, notFound } from '../errors/errors.ts';
import { networksOf } from '../networks/networks.ts';
import { addMessage, enqueueAttempt } from '../outbox/outbox.ts';
import { after } from '../time-and-sizes/clock.ts';
import { sealText } from '../secrets/sealed-text.ts';
import { problemOfURL } from '../outside/webhooks/post.ts';
import { messageBody } from './notify.ts';
import { webhookOutbox } from './deliver.ts';
import {
  countWebhooks,
  deleteWebhookRow,
  insertWebhook,
  listWaitingMessages,
  lockWebhook,
  updateRepeated,
  updateWebhookRow,
  type WebhookRow,
} from './queries.ts';
import { sealedFor } from './secrets.ts';
import { newSecret } from './sign.ts';
import { sentences } from './sentences.ts';

/** How long messages are also signed with the previous secret, so that receivers can be changed one after another. */
const ROTATION_MS = DAY_MS;

type Facts = BodyOf<typeof createWebhook>;

/** @throws Problem 400 for a URL to which no message may be sent */
const requireURL = ({ config }: Context, url: string): void => {
  const problem = problemOfURL(url, networksOf(config.webhookNetworks));
  if (problem) throw invalid(problem);
};

const required = async (tx: Tx, webhookID: number): Promise<WebhookRow> => {
  const webhook = await lockWebhook(tx, webhookID);
  if (!webhook) throw notFound(sentences.noWebhook);
  return webhook;
};

const requireRunning = ({ pausedAt, stoppedAt }: WebhookRow): void => {
  if (pausedAt ?? stoppedAt) throw conflict(sentences.webhookPaused);
};

/** Returns the secret, which is shown only this once. */
export const addWebhook = async (
  context: Context,
  by: Initiator,
  facts: Facts,
): Promise<{ webhookID: number; secret: string }> => {
  requireURL(context, facts.url);
  const { db, clock, secrets } = context;
  const secret = newSecret();
  return db.transaction().execute(async (tx) => {
    // the lock makes the second of two concurrent requests count the webhook of the first
    await sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`.execute(tx);
    if ((await countWebhooks(tx)) >= MAX_WEBHOOKS) throw conflict(sentences.tooManyWebhooks);
    const row = { ...facts, sealedSecret: Buffer.alloc(0), createdAt: clock.now() };
    const { id: webhookID } = await insertWebhook(tx, row);
    const sealedSecret = sealText(secrets.webhooks, sealedFor(webhookID), secret);
    await updateWebhookRow(tx, webhookID, { sealedSecret });
    await record(tx, by, { action: 'webhook.create', details: detailsOf(webhookID, facts) });
    return { webhookID, secret };
  });
};

const detailsOf = (webhookID: number, { url, events }: Facts) => ({
  webhookID,
  host: new URL(url).host,
  events: events.join(' '),
});

export const changeWebhook = (context: Context, by: Initiator, webhookID: number, facts: Facts) => {
  requireURL(context, facts.url);
  return context.db.transaction().execute(async (tx) => {
    await required(tx, webhookID);
    await updateWebhookRow(tx, webhookID, facts);
    await record(tx, by, { action: 'webhook.change', details: detailsOf(webhookID, facts) });
  });
};

/** Resuming also restarts a webhook that the portal has stopped. Its waiting messages are then sent. */
export const setPaused = ({ db, clock }: Context, by: Initiator, webhookID: number, paused: boolean) =>
  db.transaction().execute(async (tx) => {
    const { pausedAt } = await required(tx, webhookID);
    const now = clock.now();
    await updateWebhookRow(
      tx,
      webhookID,
      paused ? { pausedAt: pausedAt ?? now } : { pausedAt: null, stoppedAt: null },
    );
    if (!paused)
      for (const { id } of await listWaitingMessages(tx, webhookID))
        await enqueueAttempt(tx, webhookOutbox, id);
    await record(tx, by, { action: paused ? 'webhook.pause' : 'webhook.resume', details: { webhookID } });
  });

export const rotateSecret = ({ db, clock, secrets }: Context, by: Initiator, webhookID: number) =>
  db.transaction().execute(async (tx) => {
    const { sealedSecret } = await required(tx, webhookID);
    const secret = newSecret();
    await updateWebhookRow(tx, webhookID, {
      sealedSecret: sealText(secrets.webhooks, sealedFor(webhookID), secret),
      sealedPreviousSecret: sealedSecret,
      previousSecretUntil: after(clock.now(), ROTATION_MS),
    });
    await record(tx, by, { action: 'webhook.rotate', details: { webhookID } });
    return { secret };
  });

export const removeWebhook = ({ db }: Context, by: Initiator, webhookID: number) =>
  db.transaction().execute(async (tx) => {
    if (!(await deleteWebhookRow(tx, webhookID))) throw notFound(sentences.noWebhook);
    await record(tx, by, { action: 'webhook.delete', details: { webhookID } });
  });

export const sendTest = ({ db, clock }: Context, by: Initiator, webhookID: number) =>
  db.transaction().execute(async (tx) => {
    requireRunning(await required(tx, webhookID));
    const now = clock.now();
    const body = messageBody(TEST_EVENT, { webhookID }, now);
    const messageUUID = randomUUID();
    await addMessage(tx, webhookOutbox, {
      uuid: messageUUID,
      webhookID,
      event: TEST_EVENT,
      body,
      createdAt: now,
    });
    await record(tx, by, { action: 'webhook.test', details: { webhookID } });
    return { messageUUID };
  });

export const repeatMessage = (
  { db }: Context,
  by: Initiator,
  { webhookID, messageUUID }: { webhookID: number; messageUUID: string },
) =>
  db.transaction().execute(async (tx) => {
    requireRunning(await required(tx, webhookID));
    const message = await updateRepeated(tx, webhookID, messageUUID);
    if (!message) throw notFound(sentences.noMessage);
    await enqueueAttempt(tx, webhookOutbox, message.id);
    await record(tx, by, { action: 'webhook.repeat', details: { webhookID, messageUUID } });
  });
