import { job } from '../jobs/jobs.ts';

/** One attempt; a message that is not accepted is retried by the schedule of its outbox, the job's attempts are for other errors. */
export const sendMessage = job<{ messageID: number }>('send-webhook', 10);
