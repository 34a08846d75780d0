import type { Context } from '../../platform/context.ts';
import { enqueue, firstNameOf, job, jobKey, periodicJob } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { archiveAgedStudies } from './archive.ts';
import { purgeBin } from './purge.ts';

/** Product 11.1: every minute, and every few seconds if UPLOAD_MAX_AGE is shorter than an hour. */
const FREQUENT_BELOW_MS = 60 * 60_000;
const FREQUENT_SECONDS = 5;
const MINUTE_SECONDS = 60;

/**
 * Archives aged studies and purges the bin. Concurrent runs are safe: every step locks its rows and checks its conditions
 * again.
 */
export const runMaintenance = (context: Context, signal: AbortSignal): Promise<void> =>
  runEach([() => archiveAgedStudies(context, signal), () => purgeBin(context, signal)]);

export const maintainStudies = job('archive-and-purge-studies', {
  formerly: ['look-after-studies'],
  attempts: 1,
  pool: 'short',
  run: (context, _nothing, signal) => runMaintenance(context, signal),
});

/**
 * Also runs when a worker starts. The runs within the minute are jobs with fixed keys: planning them again reschedules them
 * and adds none. A chain in which each run enqueues the next would end with the first run that fails.
 */
const plan = async ({ db, config }: Pick<Context, 'db' | 'config'>) => {
  await enqueue(db, maintainStudies, {}, { key: firstNameOf(maintainStudies) });
  if (config.uploadMaxAge.ms >= FREQUENT_BELOW_MS) return;
  for (let second = FREQUENT_SECONDS; second < MINUTE_SECONDS; second += FREQUENT_SECONDS) {
    // the job queue uses the real time, not the clock of the context
    const runAt = new Date(Date.now() + second * 1000);
    await enqueue(db, maintainStudies, {}, { runAt, key: jobKey(maintainStudies, second) });
  }
};

export const planMaintenance = periodicJob('schedule-archive-and-purge', plan, { formerly: ['plan-looks'] });
