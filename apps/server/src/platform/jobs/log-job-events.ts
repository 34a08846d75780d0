import type { JobHelpers } from 'graphile-worker';
import { Histogram, type Registry } from 'prom-client';
import { runForRequest } from '../request-context.ts';
import type { Context } from '../context.ts';
import type { JobOrigin, Handler } from './jobs.ts';

type Task = (payload: unknown, helpers: Pick<JobHelpers, 'job'>) => Promise<void>;

/**
 * How a worker does a job, with what is told of it: one line of the log under the request that asked for it, and how
 * long it took. What the clock asks for each minute has its line for debugging only. Why a job failed stands in
 * graphile-worker's own line.
 */
export const logJobEvents = (registry: Registry) => {
  const seconds = new Histogram({
    name: 'snimok_job_duration_seconds',
    help: 'Time that one try of a job took',
    // not `job`, which is Prometheus's word for what it asks
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1800],
    registers: [registry],
  });
  return (
      { log }: Pick<Context, 'log'>,
      name: string,
      run: (payload: unknown, jobID: string) => ReturnType<Handler['run']>,
    ): Task =>
    (payload, { job }) => {
      const { requestID } = (payload ?? {}) as JobOrigin;
      return runForRequest(requestID, async () => {
        const started = performance.now();
        const tell = (outcome: 'done' | 'failed') => {
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
          tell('failed');
          throw cause;
        }
        tell('done');
      });
    };
};
