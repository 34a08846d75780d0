import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { archiveOldStudies } from './grow-old.ts';
import { lookAfterStudies } from './jobs.ts';
import { emptyBin } from './purge.ts';

/** contract.md: every minute, and every few seconds when the age is shorter than an hour. */
const SHORT_AGE_MS = 60 * 60_000;
const OFTEN_SECONDS = 5;
const MINUTE_SECONDS = 60;

/**
 * Asked for by the clock, once a minute however many workers there are, and by a worker that starts. The looks between
 * are jobs of their own, each with its name: whoever plans again moves them and adds none. A chain of looks, each
 * asking for the next, would end with the first that fails.
 */
export const planTheLooks = async ({ db, config }: Context): Promise<void> => {
  await enqueue(db, lookAfterStudies, {}, { key: lookAfterStudies.name });
  if (config.uploadMaxAge.ms >= SHORT_AGE_MS) return;
  for (let second = OFTEN_SECONDS; second < MINUTE_SECONDS; second += OFTEN_SECONDS) {
    // jobs wait by the real clock
    const runAt = new Date(Date.now() + second * 1000);
    await enqueue(db, lookAfterStudies, {}, { runAt, key: `${lookAfterStudies.name}:${second}` });
  }
};

/** Two looks at once do no harm: every step holds its rows and asks again. */
export const look = async (context: Context, signal: AbortSignal): Promise<void> => {
  await archiveOldStudies(context, signal);
  await emptyBin(context, signal);
};
