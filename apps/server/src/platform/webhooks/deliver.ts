import { WEBHOOK_HEADERS } from '@snimok/contract/platform/webhooks';
import { portalInitiator, record } from '../audit/record.ts';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { enqueueLetter } from '../letters/letters.ts';
import { networksOf } from '../networks/networks.ts';
import { handle } from '../jobs/jobs.ts';
import { deliverer } from '../outbox/deliver.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { FOR_FORTY_HOURS } from '../outbox/retry-schedule.ts';
import { type Answer, MessageRefusal } from '../outside/message-refusal.ts';
import { openText } from '../secrets/sealed-text.ts';
import { postToReceiver } from '../outside/webhooks/post.ts';
import { sendMessage } from './jobs.ts';
import {
  deleteMessagesBefore,
  findWebhook,
  insertMessage,
  listAdministrators,
  type NewMessage,
  saveAttempt,
  type Sendable,
  sendableMessages,
  updateStopped,
  updateWebhookRow,
} from './queries.ts';
import { sealedFor } from './secrets.ts';
import { signatureOf } from './sign.ts';

/** The receiver wants no more messages (Standard Webhooks 1.0, «Operational considerations»). */
const GONE = 410;

const KEY_CHANGED = 'Ключ портала сменился, и секрет вебхука не читается. Смените секрет';

const send = async (
  { config, clock, secrets }: Context,
  _db: Db,
  message: Sendable,
  signal?: AbortSignal,
): Promise<Answer> => {
  const now = clock.now();
  const isRotating = message.previousSecretUntil !== null && message.previousSecretUntil > now;
  const keys = [message.sealedSecret, isRotating ? message.sealedPreviousSecret : null].flatMap((sealed) => {
    const secret = sealed && openText(secrets.webhooks, sealedFor(message.webhookID), sealed);
    return secret ? [secret] : [];
  });
  if (keys.length === 0) throw new MessageRefusal(KEY_CHANGED);
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
  const networks = networksOf(config.webhookNetworks);
  const answer = await postToReceiver(message.url, { body, headers }, { networks, signal });
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new MessageRefusal(`answered ${answer.status}`, { isPermanent: answer.status === GONE, answer });
};

/** Stops the webhook, unless its receiver accepts other messages and refused only this one. */
const onGivenUp = async (
  { config, clock }: Context,
  tx: Tx,
  { webhookID, webhookName, createdAt }: Sendable,
  { isPermanent }: MessageRefusal,
): Promise<void> => {
  const deliveredAt = (await findWebhook(tx, webhookID))?.deliveredAt;
  if (!isPermanent && deliveredAt && deliveredAt > createdAt) return;
  if (!(await updateStopped(tx, webhookID, clock.now()))) return;
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

export const webhookOutbox: Outbox<'messageID', NewMessage, Sendable> = {
  name: 'webhook message',
  idName: 'messageID',
  job: sendMessage,
  delaysMinutes: FOR_FORTY_HOURS,
  insert: insertMessage,
  waiting: sendableMessages,
  send,
  save: saveAttempt,
  logged: ({ webhookID }) => ({ webhookID }),
  onSent: ({ clock }, tx, { webhookID }) => updateWebhookRow(tx, webhookID, { deliveredAt: clock.now() }),
  onGivenUp,
  deleteBefore: { keptMs: 30 * DAY_MS, run: deleteMessagesBefore },
};

export const sendMessageJob = handle(sendMessage, { pool: 'webhooks', run: deliverer(webhookOutbox) });
