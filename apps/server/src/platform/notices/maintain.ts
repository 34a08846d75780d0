import type { Context } from '../context.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { after } from '../time-and-sizes/clock.ts';
import { deleteEndedSubscriptions } from './push-subscriptions.ts';
import { sendDigests } from './send-digests.ts';

/** A browser in which the portal was not opened for this time gets no more notices. */
const UNUSED_MS = 60 * DAY_MS;
/** Every minute: sends digests, and deletes subscriptions that have ended or are not used any more. */
export const maintainNotifications = async (context: Context): Promise<void> => {
  const { db, clock } = context;
  await sendDigests(context);
  await deleteEndedSubscriptions(db, after(clock.now(), -UNUSED_MS));
};
