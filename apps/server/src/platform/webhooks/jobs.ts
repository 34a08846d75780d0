import type { QueuedJob } from '../jobs/jobs.ts';

/** One attempt. The outbox schedules the retries of a refused message; the job's attempts are for other errors. */
export const sendMessage: QueuedJob<'send-webhook', { messageID: number }> = {
  name: 'send-webhook',
  attempts: 10,
};
