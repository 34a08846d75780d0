import { job } from '../jobs/jobs.ts';

/** One attempt; a notice that is not accepted is retried by the schedule of its outbox, the job's attempts are for other errors. */
export const sendNotice = job<{ noticeID: number }>('send-notice', 10);
