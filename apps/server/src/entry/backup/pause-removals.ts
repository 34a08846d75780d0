import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { BackupRunning } from './problem.ts';

/** An advisory lock of the session. PostgreSQL releases it when the session ends for any reason. */
const LOCK = '1936615789, 1';
const RETRY_AFTER_MS = 60_000;

interface RemovalPause {
  client: PoolClient;
  release(): Promise<void>;
}

/**
 * Pauses the removal of objects by jobs that begin after this call. A job that began earlier belongs to a committed change,
 * so a snapshot taken after this call does not refer to the objects that the job removes.
 */
export const pauseRemovals = async (pool: Pool): Promise<RemovalPause> => {
  const client = await pool.connect();
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
  if (!rows[0]?.locked) {
    client.release();
    throw new BackupRunning('Another backup of this portal is running.');
  }
  const release = async () => {
    // releases the lock at once, so that the next backup need not wait for the end of the session
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => undefined);
    // closes the connection, which releases the lock if the query failed
    client.release(true);
  };
  return { client, release };
};

const areRemovalsPaused = async (db: Tx): Promise<boolean> => {
  const { rows } = await sql<{ paused: boolean }>`
    select exists (select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2
      and (classid::bigint, objid::bigint) = (${sql.raw(LOCK)})
      and database = (select oid from pg_database where datname = current_database())) as paused`.execute(db);
  return rows[0]?.paused === true;
};

/** Wraps a job that removes objects: while removals are paused, the job is enqueued again for later. */
export const afterBackup =
  (job: Job): Job['run'] =>
  async (context, payload, signal) => {
    const { db, clock } = context;
    if (!(await areRemovalsPaused(db))) return job.run(context, payload, signal);
    await enqueue(db, job, payload, { runAt: after(clock.now(), RETRY_AFTER_MS) });
  };
