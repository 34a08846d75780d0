import type { JobHelpers } from 'graphile-worker';
import { Histogram, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { runForRequest } from '../logging/request-context.ts';
import type { JobOrigin } from './jobs.ts';

type Task = (payload: unknown, helpers: Pick<JobHelpers, 'job'>) => Promise<void>;

/**
 * Wraps jobs as graphile-worker tasks that log one line per attempt, with the id of the request that queued the
 * job, and measure its duration. Periodic jobs, which no request has queued, are logged at level debug. The error
 * itself is in graphile-worker's own line.
 */
export const logJobEvents = (registry: Registry) => {
  const seconds = new Histogram({
    name: 'snimok_job_duration_seconds',
    help: 'Duration of one attempt of a job',
    // not `job`, which Prometheus uses for the scraped target
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1800],
    registers: [registry],
  });
  return (
      { log }: Pick<Context, 'log'>,
      name: string,
      run: (payload: unknown, jobID: string) => Promise<void>,
    ): Task =>
    (payload, { job }) => {
      const { requestID } = (payload ?? {}) as JobOrigin;
      return runForRequest(requestID, async () => {
        const started = performance.now();
        const report = (outcome: 'done' | 'failed') => {
          const ms = performance.now() - started;
          seconds.observe({ task: name, outcome }, ms / 1000);
          const level = outcome === 'failed' ? 'warn' : requestID ? 'info' : 'debug';
          log[level](
            { job: name, jobID: job.id, attempt: job.attempts, ms: Math.round(ms) },
            `job ${outcome}`,
          );
        };
        try {
          await run(payload, job.id);
        } catch (cause) {
          report('failed');
          throw cause;
        }
        report('done');
      });
    };
};
