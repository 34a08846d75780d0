import type { QueuedJob } from '../jobs/jobs.ts';

/** One attempt; a notice that is not accepted is retried by the schedule of its outbox, the job's attempts are for other errors. */
export const sendNotice: QueuedJob<'send-notice', { noticeID: number }> = {
  name: 'send-notice',
  attempts: 10,
};
