import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { removeJob } from '../../../platform/jobs/job-tables.ts';
import { enqueue, job, jobKey } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { findBookingForJob, lockBooking } from '../booking-rows/booking-queries.ts';
import { notifyOfBookingState } from '../reminders-and-letters/letters.ts';

/** A wrong click is usually corrected within minutes, and the client should then not be informed. */
const DELAY_MS = 10 * 60_000;

const keyOf = (bookingID: number): string => jobKey(reportMissed, bookingID);

/** Queues the letter to the client. It is not sent if the record is deleted within some minutes. */
export const enqueueReport = (tx: Tx, bookingID: number, now: Date): Promise<void> =>
  enqueue(tx, reportMissed, { bookingID }, { runAt: after(now, DELAY_MS), key: keyOf(bookingID) });

export const withdrawReport = (tx: Tx, bookingID: number): Promise<boolean> =>
  removeJob(tx, keyOf(bookingID));

/**
 * The job: informs the client that the patient did not come. Sends nothing if the patient came, the booking was moved or the
 * record was deleted.
 * @internal
 */
export const sendReport = (
  { db, config, clock }: Context,
  { bookingID }: { bookingID: number },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingID);
    const booking = await findBookingForJob(tx, bookingID);
    if (booking?.status !== 'booked' || booking.missedAt === null) return;
    // removing the job in the same transaction keeps a second run from sending the letter again
    if (!(await withdrawReport(tx, bookingID))) return;
    await notifyOfBookingState(tx, config, 'booking-missed', booking, clock.now());
  });

export const reportMissed = job('report-missed-visit', {
  formerly: ['report-missed'],
  attempts: 5,
  pool: 'short',
  run: sendReport,
});
