import { job } from '../jobs/jobs.ts';

/**
 * One attempt to send; a refused letter is retried by retry-schedule.ts, and the job's attempts are for other errors.
 */
export const sendLetter = job<{ letterID: number }>('send-letter', 10);

/** The job key, by which a letter has one job at most. */
export const jobKeyOf = (letterID: number) => `${sendLetter.name}:${letterID}`;
