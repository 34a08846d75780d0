import { job } from '../jobs.ts';

/** e^1 … e^10 seconds and then every six hours: within a minute at first, for a day in all. */
export const sendLetter = job<{ letterID: number }>('send-letter', 13);
