import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { networksOf } from '../networks/networks.ts';
import { handle } from '../jobs/jobs.ts';
import { deliverer } from '../outbox/deliver.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { FOR_A_DAY } from '../outbox/retry-schedule.ts';
import { MessageRefusal } from '../outside/message-refusal.ts';
import { sendPush } from '../outside/push/send-push.ts';
import { findServerKey } from '../outside/push/vapid.ts';
import { retryAfterMs } from '../outside/retry-after.ts';
import { sendText } from '../outside/text-gateway/send-text.ts';
import { sendNotice } from './jobs.ts';
import { deleteSubscription, findLiveSubscription, markDelivered } from './push-subscriptions.ts';
import {
  deleteNoticesBefore,
  insertNotice,
  type NewNotice,
  saveAttempt,
  type WaitingNotice,
  waitingNotices,
} from './queries.ts';

const sentences = {
  expired: 'Сообщение устарело, пока его не удавалось отправить',
  noGateway: 'Отправка сообщений в портале не настроена',
  keyChanged: 'Ключ портала сменился: устройство нужно подключить заново',
  pushRefused: 'Служба уведомлений браузера не приняла сообщение',
};

const send = async (context: Context, db: Db, notice: WaitingNotice, signal?: AbortSignal): Promise<void> => {
  const isExpired = notice.expiresAt <= context.clock.now();
  if (isExpired) throw new MessageRefusal(sentences.expired, { isPermanent: true });
  if (notice.channel === 'push') await push(context, db, notice, signal);
  else await text(context, notice, signal);
};

const text = async (
  { config: { textGateways } }: Context,
  { id, uuid, channel, recipient, content }: WaitingNotice,
  signal?: AbortSignal,
): Promise<void> => {
  const gateway = channel === 'sms' || channel === 'messenger' ? textGateways[channel] : null;
  if (!gateway || recipient === null) throw new MessageRefusal(sentences.noGateway, { isPermanent: true });
  await sendText(gateway, { id: uuid, number: id, to: recipient, text: content }, { signal });
};

/** The push service no longer knows the subscription, or the account may no longer get notices on the device. */
class SubscriptionEnded extends MessageRefusal {
  constructor() {
    super('push subscription ended', { isPermanent: true });
  }
}

/** RFC 8030 §7.3: the subscription does not exist any more. */
const GONE = [404, 410];

const push = async (
  context: Context,
  db: Db,
  { subscriptionID, content, about, expiresAt }: WaitingNotice,
  signal?: AbortSignal,
): Promise<void> => {
  const { config, clock, secrets } = context;
  const subscription = subscriptionID === null ? undefined : await findLiveSubscription(db, subscriptionID);
  if (!subscription) throw new SubscriptionEnded();
  const key = findServerKey(secrets.webPush, subscription.serverKey);
  if (!key) throw new MessageRefusal(sentences.keyChanged, { isPermanent: true });
  const answer = await sendPush(subscription, content, {
    key,
    contact: contactOf(config),
    topic: topicOf(about ?? ''),
    signal,
    ttlSeconds: Math.max(60, Math.round((expiresAt.getTime() - clock.now().getTime()) / 1000)),
    networks: networksOf(config.webhookNetworks),
  });
  if (GONE.includes(answer.status)) throw new SubscriptionEnded();
  if (answer.status < 200 || answer.status >= 300)
    throw new MessageRefusal(`${sentences.pushRefused} (${answer.status})`, {
      isPermanent: answer.status === 400 || answer.status === 413,
      retryAfterMs: retryAfterMs(answer.retryAfter),
    });
};

/** How the push service can reach the operator: a URL or a mailto: (RFC 8292 §2.1). */
const contactOf = ({ publicURL, mailFrom }: Context['config']): string =>
  publicURL.startsWith('https:') ? publicURL : `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;

/** 32 characters of base64url (RFC 8030 §5.4), which do not reveal what the notice is about. */
const topicOf = (about: string): string =>
  createHash('sha256').update(about).digest('base64url').slice(0, 32);

export const noticeOutbox: Outbox<'noticeID', NewNotice, WaitingNotice> = {
  name: 'notice',
  idName: 'noticeID',
  job: sendNotice,
  delaysMinutes: FOR_A_DAY,
  insert: insertNotice,
  waiting: waitingNotices,
  send,
  save: saveAttempt,
  // the gateway identifies the message by its uuid
  logged: ({ channel, uuid }) => ({ channel, uuid }),
  async onSent({ clock }, tx, { subscriptionID }) {
    if (subscriptionID !== null) await markDelivered(tx, subscriptionID, clock.now());
  },
  // the notices of the subscription are deleted with it
  async onGivenUp(_context, tx, { subscriptionID }, refusal) {
    if (refusal instanceof SubscriptionEnded && subscriptionID !== null)
      await deleteSubscription(tx, subscriptionID);
  },
  // notices contain telephone numbers, which are personal data
  deleteBefore: { keptMs: 30 * DAY_MS, run: deleteNoticesBefore },
};

/** @internal */
export const deliverNotice = deliverer(noticeOutbox);

export const sendNoticeJob = handle(sendNotice, { pool: 'notices', run: deliverNotice });
