import type { Pool } from 'pg';
import type { Context } from '../context.ts';

const RESCUE_EVERY_MS = 5_000;
/** A pool takes its lock a moment after it may take its first job. */
const GRACE = '10 seconds';
/** A database that has just started has nobody's locks: those who are alive take them again within half a second. */
const AFTER_START = '5 seconds';

/** Gives the jobs of pools that hold no lock any more (worker-lock.ts) back to whoever is alive. */
export const releaseAbandonedJobs = async ({ log }: Pick<Context, 'log'>, pool: Pool) => {
  let running: Promise<void> = Promise.resolve();
  let isBlind = false;
  const look = async () => {
    try {
      // who could not see for a while leaves the others the time to take their locks again
      const freed = isBlind ? await pool.query('select 1').then(() => []) : await freeOnce(pool);
      isBlind = false;
      if (freed.length > 0) log.warn({ pools: freed }, 'took over the jobs of workers that are gone');
    } catch (cause) {
      isBlind = true;
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
const freeOnce = async (pool: Pool): Promise<string[]> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `select id from (
         select distinct locked_by as id from graphile_worker._private_jobs
         where locked_by is not null and locked_at < now() - interval '${GRACE}'
           and pg_postmaster_start_time() < now() - interval '${AFTER_START}'
       ) held where pg_try_advisory_xact_lock(hashtextextended(id, 0))`,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [ids]);
    await client.query('commit');
    client.release();
    return ids;
  } catch (cause) {
    // a transaction cut short goes with its session
    client.release(true);
    throw cause;
  }
};
