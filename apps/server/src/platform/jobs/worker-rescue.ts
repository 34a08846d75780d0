import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { lockAbsentPools, unlockJobsOf } from './job-tables.ts';

const RESCUE_EVERY_MS = 5_000;
/** Younger locks of jobs are ignored, because a pool may take its first job a moment before its worker lock. */
const JOB_LOCKED_BEFORE = '10 seconds';
/** After a restart of the database no pool has its lock. Live pools take their locks again within half a second. */
const SERVER_STARTED_BEFORE = '5 seconds';

/**
 * Unlocks the jobs of worker pools that no longer have a worker lock (worker-lock.ts), so that other pools take them.
 */
export const releaseAbandonedJobs = async ({ log }: Pick<Context, 'log'>, pool: Pool) => {
  let running: Promise<void> = Promise.resolve();
  let wasUnreachable = false;
  const rescue = async () => {
    try {
      // after a time without the database, the first round does nothing: live pools need time to take their locks again
      const pools = wasUnreachable ? await pool.query('select 1').then(() => []) : await unlockOnce(pool);
      wasUnreachable = false;
      if (pools.length > 0) log.warn({ pools }, 'took over the jobs of workers that are gone');
    } catch (cause) {
      wasUnreachable = true;
      log.warn({ err: cause }, 'could not look for abandoned jobs');
    }
  };
  await rescue();
  const timer = setInterval(() => {
    running = running.then(rescue);
  }, RESCUE_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};

/** Returns the pools whose jobs were unlocked; of two processes at the same time only one returns a given pool. */
const unlockOnce = async (pool: Pool): Promise<string[]> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const absent = await lockAbsentPools(client, {
      jobLockedBefore: JOB_LOCKED_BEFORE,
      serverStartedBefore: SERVER_STARTED_BEFORE,
    });
    if (absent.length > 0) await unlockJobsOf(client, absent);
    await client.query('commit');
    client.release();
    return absent;
  } catch (cause) {
    // closing the session ends its transaction
    client.release(true);
    throw cause;
  }
};
