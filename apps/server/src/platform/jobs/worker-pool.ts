import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as GraphileLogger, parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { listJobsLockedBy } from './job-tables.ts';
import { allNamesOf, firstNameOf, type Job } from './jobs.ts';
import type { logJobEvents } from './log-job-events.ts';
import { startWorkerLock, type WorkerLock } from './worker-lock.ts';

interface PoolOptions {
  context: Context;
  /** makes a graphile-worker task of a job */
  instrument: ReturnType<typeof logJobEvents>;
  /** the connections through which graphile-worker takes and completes jobs */
  queue: Pool;
  jobs: Job[];
  concurrency: number;
  /** aborted when the process is asked to stop */
  stopping: AbortSignal;
}

const RESTART_AFTER_MS = { first: 500, longest: 5_000 };

/**
 * Starts a pool of workers with a worker lock of its own. graphile-worker ends if the database is unavailable. The pool is
 * then restarted until that succeeds, because a worker process that runs without workers would not be noticed.
 */
export const startPool = async (options: PoolOptions): Promise<{ stop(): Promise<void> }> => {
  const { context, jobs, stopping } = options;
  const tasks = jobs.map(({ name }) => name);
  let current = await openPool(options);
  const restarting = (async () => {
    for (;;) {
      const error = await current.ended;
      await current.release();
      if (stopping.aborted) return;
      context.log.warn({ err: error, tasks }, 'workers ended and are restarted');
      const next = await reopenPool(options);
      if (!next) return;
      current = next;
      // the stop request came while the pool was starting
      if (stopping.aborted) await current.stop();
    }
  })();
  return {
    async stop() {
      await current.stop();
      await restarting;
    },
  };
};

type WorkerPool = Awaited<ReturnType<typeof openPool>>;

const reopenPool = async (options: PoolOptions): Promise<WorkerPool | null> => {
  const { first, longest } = RESTART_AFTER_MS;
  for (let wait = first; !options.stopping.aborted; wait = Math.min(wait * 2, longest)) {
    try {
      return await openPool(options);
    } catch (cause) {
      options.context.log.debug({ err: cause }, 'workers wait for the database');
      // rejects when the process is asked to stop
      await sleep(wait, undefined, { signal: options.stopping }).catch(() => undefined);
    }
  }
  return null;
};

const openPool = async (options: PoolOptions) => {
  const { context, instrument, queue, jobs, concurrency, stopping } = options;
  const events: WorkerEvents = new EventEmitter();
  const running = new Set<string>();
  let lock: WorkerLock | undefined;
  let poolID = '';
  let signal = stopping;
  // emitted before the pool takes its first job
  events.once('pool:create', ({ workerPool }) => {
    poolID = workerPool.id;
    lock = startWorkerLock(context, poolID, () => [...running]);
    signal = AbortSignal.any([stopping, lock.lost]);
  });
  const taskOf = ({ name, run: runJob }: Job) =>
    instrument(context, name, async (payload, jobID) => {
      running.add(jobID);
      try {
        // the payload has the right type, because it was queued for the job of this name
        await runJob(context, payload as never, signal);
        // graphile-worker deletes a completed job by its id, even if another pool has locked it meanwhile
        await checkStillLocked(queue, jobID, poolID);
      } finally {
        running.delete(jobID);
      }
    });
  const taskList = Object.fromEntries(
    jobs.flatMap((job) => {
      const task = taskOf(job);
      return allNamesOf(job).map((name) => [name, task]);
    }),
  );
  const periodic = jobs.filter(({ everyMinute }) => everyMinute);
  const runner = await run({
    pgPool: queue,
    taskList,
    concurrency,
    parsedCronItems: parseCronItems(
      // of all workers with the same identifier, only one queues the job of each minute
      periodic.map((job) => ({ task: job.name, match: '* * * * *', identifier: firstNameOf(job) })),
    ),
    events,
    noHandleSignals: true,
    pollInterval: 1000,
    // completed one by one: an error in graphile-worker's batches, which nothing awaits, would end the process
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quietLogger(context),
  });
  // graphile-worker rejects a stop after it has ended by itself
  const ignoreRejection = (cause: unknown) => context.log.debug({ err: cause }, 'workers had ended already');
  const kill = () => void runner.kill('the worker lock is lost').catch(ignoreRejection);
  lock?.lost.addEventListener('abort', kill);
  return {
    ended: runner.promise.then(
      () => undefined,
      (cause: unknown) => cause,
    ),
    async release() {
      await lock?.release();
      // graphile-worker keeps the options of every pool until the process ends, and the tasks in them refer to the context
      for (const name of Object.keys(taskList)) delete taskList[name];
    },
    stop: () => runner.stop().catch(ignoreRejection),
  };
};

class TakenOver extends Error {
  override name = 'TakenOver';
}

const checkStillLocked = async (queue: Pool, jobID: string, poolID: string): Promise<void> => {
  const locked = await listJobsLockedBy(queue, poolID, [jobID]);
  if (locked.size === 0) throw new TakenOver('another worker has taken over this job');
};

/** Logs graphile-worker's warnings and errors only, because its other lines contain payloads. */
const quietLogger = ({ log }: Context) =>
  new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error(String(message).slice(0, 500));
    else if (level === 'warning') log.warn(String(message).slice(0, 500));
  });
