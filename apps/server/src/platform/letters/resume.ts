import type { Context } from '../context.ts';
import { after } from '../outside/clock.ts';
import { sendLetter } from './jobs.ts';
import { enqueueAttempt } from './letters.ts';
import { listLettersWithoutJob } from './queries.ts';

/** A letter may lack a job for a moment: right after it is queued, or while the state after its job is being saved. */
const GRACE_MS = 10 * 60_000;

/** Enqueues a new job for each pending letter that has none, so that no letter is lost. */
export const resumeLetters = async ({ db, clock, log }: Context): Promise<void> => {
  for (const { id } of await listLettersWithoutJob(db, sendLetter.name, after(clock.now(), -GRACE_MS))) {
    log.warn({ letterID: id }, 'letter had no job and was queued again');
    await enqueueAttempt(db, id);
  }
};
