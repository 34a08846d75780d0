import type { Expression } from 'kysely';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { enqueue, type JobName, type QueuedJob } from '../jobs/jobs.ts';
import type { Answer, MessageRefusal } from '../outside/message-refusal.ts';

export interface WaitingMessage {
  id: number;
  /** those that have failed */
  attempts: number;
  /** after which it is of no use; without it, it is tried to the end of the schedule */
  expiresAt?: Date;
}

/** What an attempt changes in a row. */
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
 * A table of messages that other servers accept after the commit, with one job for each message. The declaration has what differs
 * between letters, webhooks and notices; the rest is in this module.
 */
export interface Outbox<Key extends string, New, Waiting extends WaitingMessage> {
  /** in the log, and in the lock of a message */
  name: string;
  /** the name of the id in the payload of the job and in the log */
  idName: Key;
  job: QueuedJob<JobName, Record<Key, number>>;
  delaysMinutes: readonly number[];
  /** Returns the id. */
  insert(tx: Tx, message: New): Promise<number>;
  /** Selects the messages that may be sent: neither sent nor given up, and not paused. */
  waiting(db: Tx): Expression<Waiting>;
  /** @throws MessageRefusal if it is not accepted; after any other error the job is repeated by its own schedule */
  send(context: Context, db: Db, message: Waiting, signal?: AbortSignal): Promise<Answer | void>;
  /** Counts the attempt; with the last one, deletes what may contain a password, a code or a link. */
  save(tx: Tx, id: number, attempt: Attempt, exchange: Exchange): Promise<void>;
  /** What else identifies a message in the log. */
  logged(message: Waiting): Record<string, unknown>;
  onSent?(context: Context, tx: Tx, message: Waiting): Promise<void>;
  onGivenUp?(context: Context, tx: Tx, message: Waiting, refusal: MessageRefusal): Promise<void>;
  /** If absent, messages are kept. */
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

/** One job for each message at most: a new one replaces the one that waits. */
export const enqueueAttempt = (tx: Tx, { idName, job }: Queue, id: number, runAt?: Date): Promise<void> =>
  enqueue(tx, job, { [idName]: id }, { key: `${job.name}:${id}`, ...(runAt && { runAt }) });
