import pg from 'pg';
import type { Context } from '../context.ts';
import { keepAliveOptions, withServerKeepalives } from '../db/keepalive.ts';
import { endSession } from '../db/end-session.ts';

/**
 * graphile-worker's own lock on a job outlives a killed worker by four hours. So each pool of workers holds an
 * advisory lock named after itself for as long as its database session lives, and every process looks now and then
 * for jobs whose pool holds none. What such a job did meanwhile is fenced by the job itself (`uploads.run_id`).
 *
 * The database ends the session of a host that is cut off after 14 seconds (db/keepalive.ts). That host asks each three
 * seconds and gives its jobs up after ten without an answer: before another may have them.
 */
const LOCK_KEY = 'hashtextextended($1, 0)';
const ASK_EVERY_MS = 3_000;
const ANSWER_WITHIN_MS = 3_000;
const GIVE_UP_AFTER_MS = 10_000;
const RETAKE_EVERY_MS = 500;

export interface WorkerLock {
  /** Raised when the jobs in hand may be somebody else's by now. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** `inHand` tells which jobs the pool has, which must be its own still when a lost session was replaced. */
export const startWorkerLock = (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  poolID: string,
  inHand: () => string[],
): WorkerLock => {
  const lost = new AbortController();
  let released = false;
  let session: pg.Client | undefined;
  let next: NodeJS.Timeout | undefined;
  const patience = setTimeout(() => lost.abort(), GIVE_UP_AFTER_MS).unref();

  const again = (ms: number): void => {
    clearTimeout(next);
    if (released || lost.signal.aborted) return;
    next = setTimeout(() => (beating = beating.then(beat)), ms).unref();
  };

  const take = async (): Promise<void> => {
    const taking = new pg.Client({
      ...keepAliveOptions,
      connectionString: withServerKeepalives(pool.options.connectionString ?? ''),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    taking.on('error', () => undefined);
    taking.once('end', () => {
      if (session === taking) again(0);
    });
    try {
      await taking.connect();
      // not waited for: our own lost session may hold it until the database has noticed
      const { rows } = await taking.query<{ taken: boolean }>(
        `select pg_try_advisory_lock(${LOCK_KEY}) as taken`,
        [poolID],
      );
      if (!rows[0]?.taken) throw new Error('the lock is held');
      const others = await notOurs(taking, poolID, inHand());
      // what was struck off while we asked is nobody else's
      if (others.some((id) => inHand().includes(id))) lost.abort();
      session = taking;
    } catch (cause) {
      await endSession(taking);
      throw cause;
    }
  };

  const beat = async (): Promise<void> => {
    try {
      if (session) await session.query('select 1');
      else await take();
      patience.refresh();
    } catch (cause) {
      if (session) log.warn({ err: cause }, 'a worker lost its lock');
      if (session) await endSession(session);
      session = undefined;
    }
    again(session ? ASK_EVERY_MS : RETAKE_EVERY_MS);
  };
  let beating = beat();

  return {
    lost: lost.signal,
    async release() {
      released = true;
      clearTimeout(next);
      clearTimeout(patience);
      await beating;
      if (session) await endSession(session);
    },
  };
};

/** Those of these jobs that another pool has, or that are gone. */
const notOurs = async (session: pg.Client, poolID: string, jobs: string[]): Promise<string[]> => {
  if (jobs.length === 0) return [];
  const { rows } = await session.query<{ id: string }>(
    `select id::text from graphile_worker._private_jobs where id = any($1::bigint[]) and locked_by = $2`,
    [jobs, poolID],
  );
  const ours = new Set(rows.map(({ id }) => id));
  // numbers, whatever graphile-worker's types say: our pools read them so
  return jobs.filter((id) => !ours.has(String(id)));
};
