import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { exclusively } from '../jobs/exclusively.ts';
import { nextAttemptAt } from '../letters/retry-schedule.ts';
import { networksOf } from '../networks.ts';
import { MessageRefusal } from '../outside/message-refusal.ts';
import { sendPush } from '../outside/push/send-push.ts';
import { findServerKey } from '../outside/push/vapid.ts';
import { retryAfterMs } from '../outside/retry-after.ts';
import { sendText } from '../outside/text-gateway/send-text.ts';
import { enqueueAttempt } from './jobs.ts';
import { deleteSubscription, findLiveSubscription, markDelivered } from './push-subscriptions.ts';
import { findWaitingNotice, updateAttempt, type WaitingNotice } from './queries.ts';

const sentences = {
  expired: 'Сообщение устарело, пока его не удавалось отправить',
  noGateway: 'Отправка сообщений в портале не настроена',
  keyChanged: 'Ключ портала сменился: устройство нужно подключить заново',
  pushRefused: 'Служба уведомлений браузера не приняла сообщение',
};

type Connection = Kysely<Database>;

/**
 * The job: one attempt to send a notice, by one worker at a time. If the worker dies after the gateway has accepted it and
 * before the commit, the gateway gets it again with the same id.
 */
export const deliverNotice = (
  context: Context,
  { noticeID }: { noticeID: number },
  signal: AbortSignal,
): Promise<void> =>
  exclusively(context.db, `notice:${noticeID}`, 'another worker is sending this notice', async (db) => {
    const notice = await findWaitingNotice(db, noticeID);
    if (notice) await attempt(context, db, notice, signal);
  });

const attempt = async (
  context: Context,
  db: Connection,
  notice: WaitingNotice,
  signal: AbortSignal,
): Promise<void> => {
  const { clock, log } = context;
  const { id: noticeID, channel, uuid } = notice;
  try {
    if (notice.expiresAt <= clock.now()) throw new MessageRefusal(sentences.expired, { isPermanent: true });
    if (channel === 'push') await push(context, db, notice, signal);
    else await text(context, notice, signal);
  } catch (cause) {
    if (cause instanceof SubscriptionEnded) {
      // its notices are deleted with it
      await deleteSubscription(db, cause.subscriptionID);
      return log.info({ noticeID }, 'push subscription ended');
    }
    if (!(cause instanceof MessageRefusal)) throw cause;
    return postpone(context, db, notice, cause);
  }
  await updateAttempt(db, noticeID, { sentAt: clock.now(), nextTryAt: null, lastError: null });
  // the uuid identifies the message at the gateway
  log.info({ noticeID, channel, uuid }, 'notice sent');
};

const postpone = async (
  { clock, log }: Context,
  db: Connection,
  { id: noticeID, channel, attempts, expiresAt }: WaitingNotice,
  { message: lastError, isPermanent, retryAfterMs: pauseMs }: MessageRefusal,
): Promise<void> => {
  const now = clock.now();
  const scheduled = isPermanent ? null : nextAttemptAt(attempts + 1, now);
  const nextTryAt = scheduled && new Date(Math.max(scheduled.getTime(), now.getTime() + pauseMs));
  if (nextTryAt === null || nextTryAt >= expiresAt) {
    log.warn({ noticeID, channel }, 'notice given up');
    return updateAttempt(db, noticeID, { failedAt: now, nextTryAt: null, lastError });
  }
  log.warn({ noticeID, channel, nextTryAt }, 'notice not sent yet');
  return db.transaction().execute(async (tx) => {
    await updateAttempt(tx, noticeID, { nextTryAt, lastError });
    await enqueueAttempt(tx, noticeID, nextTryAt);
  });
};

const text = async (
  { config: { textGateways } }: Context,
  { id, uuid, channel, recipient, content }: WaitingNotice,
  signal: AbortSignal,
): Promise<void> => {
  const gateway = channel === 'sms' || channel === 'messenger' ? textGateways[channel] : null;
  if (!gateway || recipient === null) throw new MessageRefusal(sentences.noGateway, { isPermanent: true });
  await sendText(gateway, { id: uuid, number: id, to: recipient, text: content }, { signal });
};

/** The push service no longer knows the subscription, or its account may not get notices on it. */
class SubscriptionEnded extends Error {
  readonly subscriptionID: number;

  constructor(subscriptionID: number) {
    super('push subscription ended');
    this.subscriptionID = subscriptionID;
  }
}

/** RFC 8030 §7.3: the subscription does not exist any more. */
const GONE = [404, 410];

const push = async (
  context: Context,
  db: Connection,
  { subscriptionID, content, about, expiresAt }: WaitingNotice,
  signal: AbortSignal,
): Promise<void> => {
  const { config, clock, secrets } = context;
  const subscription = subscriptionID === null ? undefined : await findLiveSubscription(db, subscriptionID);
  if (!subscription) throw new SubscriptionEnded(subscriptionID ?? 0);
  const key = findServerKey(secrets.webPush, subscription.serverKey);
  if (!key) throw new MessageRefusal(sentences.keyChanged, { isPermanent: true });
  const answer = await sendPush(subscription, content, {
    ...{ key, contact: contactOf(config), topic: topicOf(about ?? ''), signal },
    ttlSeconds: Math.max(60, Math.round((expiresAt.getTime() - clock.now().getTime()) / 1000)),
    networks: networksOf(config.webhookNetworks),
  });
  if (GONE.includes(answer.status)) throw new SubscriptionEnded(subscription.id);
  if (answer.status < 200 || answer.status >= 300)
    throw new MessageRefusal(`${sentences.pushRefused} (${answer.status})`, {
      isPermanent: answer.status === 400 || answer.status === 413,
      retryAfterMs: retryAfterMs(answer.retryAfter),
    });
  await markDelivered(db, subscription.id, clock.now());
};

/** Of the operator, for the push service (RFC 8292 §2.1). */
const contactOf = ({ publicURL, mailFrom }: Context['config']): string =>
  publicURL.startsWith('https:') ? publicURL : `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;

/** 32 characters of base64url (RFC 8030 §5.4), which say nothing about the thing. */
const topicOf = (about: string): string =>
  createHash('sha256').update(about).digest('base64url').slice(0, 32);
