import type { Tx } from '../db/client.ts';
import { enqueue, job } from '../jobs/jobs.ts';

/** One attempt; a notice that is not accepted is retried as letters are, the job's attempts are for other errors. */
export const sendNotice = job<{ noticeID: number }>('send-notice', 10);

export const enqueueAttempt = (tx: Tx, noticeID: number, runAt?: Date): Promise<void> =>
  enqueue(tx, sendNotice, { noticeID }, { key: `${sendNotice.name}:${noticeID}`, ...(runAt && { runAt }) });
