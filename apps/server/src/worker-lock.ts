import pg from 'pg';
import type { Context } from './context.ts';

/**
 * graphile-worker's own lock on a job outlives a killed worker by four hours. So each pool of workers holds an
 * advisory lock named after itself for as long as its database session lives, and every process looks now and then
 * for jobs whose pool holds none. What such a job did meanwhile is fenced by the job itself (`uploads.run_id`).
 */
const lockOf = 'hashtextextended($1, 0)';
const RESCUE_EVERY_MS = 5_000;
/** A pool takes its lock a moment after it may take its first job. */
const GRACE = '10 seconds';

export const keepLock = async ({ pool, log }: Context, poolID: string) => {
  let released = false;
  let session: pg.Client;
  const take = async (): Promise<void> => {
    session = new pg.Client(pool.options.connectionString);
    session.on('error', (cause) => log.warn({ err: cause }, 'a worker lost its lock'));
    // `end` follows every way a session can be lost, a failed connect too
    session.once('end', () => {
      if (!released) setTimeout(retake, 500).unref();
    });
    await session.connect();
    await session.query(`select pg_advisory_lock(${lockOf})`, [poolID]);
  };
  const retake = () => take().catch((cause) => log.debug({ err: cause }, 'a worker waits for its lock'));
  await take();
  return {
    async release() {
      released = true;
      await session.end();
    },
  };
};

export const releaseAbandonedJobs = async ({ pool, log }: Context) => {
  let running: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      const freed = await freeOnce(pool);
      if (freed.length > 0) log.warn({ pools: freed }, 'took over the jobs of workers that are gone');
    } catch (cause) {
      log.warn({ err: cause }, 'could not look for abandoned jobs');
    }
  };
  await look();
  const timer = setInterval(() => {
    running = running.then(look);
  }, RESCUE_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};

/** In one transaction-scoped lock per absent pool, so that two rescuers do not both think they freed it. */
const freeOnce = async (pool: pg.Pool): Promise<string[]> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `select id from (
         select distinct locked_by as id from graphile_worker._private_jobs
         where locked_by is not null and locked_at < now() - interval '${GRACE}'
       ) held where pg_try_advisory_xact_lock(hashtextextended(id, 0))`,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [ids]);
    await client.query('commit');
    return ids;
  } catch (cause) {
    await client.query('rollback');
    throw cause;
  } finally {
    client.release();
  }
};
