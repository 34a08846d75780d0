import { job } from '../jobs/jobs.ts';

/** One try to send. How a refused letter goes on stands in tries.ts; the attempts here are for failures of our own. */
export const sendLetter = job<{ letterID: number }>('send-letter', 10);

/** A letter has one job at most. */
export const jobKeyOf = (letterID: number) => `${sendLetter.name}:${letterID}`;
