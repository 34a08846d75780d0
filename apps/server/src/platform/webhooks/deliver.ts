import { WEBHOOK_HEADERS } from '@snimok/contract/webhooks';
import { portalInitiator, record } from '../audit/record.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { enqueueLetter } from '../letters/letters.ts';
import { networksOf } from '../networks.ts';
import { type Answer, MessageRefusal } from '../outside/message-refusal.ts';
import { openText } from '../outside/sealed-text.ts';
import { postToReceiver } from '../outside/webhooks/post.ts';
import { enqueueAttempt } from './jobs.ts';
import {
  findSendable,
  findWebhook,
  listAdministrators,
  type Sendable,
  updateAttempt,
  updateStopped,
  updateWebhookRow,
} from './queries.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import { sealedFor } from './secrets.ts';
import { signatureOf } from './sign.ts';

/** The receiver wants no more messages (Standard Webhooks 1.0, «Operational considerations»). */
const GONE = 410;

interface Outcome {
  answer: Answer | null;
  error: string | null;
  durationMs: number;
}

/** The job: one attempt to deliver a message. A worker that dies before the commit causes a repetition with the same id. */
export const deliverMessage = async (
  context: Context,
  { messageID }: { messageID: number },
  signal: AbortSignal,
): Promise<void> => {
  const message = await findSendable(context.db, messageID);
  if (!message) return;
  const outcome = await send(context, message, signal);
  await context.db.transaction().execute((tx) => store(context, tx, message, outcome));
};

const send = async (context: Context, message: Sendable, signal: AbortSignal): Promise<Outcome> => {
  const { config, clock, secrets } = context;
  const now = clock.now();
  const isRotating = message.previousSecretUntil !== null && message.previousSecretUntil > now;
  const keys = [message.sealedSecret, isRotating ? message.sealedPreviousSecret : null].flatMap((sealed) => {
    const secret = sealed && openText(secrets.webhooks, sealedFor(message.webhookID), sealed);
    return secret ? [secret] : [];
  });
  const id = `msg_${message.uuid}`;
  const seconds = Math.floor(now.getTime() / 1000);
  const { body } = message;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'snimok',
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: String(seconds),
    [WEBHOOK_HEADERS.signature]: signatureOf(keys, { id, seconds, body }),
  };
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  if (keys.length === 0) return { answer: null, error: KEY_CHANGED, durationMs: 0 };
  try {
    const networks = networksOf(config.webhookNetworks);
    const answer = await postToReceiver(message.url, { body, headers }, { networks, signal });
    return { answer, error: null, durationMs: durationMs() };
  } catch (cause) {
    if (!(cause instanceof MessageRefusal)) throw cause;
    return { answer: null, error: cause.message, durationMs: durationMs() };
  }
};

const KEY_CHANGED = 'Ключ портала сменился, и секрет вебхука не читается. Смените секрет';

const store = async (context: Context, tx: Tx, message: Sendable, outcome: Outcome): Promise<void> => {
  const { clock, log } = context;
  const { answer, error, durationMs } = outcome;
  const now = clock.now();
  const { id: messageID, webhookID } = message;
  const facts = { answerStatus: answer?.status ?? null, answer: answer?.text ?? null, error, durationMs };
  if (answer && answer.status >= 200 && answer.status < 300) {
    await updateAttempt(tx, messageID, { ...facts, deliveredAt: now, nextTryAt: null });
    await updateWebhookRow(tx, webhookID, { deliveredAt: now });
    log.info({ webhookID, messageID }, 'webhook message delivered');
    return;
  }
  const isGone = answer?.status === GONE;
  const nextTryAt = isGone ? null : nextAttemptAt(message.attempts + 1, now);
  log.warn({ webhookID, messageID, status: answer?.status, nextTryAt }, 'webhook message not accepted');
  if (nextTryAt) {
    await updateAttempt(tx, messageID, { ...facts, nextTryAt });
    return enqueueAttempt(tx, messageID, nextTryAt);
  }
  await updateAttempt(tx, messageID, { ...facts, failedAt: now, nextTryAt: null });
  if (isGone || !(await acceptedSince(tx, message))) await stop(context, tx, message, now);
};

/** The receiver works, but does not accept this one message. */
const acceptedSince = async (tx: Tx, { webhookID, createdAt }: Sendable): Promise<boolean> => {
  const webhook = await findWebhook(tx, webhookID);
  return webhook?.deliveredAt != null && webhook.deliveredAt > createdAt;
};

const stop = async (
  { config }: Context,
  tx: Tx,
  { webhookID, webhookName }: Sendable,
  now: Date,
): Promise<void> => {
  if (!(await updateStopped(tx, webhookID, now))) return;
  await record(tx, portalInitiator, { action: 'webhook.stop', details: { webhookID } });
  const integrationsURL = `${config.publicURL}/assistant-area/integrations?tab=webhooks`;
  for (const { name, email } of await listAdministrators(tx))
    await enqueueLetter(
      tx,
      'webhook-stopped',
      { ofAccount: email },
      { name, webhook: webhookName, integrationsURL },
    );
};
