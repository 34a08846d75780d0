import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** Reads and changes jobs in graphile-worker's tables, in ways that only tests need. Without a filter, all jobs. */
interface JobFilter {
  task?: string;
  key?: string;
  lockedBy?: string;
}

const matches = ({ task, key, lockedBy }: JobFilter) => sql<boolean>`
  (${task ?? null}::text is null
    or task_id = (select id from graphile_worker._private_tasks where identifier = ${task ?? null}))
  and (${key ?? null}::text is null or key = ${key ?? null})
  and (${lockedBy ?? null}::text is null or locked_by = ${lockedBy ?? null})`;

interface QueuedJob<Payload> {
  payload: Payload;
  runAt: Date;
  attempts: number;
  lockedBy: string | null;
}

export const listJobs = async <Payload = Record<string, unknown>>(db: Tx, filter: JobFilter = {}) => {
  const { rows } = await sql<QueuedJob<Payload>>`
    select payload, run_at as "runAt", attempts, locked_by as "lockedBy"
    from graphile_worker._private_jobs where ${matches(filter)} order by id`.execute(db);
  return rows;
};

/** Makes all jobs due except periodic ones, which have no key. */
export const makeKeyedJobsDue = async (db: Tx): Promise<void> => {
  await sql`update graphile_worker._private_jobs set run_at = now() where key is not null`.execute(db);
};

export const useUpAttempts = async (db: Tx, filter: JobFilter = {}): Promise<void> => {
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where ${matches(filter)}`.execute(
    db,
  );
};

/** Locks the jobs as if this worker pool had taken them. */
export const lockJobs = async (db: Tx, poolID: string, filter: JobFilter): Promise<void> => {
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = ${poolID}
    where ${matches(filter)}`.execute(db);
};

/** Makes the locks of all jobs as old as the locks of a killed process are after a minute. */
export const ageJobLocks = async (db: Tx): Promise<void> => {
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
    where locked_at is not null`.execute(db);
};

export const deleteJobs = async (db: Tx, filter: JobFilter = {}): Promise<void> => {
  await sql`delete from graphile_worker._private_jobs where ${matches(filter)}`.execute(db);
};

/** Blocks every access to jobs until the end of the transaction. */
export const lockJobTable = async (tx: Tx): Promise<void> => {
  await sql`lock table graphile_worker._private_jobs in access exclusive mode`.execute(tx);
};
