import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { archiveAgedStudies } from './archive.ts';
import { maintainStudies } from './jobs.ts';
import { purgeBin } from './purge.ts';

/** contract.md: every minute, and every few seconds when the age is shorter than an hour. */
const FREQUENT_BELOW_MS = 60 * 60_000;
const FREQUENT_SECONDS = 5;
const MINUTE_SECONDS = 60;

/**
 * Asked for by the clock, once a minute however many workers there are, and by a worker that starts. The looks between
 * are jobs of their own, each with its name: whoever plans again moves them and adds none. A chain of looks, each
 * asking for the next, would end with the first that fails.
 */
export const enqueueMaintenance = async ({ db, config }: Context): Promise<void> => {
  await enqueue(db, maintainStudies, {}, { key: maintainStudies.name });
  if (config.uploadMaxAge.ms >= FREQUENT_BELOW_MS) return;
  for (let second = FREQUENT_SECONDS; second < MINUTE_SECONDS; second += FREQUENT_SECONDS) {
    // jobs wait by the real clock
    const runAt = new Date(Date.now() + second * 1000);
    await enqueue(db, maintainStudies, {}, { runAt, key: `${maintainStudies.name}:${second}` });
  }
};

/** Two looks at once do no harm: every step holds its rows and asks again. */
export const runMaintenance = async (context: Context, signal: AbortSignal): Promise<void> => {
  await archiveAgedStudies(context, signal);
  await purgeBin(context, signal);
};
