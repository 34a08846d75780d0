import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { currentRequestID } from '../request-context.ts';
import { addJob } from './job-tables.ts';

/** Work that a worker does later. A job is queued in the transaction of the change that needs it. */
export interface Job<Payload> {
  name: string;
  /** graphile-worker waits e^attempt seconds between attempts: 12 attempts span about a day, 5 about four minutes */
  maxAttempts: number;
  readonly payload?: Payload;
}

export const job = <Payload>(name: string, maxAttempts: number): Job<Payload> => ({ name, maxAttempts });

/** Stored with the payload: the HTTP request that queued the job, directly or through another job. */
export interface JobOrigin {
  requestID?: string;
}

/**
 * With a `key`, a job replaces a waiting job of the same key. Of the jobs that are due, those with the lowest
 * `priority` run first.
 */
export const enqueue = <Payload>(
  tx: Tx,
  { name, maxAttempts }: Job<Payload>,
  payload: Payload,
  { runAt, key, priority = 0 }: { runAt?: Date; key?: string; priority?: number } = {},
): Promise<void> => {
  const requestID = currentRequestID();
  const origin: JobOrigin = requestID ? { requestID } : {};
  return addJob(tx, {
    name,
    payload: JSON.stringify({ ...payload, ...origin }),
    maxAttempts,
    runAt,
    key,
    priority,
  });
};

/** How a worker does a job. `signal` is aborted when the process is asked to stop. */
export interface Handler {
  name: string;
  run(context: Context, payload: unknown, signal: AbortSignal): Promise<void>;
}

export const handle = <Payload>(
  { name }: Job<Payload>,
  run: (context: Context, payload: Payload, signal: AbortSignal) => Promise<void>,
): Handler => ({ name, run: (context, payload, signal) => run(context, payload as Payload, signal) });
