import type { QueuedJob } from '../jobs/jobs.ts';

/** One attempt. The outbox schedules the retries of a refused notice; the job's attempts are for other errors. */
export const sendNotice: QueuedJob<'send-notice', { noticeID: number }> = {
  name: 'send-notice',
  attempts: 10,
};
