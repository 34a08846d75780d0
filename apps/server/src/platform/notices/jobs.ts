import type { QueuedJob } from '../jobs/jobs.ts';

/**
 * Tries once to send the notice. If the receiver refuses it, the outbox schedules the next try; `attempts` limits only the runs
 * that fail with another error.
 */
export const sendNotice: QueuedJob<'send-notice', { noticeID: number }> = {
  name: 'send-notice',
  attempts: 10,
};
