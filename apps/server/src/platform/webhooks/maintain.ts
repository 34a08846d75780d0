import type { Context } from '../context.ts';
import { DAY_MS } from '../duration.ts';
import { after } from '../outside/clock.ts';
import { enqueueAttempt } from './jobs.ts';
import { deleteMessagesBefore, listMessagesWithoutJob } from './queries.ts';

const KEPT_MS = 30 * DAY_MS;
/** A message may lack a job for a moment while the state after its job is being saved. */
const GRACE_MS = 10 * 60_000;

/** Deletes messages of more than 30 days, and queues a job for each waiting message that has none. */
export const maintainMessages = async ({ db, clock, log }: Context): Promise<void> => {
  const now = clock.now();
  await deleteMessagesBefore(db, after(now, -KEPT_MS));
  for (const { id } of await listMessagesWithoutJob(db, after(now, -GRACE_MS))) {
    log.warn({ messageID: id }, 'webhook message had no job and was queued again');
    await enqueueAttempt(db, id);
  }
};
