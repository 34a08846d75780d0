import type { Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { countJobs } from '../../jobs/job-tables.ts';
import { gaugesOf } from './gauges.ts';

/** Metrics of all jobs in the database, including those that other processes do. */
export const measureJobs = (registry: Registry, { db }: Context): void => {
  const gauge = gaugesOf(registry, { prefix: 'jobs', label: 'task', list: () => countJobs(db) });
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
