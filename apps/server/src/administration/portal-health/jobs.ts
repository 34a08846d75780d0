import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import { enqueue, firstNameOf, type JobName, type QueuedJob } from '../../platform/jobs/jobs.ts';

interface BackupJob {
  /** A person asked for it, so it is made at any time of the day. */
  isRequested?: boolean;
}

/** Backs up into BACKUP_FOLDER. Run by entry/backup/scheduled/. */
export const makeBackup: QueuedJob<'make-backup', BackupJob> = { name: 'make-backup', attempts: 12 };

/** Restores the newest backup into a scratch database and checks it. Run by entry/backup/scheduled/. */
export const testRestore: QueuedJob<'test-restore', BackupJob> = { name: 'test-restore', attempts: 12 };

type Maintenance = typeof makeBackup | typeof testRestore;

/** Queues the job unless it is queued or running. */
export const queueMaintenance = async (
  db: Tx,
  job: Maintenance & { name: JobName },
  payload: BackupJob,
): Promise<void> => {
  if (await isQueued(db, job)) return;
  await enqueue(db, job, payload, { key: firstNameOf(job) });
};

export const isQueued = async (db: Tx, job: Maintenance): Promise<boolean> => {
  const { rows } = await sql<{ pending: boolean }>`
    select ${isJobPending(sql<string>`${firstNameOf(job)}::text`)} as pending`.execute(db);
  return rows[0]?.pending ?? false;
};
