import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { countJobs, type JobCounts } from '../jobs/job-tables.ts';
import { sharePending } from './share-pending.ts';

/** Metrics of all jobs in the database, whichever process does them; every API process reports the same numbers. */
export const measureJobs = (registry: Registry, { db }: Context): void => {
  const count = sharePending(() => countJobs(db));
  const gauge = (name: string, help: string, read: (counts: JobCounts) => number) =>
    new Gauge({
      name: `snimok_jobs_${name}`,
      help,
      labelNames: ['task'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const counts of await count()) this.set({ task: counts.task }, read(counts));
      },
    });
  gauge('due', 'Jobs that are due and wait for a worker', ({ due }) => due);
  gauge(
    'oldest_due_seconds',
    'How long the oldest waiting job has been due',
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge('later', 'Jobs scheduled for later, including retries of failed ones', ({ later }) => later);
  gauge('running', 'Jobs that are running', ({ running }) => running);
  gauge('failed', 'Jobs that have failed and have no attempts left', ({ failed }) => failed);
};
