import type { QueuedJob } from '../jobs/jobs.ts';

/** One attempt to send. The outbox schedules the retries of a refused letter; the job's attempts are for other errors. */
export const sendLetter: QueuedJob<'send-letter', { letterID: number }> = {
  name: 'send-letter',
  attempts: 10,
};
