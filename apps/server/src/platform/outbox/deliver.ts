import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { exclusively } from '../jobs/exclusively.ts';
import { type Answer, MessageRefusal } from '../outside/message-refusal.ts';
import { type Attempt, enqueueAttempt, type Exchange, type Outbox, type WaitingMessage } from './outbox.ts';
import { findWaiting } from './queries.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/**
 * Makes the handler of the job, which attempts once to send a message. While the other server receives the message, no other
 * worker sends it. If the worker dies after the other server has accepted the message and before the commit, the message
 * is sent again with the same id.
 */
export const deliverer =
  <Key extends string, New, Waiting extends WaitingMessage>(outbox: Outbox<Key, New, Waiting>) =>
  (context: Context, payload: Record<Key, number>, signal?: AbortSignal): Promise<void> => {
    const { name, idName } = outbox;
    const id = payload[idName];
    return exclusively(context.db, `${name}:${id}`, `another worker is sending this ${name}`, async (db) => {
      const message = await findWaiting(db, outbox.waiting(db), id);
      if (!message) return;
      const startedAt = performance.now();
      const result = await resultOf(outbox.send(context, db, message, signal));
      const durationMs = Math.round(performance.now() - startedAt);
      await db
        .transaction()
        .execute((tx) => saveResult(context, tx, outbox, message, { ...result, durationMs }));
    });
  };

const resultOf = async (sending: Promise<Answer | void>) => {
  try {
    return { answer: (await sending) ?? null, refusal: null };
  } catch (cause) {
    if (!(cause instanceof MessageRefusal)) throw cause;
    return { answer: cause.answer, refusal: cause };
  }
};

/** Saves the result of the attempt: the message is sent, tried again later, or given up. */
const saveResult = async <Waiting extends WaitingMessage>(
  context: Context,
  tx: Tx,
  outbox: Outbox<string, never, Waiting>,
  message: Waiting,
  { refusal, ...exchange }: Exchange & { refusal: MessageRefusal | null },
): Promise<void> => {
  const { clock, log } = context;
  const { name, idName } = outbox;
  const now = clock.now();
  const logged = { [idName]: message.id, ...outbox.logged(message), status: exchange.answer?.status };
  const save = (attempt: Attempt) => outbox.save(tx, message.id, attempt, exchange);
  if (!refusal) {
    await save({ sentAt: now, nextTryAt: null, lastError: null });
    await outbox.onSent?.(context, tx, message);
    return log.info(logged, `${name} sent`);
  }
  const lastError = refusal.message;
  const nextTryAt = nextTryOf(outbox, message, refusal, now);
  if (nextTryAt) {
    await save({ nextTryAt, lastError });
    await enqueueAttempt(tx, outbox, message.id, nextTryAt);
    return log.warn({ ...logged, nextTryAt }, `${name} not sent yet`);
  }
  await save({ failedAt: now, nextTryAt: null, lastError });
  await outbox.onGivenUp?.(context, tx, message, refusal);
  log.warn(logged, `${name} given up`);
};

/** When the message is sent again; null if it is given up. */
const nextTryOf = (
  { delaysMinutes }: Pick<Outbox<string, never, WaitingMessage>, 'delaysMinutes'>,
  { attempts, expiresAt }: WaitingMessage,
  { isPermanent, retryAfterMs }: MessageRefusal,
  now: Date,
): Date | null => {
  const scheduled = isPermanent ? null : nextAttemptAt(delaysMinutes, attempts + 1, now);
  const next = scheduled && new Date(Math.max(scheduled.getTime(), now.getTime() + retryAfterMs));
  return next && expiresAt && next >= expiresAt ? null : next;
};
