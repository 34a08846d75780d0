import type { QueuedJob } from '../jobs/jobs.ts';

/** One attempt to send; a refused letter is retried by the schedule of its outbox, and the job's attempts are for other errors. */
export const sendLetter: QueuedJob<'send-letter', { letterID: number }> = {
  name: 'send-letter',
  attempts: 10,
};
