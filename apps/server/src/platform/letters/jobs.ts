import { job } from '../jobs/jobs.ts';

/** One attempt to send. retry-schedule.ts decides when a refused letter is sent again; these 10 attempts are for errors of ours. */
export const sendLetter = job<{ letterID: number }>('send-letter', 10);

/** The job key, by which a letter has one job at most. */
export const jobKeyOf = (letterID: number) => `${sendLetter.name}:${letterID}`;
