import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { currentRequestID } from '../logging/request-context.ts';
import { addJob } from './job-tables.ts';
import type { PoolName } from './pools.ts';

/** The list of all jobs (entry/jobs.ts) extends this interface. A job that is not in the list cannot be queued. */
export interface ListedJobs {}

export type JobName = keyof ListedJobs;

/**
 * The part of a job that is needed to queue it. A job is queued in the transaction of the change that needs it, and a
 * worker does it later. A module declares only this part if the work is in a module above it (`handle`).
 */
export interface QueuedJob<Name extends string, Payload> {
  name: Name;
  /** The names in earlier versions, the first one first. A worker also does jobs that are queued under them. */
  formerly?: readonly string[];
  /** graphile-worker waits e^attempt seconds between attempts: 12 attempts span about a day, 5 about four minutes */
  attempts: number;
  readonly payload?: Payload;
}

/** How a worker does a job. */
interface Work<Payload> {
  pool: PoolName;
  everyMinute?: true;
  /** the job removes objects, so it waits while a backup reads them */
  removesObjects?: true;
  /** `signal` is aborted when the process is asked to stop */
  run: (context: Context, payload: Payload, signal: AbortSignal) => Promise<void>;
}

/** Any job in the list of all jobs. */
export type Job = QueuedJob<JobName, unknown> & Work<never>;

/** A job, declared beside the function that does it. */
export const job = <const Name extends string, Payload = Record<string, never>>(
  name: Name,
  work: Omit<QueuedJob<Name, Payload>, 'name'> & Work<Payload>,
) => ({ name, ...work });

/** A job that is queued once a minute, for any number of workers. If an attempt fails, the next job does the rest. */
export const periodicJob = <const Name extends string>(
  name: Name,
  run: Work<Record<string, never>>['run'],
  options: Pick<QueuedJob<Name, unknown>, 'formerly'> = {},
) => job(name, { ...options, attempts: 1, pool: 'short', everyMinute: true, run });

/** Adds the work to a job that a module below declares. */
export const handle = <Name extends string, Payload>(
  job: QueuedJob<Name, Payload>,
  work: Work<NoInfer<Payload>>,
) => ({ ...job, ...work });

type Names = Pick<QueuedJob<string, unknown>, 'name' | 'formerly'>;

/** The names under which a job may be queued. */
export const allNamesOf = ({ name, formerly = [] }: Names): string[] => [name, ...formerly];

/**
 * The name that a job had first. Versions before and after a renaming may run at the same time. They use the same keys
 * and crontab entry, because these are made from the first name.
 */
export const firstNameOf = ({ name, formerly = [] }: Names): string => formerly[0] ?? name;

/** The key that limits the queued jobs about `id` to one. */
export const jobKey = (job: Names, id: string | number): string => `${firstNameOf(job)}:${id}`;

/** Stored with the payload: the HTTP request that queued the job, directly or through another job. */
export interface JobOrigin {
  requestID?: string;
}

/** graphile-worker runs lower numbers first. */
const NORMAL = 0;
const URGENT = -10;
const BACKGROUND = 10;

interface JobOptions {
  runAt?: Date | undefined;
  key?: string;
  isUrgent?: boolean;
  isBackground?: boolean;
}

/**
 * Queues a job. A job with a `key` replaces a waiting job with the same key. Among jobs that are due, urgent ones run
 * first, because a person waits for them, and background jobs run last.
 */
export const enqueue = <Payload>(
  tx: Tx,
  { name, attempts }: QueuedJob<JobName, Payload>,
  payload: NoInfer<Payload>,
  { runAt, key, isUrgent, isBackground }: JobOptions = {},
): Promise<void> => {
  const requestID = currentRequestID();
  const origin: JobOrigin = requestID ? { requestID } : {};
  return addJob(tx, {
    name,
    payload: JSON.stringify({ ...payload, ...origin }),
    maxAttempts: attempts,
    runAt,
    key,
    priority: isUrgent ? URGENT : isBackground ? BACKGROUND : NORMAL,
  });
};
