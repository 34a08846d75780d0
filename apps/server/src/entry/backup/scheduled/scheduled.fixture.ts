import { planBackups } from './plan-maintenance.ts';
import type { Context } from '../../../platform/context.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { newFolder } from '../backup.fixture.ts';

/** A portal that backs up into a new folder. */
export const startWithFolder = async (settings: Record<string, string> = {}) => {
  const folder = await newFolder();
  const server = await startServer({ BACKUP_FOLDER: folder, SCRATCH_MIN_FREE: '1MB', ...settings });
  return { ...server, folder };
};

/** Does what the periodic job does each minute. */
export const plan = (context: Context): Promise<void> =>
  planBackups.run(context, {}, new AbortController().signal);

export const runsOf = ({ db }: Context) =>
  db.selectFrom('maintenanceRuns').selectAll().orderBy('id').execute();

/** Plans, and waits until a worker has done the job, if it was planned. */
export const planAndWait = async (
  { context }: Pick<TestServer, 'context'>,
  key: 'make-backup' | 'test-restore' = 'make-backup',
): Promise<void> => {
  await plan(context);
  await until(`the end of ${key}`, async () => (await listJobs(context.db, { key })).length === 0);
};
