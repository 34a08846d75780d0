import type { Tx } from '../../platform/db/client.ts';
import { enqueue, jobKey, type QueuedJob } from '../../platform/jobs/jobs.ts';

/** The dry run: reads what the source contains and proposes what becomes of each study. Run by plan-import.ts. */
export const planImport: QueuedJob<'plan-archive-import', { importID: number }> = {
  name: 'plan-archive-import',
  attempts: 500,
};

/** Imports the studies of a confirmed import, for some minutes at a time. Run by run-import.ts. */
export const runImport: QueuedJob<'run-archive-import', { importID: number }> = {
  name: 'run-archive-import',
  attempts: 500,
};

/** Queues the job of an import in place of a waiting one. It runs after all other jobs that are due. */
export const enqueueImport = (
  tx: Tx,
  job: typeof planImport | typeof runImport,
  importID: number,
  runAt?: Date,
): Promise<void> => enqueue(tx, job, { importID }, { key: jobKey(job, importID), runAt, isBackground: true });
