import {
  isQueued,
  makeBackup,
  queueMaintenance,
  testRestore,
} from '../../../administration/portal-health/jobs.ts';
import { deleteRunsBefore } from '../../../administration/portal-health/runs.ts';
import type { Context } from '../../../platform/context.ts';
import { periodicJob } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { isBackupDue, isTestDue } from './due.ts';

const KEEP_RUNS_MS = 365 * DAY_MS;

/** Queues the backup or the restore test that is due. A backup goes first; the test then restores it. */
const plan = async (context: Context): Promise<void> => {
  const { db, clock, config } = context;
  await deleteRunsBefore(db, after(clock.now(), -KEEP_RUNS_MS));
  const { folder } = config.scheduledBackups;
  if (folder === undefined) return;
  if (await isBackupDue(context, folder)) await queueMaintenance(db, makeBackup, {});
  else if (!(await isQueued(db, makeBackup)) && (await isTestDue(context, folder)))
    await queueMaintenance(db, testRestore, {});
};

export const planBackups = periodicJob('plan-backups', plan);
