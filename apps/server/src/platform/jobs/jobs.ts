import { sql } from 'kysely';
import { currentRequestID } from '../request-context.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';

/** Something that happens later, in a worker. It commits with the change that asks for it, or not at all. */
export interface Job<Payload> {
  name: string;
  /** graphile-worker waits e^attempt seconds between tries: 12 tries span about a day, 5 about four minutes */
  maxAttempts: number;
  readonly payload?: Payload;
}

export const job = <Payload>(name: string, maxAttempts: number): Job<Payload> => ({ name, maxAttempts });

/** Beside the payload: the request that asked for the job, or for the job that asked for this one. */
export interface JobOrigin {
  requestID?: string;
}

/**
 * `key` makes a second wish for the same thing replace the first while that one waits. Of the jobs that are due, those
 * with the lowest `priority` come first.
 */
export const enqueue = async <Payload>(
  tx: Tx,
  { name, maxAttempts }: Job<Payload>,
  payload: Payload,
  { runAt, key, priority = 0 }: { runAt?: Date; key?: string; priority?: number } = {},
): Promise<void> => {
  const requestID = currentRequestID();
  const caused = JSON.stringify({ ...payload, ...(requestID && { requestID }) } satisfies JobOrigin);
  await sql`select graphile_worker.add_job(${name}::text, ${caused}::json,
    run_at => ${runAt ?? null}::timestamptz, max_attempts => ${maxAttempts}::int,
    job_key => ${key ?? null}::text, priority => ${priority}::int)`.execute(tx);
};

/**
 * Takes a job away by its key in the transaction that has done it, whether it waits or runs: a worker that dies before it
 * could say so is no reason to do it twice. False when that has been done already.
 */
export const removeJob = async (tx: Tx, key: string): Promise<boolean> => {
  const { rows } = await sql<{ id: string | null }>`select (graphile_worker.remove_job(${key})).id`.execute(
    tx,
  );
  return rows[0]?.id != null;
};

/** How a worker does a job. `signal` is raised when the process is asked to stop. */
export interface Handler {
  name: string;
  run(context: Context, payload: unknown, signal: AbortSignal): Promise<void>;
}

export const handle = <Payload>(
  { name }: Job<Payload>,
  run: (context: Context, payload: Payload, signal: AbortSignal) => Promise<void>,
): Handler => ({ name, run: (context, payload, signal) => run(context, payload as Payload, signal) });
