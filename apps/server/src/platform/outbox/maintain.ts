import type { Context } from '../context.ts';
import { after } from '../time-and-sizes/clock.ts';
import { enqueueAttempt, type Outbox, type WaitingMessage } from './outbox.ts';
import { listWithoutJob } from './queries.ts';

/** A message may have no job for a moment: right after it is queued, or while the result of its job is being saved. */
const GRACE_MS = 10 * 60_000;

/** Runs every minute: deletes old messages, and queues a job for each waiting message without one, so that none is lost. */
export const maintainOutbox = async (
  { db, clock, log }: Context,
  outbox: Outbox<string, never, WaitingMessage>,
): Promise<void> => {
  const now = clock.now();
  const { name, idName, job, deleteBefore } = outbox;
  const before = after(now, -GRACE_MS);
  await deleteBefore?.run(db, after(now, -deleteBefore.keptMs));
  for (const id of await listWithoutJob(db, outbox.waiting(db), { jobName: job.name, before })) {
    log.warn({ [idName]: id }, `${name} had no job and was queued again`);
    await enqueueAttempt(db, outbox, id);
  }
};
