import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { currentRequestID } from '../request-context.ts';
import { addJob } from './job-tables.ts';
import type { PoolName } from './pools.ts';

/** Extended by the list of all jobs (entry/jobs.ts), so that a job that no worker does cannot be queued. */
export interface ListedJobs {}

export type JobName = keyof ListedJobs;

/**
 * Work that a worker does later, as those see it who queue it. A job is queued in the transaction of the change that needs
 * it. Declared alone by a module whose jobs a module above it does (`handle`).
 */
export interface QueuedJob<Name extends string, Payload> {
  /** stays as it is, since jobs of the version before may be queued */
  name: Name;
  /** graphile-worker waits e^attempt seconds between attempts: 12 attempts span about a day, 5 about four minutes */
  attempts: number;
  readonly payload?: Payload;
}

/** How a worker does a job. */
interface Work<Payload> {
  pool: PoolName;
  everyMinute?: true;
  /** it waits while a backup reads the objects */
  removesObjects?: true;
  /** `signal` is aborted when the process is asked to stop */
  run: (context: Context, payload: Payload, signal: AbortSignal) => Promise<void>;
}

/** Any job of the list. */
export type Job = QueuedJob<JobName, unknown> & Work<never>;

/** A job, declared beside the function that does it. */
export const job = <const Name extends string, Payload = Record<string, never>>(
  name: Name,
  work: Omit<QueuedJob<Name, Payload>, 'name'> & Work<Payload>,
) => ({ name, ...work });

/** A job that is queued once a minute, however many workers run. What an attempt has not done, the next job does. */
export const periodicJob = <const Name extends string>(name: Name, run: Work<Record<string, never>>['run']) =>
  job(name, { attempts: 1, pool: 'short', everyMinute: true, run });

/** How to do a job that a module below declares. */
export const handle = <Name extends string, Payload>(
  job: QueuedJob<Name, Payload>,
  work: Work<NoInfer<Payload>>,
) => ({ ...job, ...work });

/** Stored with the payload: the HTTP request that queued the job, directly or through another job. */
export interface JobOrigin {
  requestID?: string;
}

/** graphile-worker runs lower numbers first. */
const [NORMAL, URGENT] = [0, -10];

/**
 * With a `key`, a job replaces a waiting job of the same key. Of the jobs that are due, the urgent ones run first: a person
 * waits for them.
 */
export const enqueue = <Payload>(
  tx: Tx,
  { name, attempts }: QueuedJob<JobName, Payload>,
  payload: NoInfer<Payload>,
  { runAt, key, isUrgent }: { runAt?: Date | undefined; key?: string; isUrgent?: boolean } = {},
): Promise<void> => {
  const requestID = currentRequestID();
  const origin: JobOrigin = requestID ? { requestID } : {};
  return addJob(tx, {
    name,
    payload: JSON.stringify({ ...payload, ...origin }),
    maxAttempts: attempts,
    runAt,
    key,
    priority: isUrgent ? URGENT : NORMAL,
  });
};
