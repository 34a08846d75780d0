import type { Expression } from 'kysely';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { enqueue, type JobName, jobKey, type QueuedJob } from '../jobs/jobs.ts';
import type { Answer, MessageRefusal } from '../outside/message-refusal.ts';

export interface WaitingMessage {
  id: number;
  /** the number of failed attempts */
  attempts: number;
  /** when the message becomes useless; if absent, it is tried to the end of the schedule */
  expiresAt?: Date;
}

/** The columns of a message that an attempt changes. */
export interface Attempt {
  sentAt?: Date;
  failedAt?: Date;
  nextTryAt: Date | null;
  lastError: string | null;
}

export interface Exchange {
  answer: Answer | null;
  durationMs: number;
}

/**
 * A table of messages that are sent to other servers after the commit, with one job for each message. The interface
 * contains what differs between letters, webhooks and notices.
 */
export interface Outbox<Key extends string, New, Waiting extends WaitingMessage> {
  /** names the outbox in the log and in the lock of a message */
  name: string;
  /** the name of the id in the payload of the job and in the log */
  idName: Key;
  job: QueuedJob<JobName, Record<Key, number>>;
  delaysMinutes: readonly number[];
  /** Returns the id of the message. */
  insert(tx: Tx, message: New): Promise<number>;
  /** Selects the messages that may be sent: neither sent nor given up, and not paused. */
  waiting(db: Tx): Expression<Waiting>;
  /** @throws MessageRefusal if the message is not accepted; after any other error the job is repeated by its own schedule */
  send(context: Context, db: Db, message: Waiting, signal?: AbortSignal): Promise<Answer | void>;
  /** Counts the attempt. After the last one, deletes the columns that may contain a password, a code or a link. */
  save(tx: Tx, id: number, attempt: Attempt, exchange: Exchange): Promise<void>;
  /** Further fields that identify a message in the log. */
  logged(message: Waiting): Record<string, unknown>;
  onSent?(context: Context, tx: Tx, message: Waiting): Promise<void>;
  onGivenUp?(context: Context, tx: Tx, message: Waiting, refusal: MessageRefusal): Promise<void>;
  /** Deletes old messages. If absent, messages are kept for ever. */
  deleteBefore?: { keptMs: number; run(db: Tx, before: Date): Promise<void> };
}

/** Queues a message in the transaction of its cause, so that neither exists without the other. Returns its id. */
export const addMessage = async <Key extends string, New, Waiting extends WaitingMessage>(
  tx: Tx,
  outbox: Outbox<Key, New, Waiting>,
  message: New,
): Promise<number> => {
  const id = await outbox.insert(tx, message);
  await enqueueAttempt(tx, outbox, id);
  return id;
};

/** The part of an outbox that does not depend on its messages. */
type Queue = Pick<Outbox<string, never, WaitingMessage>, 'name' | 'idName' | 'job'>;

/** Queues the job of a message. A message has at most one job: a new one replaces the one that waits. */
export const enqueueAttempt = (tx: Tx, { idName, job }: Queue, id: number, runAt?: Date): Promise<void> =>
  enqueue(tx, job, { [idName]: id }, { key: jobKey(job, id), ...(runAt && { runAt }) });
