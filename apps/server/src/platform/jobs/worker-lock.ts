import pg from 'pg';
import type { Context } from '../context.ts';
import { closeConnection } from '../db/connection.ts';
import { connectionOptions } from '../db/keepalive.ts';
import { listJobsLockedBy } from './job-tables.ts';

/**
 * graphile-worker's lock on a job outlives a killed worker by four hours. Therefore each worker pool also takes a
 * session-level advisory lock on its own name, and every worker process regularly unlocks the jobs of pools that have no
 * such lock (worker-rescue.ts). A job of such a pool may still run; the job's own code must prevent it from writing
 * (`uploads.run_id`).
 *
 * The database ends the session of a host without a connection after 14 seconds (db/keepalive.ts). The host itself checks
 * its session every three seconds and aborts its jobs after ten seconds without an answer, before another pool gets them.
 */
const LOCK_KEY = 'hashtextextended($1, 0)';
const CHECK_EVERY_MS = 3_000;
const QUERY_TIMEOUT_MS = 3_000;
const LOST_AFTER_MS = 10_000;
const RETRY_EVERY_MS = 500;

export interface WorkerLock {
  /** Aborted when another pool may have taken over the running jobs. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the lock of a pool. When the session is lost, takes the lock again in a new session; the pool's running jobs, whose
 * ids `listRunning` returns, must then still be locked by the pool.
 */
export const startWorkerLock = (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  poolID: string,
  listRunning: () => string[],
): WorkerLock => {
  const lost = new AbortController();
  let released = false;
  let session: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lossTimer = setTimeout(() => lost.abort(), LOST_AFTER_MS).unref();

  const checkAfter = (ms: number): void => {
    clearTimeout(timer);
    if (released || lost.signal.aborted) return;
    timer = setTimeout(() => (checking = checking.then(check)), ms).unref();
  };

  const takeLock = async (): Promise<void> => {
    const candidate = await openLockedSession(pool, poolID, (ended) => {
      if (session === ended) checkAfter(0);
    });
    try {
      const others = await listNotLockedBy(candidate, poolID, listRunning());
      // jobs that ended during the query are not locked any more, but no other pool has them
      if (others.some((id) => listRunning().includes(id))) lost.abort();
      session = candidate;
    } catch (cause) {
      await closeConnection(candidate);
      throw cause;
    }
  };

  const check = async (): Promise<void> => {
    try {
      if (session) await session.query('select 1');
      else await takeLock();
      lossTimer.refresh();
    } catch (cause) {
      if (session) log.warn({ err: cause }, 'a worker lost its lock');
      if (session) await closeConnection(session);
      session = undefined;
    }
    checkAfter(session ? CHECK_EVERY_MS : RETRY_EVERY_MS);
  };
  let checking = check();

  return {
    lost: lost.signal,
    async release() {
      released = true;
      clearTimeout(timer);
      clearTimeout(lossTimer);
      await checking;
      if (session) await closeConnection(session);
    },
  };
};

const openLockedSession = async (
  pool: Context['pool'],
  poolID: string,
  onEnd: (session: pg.Client) => void,
): Promise<pg.Client> => {
  const session = new pg.Client({
    ...connectionOptions(pool.options.connectionString),
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  session.on('error', () => undefined);
  session.once('end', () => onEnd(session));
  try {
    await session.connect();
    // does not wait: our own lost session may hold the lock until the database notices the loss
    const { rows } = await session.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${LOCK_KEY}) as taken`,
      [poolID],
    );
    if (!rows[0]?.taken) throw new Error('Another session still holds the lock of this worker pool');
    return session;
  } catch (cause) {
    await closeConnection(session);
    throw cause;
  }
};

/** The ids of those jobs that another pool has locked or that no longer exist. */
const listNotLockedBy = async (session: pg.Client, poolID: string, jobIDs: string[]): Promise<string[]> => {
  if (jobIDs.length === 0) return [];
  const locked = await listJobsLockedBy(session, poolID, jobIDs);
  // our pools parse bigint as a number, although graphile-worker's types say string
  return jobIDs.filter((id) => !locked.has(String(id)));
};
