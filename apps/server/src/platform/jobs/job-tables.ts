import { type Expression, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { Tx } from '../db/client.ts';

/**
 * All SQL on graphile-worker's tables and functions. The documented view `jobs` has no payload, and the tables, named
 * `_private_…`, may change with the next version of graphile-worker. Check this file after an upgrade.
 */

interface NewJob {
  name: string;
  /** JSON text */
  payload: string;
  maxAttempts: number;
  runAt?: Date | undefined;
  key?: string | undefined;
  priority: number;
}

export const addJob = async (tx: Tx, job: NewJob): Promise<void> => {
  await sql`select graphile_worker.add_job(${job.name}::text, ${job.payload}::json,
    run_at => ${job.runAt ?? null}::timestamptz, max_attempts => ${job.maxAttempts}::int,
    job_key => ${job.key ?? null}::text, priority => ${job.priority}::int)`.execute(tx);
};

/**
 * Removes a waiting or running job by its key. Call in the transaction that does the work of the job: the work is then not
 * done twice if the worker dies before it reports success. False if the job no longer exists.
 */
export const removeJob = async (tx: Tx, key: string): Promise<boolean> => {
  const { rows } = await sql<{ id: string | null }>`
    select (graphile_worker.remove_job(${key})).id`.execute(tx);
  return rows[0]?.id != null;
};

/** Condition: a job with this key runs or will run. False for one that has failed for good. */
export const isJobPending = (key: Expression<string>) =>
  sql<boolean>`exists (select 1 from graphile_worker.jobs j
    where j.key = ${key} and (j.attempts < j.max_attempts or j.locked_at is not null))`;

/** Condition: a job with this key has attempts left after the current one, if it runs. */
export const hasJobAttemptsLeft = (key: Expression<string>) =>
  sql<boolean>`exists (select 1 from graphile_worker.jobs j where j.key = ${key} and j.attempts < j.max_attempts)`;

interface JobCounts {
  task: string;
  due: number;
  later: number;
  running: number;
  failed: number;
  oldestSeconds: number;
}

/** Counts of all jobs in the database. A job without attempts left stays in its table and is counted as failed. */
export const countJobs = async (db: Tx): Promise<JobCounts[]> => {
  const { rows } = await sql<JobCounts>`
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
};

interface Planning {
  /** when a worker last queued a periodic job; null before the first one, a minute after the first start */
  plannedAt: Date | null;
  /** when a worker first registered the newest periodic job; null before the first start */
  registeredAt: Date | null;
  now: Date;
}

/** The planning of periodic jobs by workers. All times are by the clock of the database. */
export const findLastPlanning = async (db: Tx): Promise<Planning> => {
  const { rows } = await sql<Planning>`
    select max(last_execution) as "plannedAt", max(known_since) as "registeredAt", now() as now
    from graphile_worker._private_known_crontabs`.execute(db);
  return rows[0] ?? { plannedAt: null, registeredAt: null, now: new Date() };
};

/** Which of these jobs the worker pool `poolID` has locked. */
export const listJobsLockedBy = async (
  client: Pool | ClientBase,
  poolID: string,
  jobIDs: string[],
): Promise<Set<string>> => {
  const { rows } = await client.query<{ id: string }>(
    `select id::text from graphile_worker._private_jobs where id = any($1::bigint[]) and locked_by = $2`,
    [jobIDs, poolID],
  );
  return new Set(rows.map(({ id }) => id));
};

/**
 * The worker pools that have locked jobs but hold no advisory lock (worker-lock.ts). Takes the lock of each until the
 * end of the transaction, so that no other process returns the same pool.
 */
export const lockAbsentPools = async (
  client: ClientBase,
  { jobLockedBefore, serverStartedBefore }: { jobLockedBefore: string; serverStartedBefore: string },
): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>(
    `select id from (
       select distinct locked_by as id from graphile_worker._private_jobs
       where locked_by is not null and locked_at < now() - $1::interval
         and pg_postmaster_start_time() < now() - $2::interval
     ) pools where pg_try_advisory_xact_lock(hashtextextended(id, 0))`,
    [jobLockedBefore, serverStartedBefore],
  );
  return rows.map(({ id }) => id);
};

export const unlockJobsOf = async (client: ClientBase, poolIDs: string[]): Promise<void> => {
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [poolIDs]);
};

/** Whether a worker runs a job of another task whose payload contains this id. */
export const isJobRunningFor = async (db: Tx, id: string, exceptTask: string): Promise<boolean> => {
  const { rows } = await sql<{ running: boolean }>`
    select exists (
      select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.locked_at is not null and t.identifier <> ${exceptTask} and j.payload::text like ${`%${id}%`}
    ) as running`.execute(db);
  return rows[0]?.running ?? false;
};

/** Selects the jobs that run or will run, for `copy … to`. */
export const PENDING_JOBS_QUERY = `
  select j.task_identifier, p.payload, j.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
  where j.attempts < j.max_attempts or j.locked_at is not null order by j.id`;

/** Adds the jobs of the temporary table `saved_jobs` in their old order; each has all its attempts again. */
export const ADD_SAVED_JOBS = `select graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at,
  max_attempts => max_attempts, job_key => key, priority => priority) from saved_jobs order by position`;

/** The payloads of all jobs, as a subquery with the column `payload`. */
export const JOB_PAYLOADS = '(select payload from graphile_worker._private_jobs)';
