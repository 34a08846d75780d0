import type { QueuedJob } from '../jobs/jobs.ts';

/** One attempt; a message that is not accepted is retried by the schedule of its outbox, the job's attempts are for other errors. */
export const sendMessage: QueuedJob<'send-webhook', { messageID: number }> = {
  name: 'send-webhook',
  attempts: 10,
};
