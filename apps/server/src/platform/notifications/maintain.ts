import type { Context } from '../context.ts';
import { DAY_MS } from '../duration.ts';
import { after } from '../outside/clock.ts';
import { enqueueAttempt } from './jobs.ts';
import { deleteEndedSubscriptions } from './push-subscriptions.ts';
import { deleteNoticesBefore, listNoticesWithoutJob } from './queries.ts';
import { sendDigests } from './send-digests.ts';

/** Telephone numbers are personal data. */
const KEPT_MS = 30 * DAY_MS;
/** A browser in which the portal was not opened for so long gets no more notices. */
const UNUSED_MS = 60 * DAY_MS;
/** A notice may lack a job for a moment: right after it is queued, or while the state after its job is being saved. */
const GRACE_MS = 10 * 60_000;

/** Every minute: digests, jobs for notices that lost theirs, and the end of what is not needed any more. */
export const maintainNotifications = async (context: Context): Promise<void> => {
  const { db, clock, log } = context;
  const now = clock.now();
  await sendDigests(context);
  await deleteNoticesBefore(db, after(now, -KEPT_MS));
  await deleteEndedSubscriptions(db, after(now, -UNUSED_MS));
  for (const { id } of await listNoticesWithoutJob(db, after(now, -GRACE_MS))) {
    log.warn({ noticeID: id }, 'notice had no job and was queued again');
    await enqueueAttempt(db, id);
  }
};
