import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { sharePending } from './share-pending.ts';

interface Count {
  task: string;
  due: number;
  later: number;
  running: number;
  failed: number;
  oldestSeconds: number;
}

/** All jobs of the database, whichever process does them: every API process tells the same. */
export const measureJobs = (registry: Registry, { db }: Context): void => {
  const count = sharePending(async () => {
    // a job that has no tries left stays, for somebody to look at
    const { rows } = await sql<Count>`
      select task_identifier as task,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as due,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
        coalesce(extract(epoch from now() - min(run_at)
          filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8
          as "oldestSeconds"
      from graphile_worker.jobs group by task_identifier`.execute(db);
    return rows;
  });
  const gauge = (name: string, help: string, read: (row: Count) => number) =>
    new Gauge({
      name: `snimok_jobs_${name}`,
      help,
      labelNames: ['task'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const row of await count()) this.set({ task: row.task }, read(row));
      },
    });
  gauge('due', 'Jobs that a worker could do now', ({ due }) => due);
  gauge(
    'oldest_due_seconds',
    'How long the oldest of them has been due',
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge('later', 'Jobs whose time has not come, tries of failed ones included', ({ later }) => later);
  gauge('running', 'Jobs that a worker does now', ({ running }) => running);
  gauge('failed', 'Jobs that have no tries left', ({ failed }) => failed);
};
