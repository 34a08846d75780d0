import type { Context } from '../context.ts';
import { after } from '../outside/clock.ts';
import { sendLetter } from './jobs.ts';
import { enqueueAttempt } from './letters.ts';
import { listLettersWithoutJob } from './queries.ts';

/** A letter just queued has its job; a job just done is being settled. */
const GRACE_MS = 10 * 60_000;

/** Nothing gets lost: a letter that is neither sent nor given up, and that no job will send, gets a job again. */
export const resumeLetters = async ({ db, clock, log }: Context): Promise<void> => {
  for (const { id } of await listLettersWithoutJob(db, sendLetter.name, after(clock.now(), -GRACE_MS))) {
    log.warn({ letterID: id }, 'letter without a job taken up again');
    await enqueueAttempt(db, id);
  }
};
