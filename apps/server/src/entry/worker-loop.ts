import { Registry } from 'prom-client';
import type { Context } from '../platform/context.ts';
import { openPool } from '../platform/db/client.ts';
import { enqueue, firstNameOf, type Job, type JobName } from '../platform/jobs/jobs.ts';
import { logJobEvents } from '../platform/jobs/log-job-events.ts';
import { poolSizes } from '../platform/jobs/pools.ts';
import { startPool } from '../platform/jobs/worker-pool.ts';
import { releaseAbandonedJobs } from '../platform/jobs/worker-rescue.ts';
import { planMaintenance } from '../studies/lifecycle/maintenance.ts';
import { afterBackup } from './backup/pause-removals.ts';
import { jobs } from './jobs.ts';

const all = jobs.map((job: Job) => (job.removesObjects ? { ...job, run: afterBackup(job) } : job));

/** For each worker pool one connection that listens, and in addition some that take and return jobs. */
const QUEUE_CONNECTIONS = 16;
/** The queries of the queue are short; a connection that does not answer for longer is lost. */
const QUEUE_TIMEOUTS = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };

interface WorkerLoop {
  /** Waits for running jobs; those that support it are aborted and returned to the queue. */
  stop(): Promise<void>;
}

export const startWorker = async (
  context: Context,
  /** Registry for the metrics of jobs. */
  registry = new Registry(),
  /** The only jobs to be done; all if absent. */
  only?: readonly JobName[],
): Promise<WorkerLoop> => {
  const stopping = new AbortController();
  const instrument = logJobEvents(registry);
  // has a database pool of its own: otherwise jobs and requests would lack the connections on which workers listen
  const queue = openPool(context.pool.options.connectionString ?? '', {
    max: QUEUE_CONNECTIONS,
    ...QUEUE_TIMEOUTS,
  });
  const shared = { context, instrument, queue, stopping: stopping.signal };
  if (context.config.remoteViewer === 'desktop') await context.workstation.removeLeftovers();
  const started: { stop(): Promise<void> }[] = [];
  for (const [pool, concurrency] of Object.entries(poolSizes(context.config))) {
    const chosen = all.filter((job) => job.pool === pool && (!only || only.includes(job.name)));
    if (concurrency > 0 && chosen.length > 0)
      started.push(await startPool({ ...shared, jobs: chosen, concurrency }));
  }
  // the periodic job runs only at the next full minute, so the first maintenance is planned here
  await enqueue(context.db, planMaintenance, {}, { key: firstNameOf(planMaintenance) });
  const rescue = await releaseAbandonedJobs(context, queue);
  return {
    async stop() {
      stopping.abort();
      await rescue.stop();
      await Promise.all(started.map((pool) => pool.stop()));
      await queue.end();
    },
  };
};
