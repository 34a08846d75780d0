import { RunOutcome } from '@snimok/contract/administration/portal-health';
import { findNewestRun } from '../../../administration/portal-health/runs.ts';
import type { Context } from '../../../platform/context.ts';
import { dayAfter, dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';

const RETRY_BACKUP_MS = HOUR_MS;
const RETRY_TEST_MS = { failed: DAY_MS, interrupted: HOUR_MS };
const TEST_EVERY_MS = 7 * DAY_MS;

/**
 * The last time, not later than now, at which a backup had to begin.
 * @internal
 */
export const lastDueTime = (now: Date, minutes: number, timeZone: string): Date => {
  const today = dayIn(timeZone, now);
  const due = instantAt(today, minutes, timeZone);
  return due <= now ? due : instantAt(dayAfter(today, -1), minutes, timeZone);
};

/**
 * Whether a backup into this folder is due: none has begun successfully since the last time of the schedule. The
 * portal therefore makes up for a time that passed while it was off. After a failure the next attempt is an hour
 * later.
 */
export const isBackupDue = async ({ db, config, clock }: Context, folder: string): Promise<boolean> => {
  const { scheduledBackups, timeZone } = config;
  const now = clock.now();
  const made = await findNewestRun(db, { kind: 'backup', folder, outcomes: ['done', 'incomplete'] });
  if (made && made.startedAt >= lastDueTime(now, scheduledBackups.minutes, timeZone)) return false;
  const failed = await findNewestRun(db, { kind: 'backup', folder, outcomes: ['failed'] });
  return !failed?.endedAt || after(failed.endedAt, RETRY_BACKUP_MS) <= now;
};

/** Whether the newest backup has to be tested: once a week, and again a day after a failed test. */
export const isTestDue = async ({ db, clock }: Context, folder: string): Promise<boolean> => {
  const made = await findNewestRun(db, { kind: 'backup', folder, outcomes: ['done', 'incomplete'] });
  if (!made) return false;
  const tested = await findNewestRun(db, { kind: 'restore-test', folder, outcomes: RunOutcome.options });
  if (!tested) return true;
  const { outcome, startedAt, endedAt } = tested;
  const next =
    outcome === 'failed' || outcome === 'interrupted'
      ? after(endedAt ?? startedAt, RETRY_TEST_MS[outcome])
      : after(startedAt, TEST_EVERY_MS);
  return next <= clock.now();
};
