import { MISSED_AFTER_MINUTES } from '@snimok/contract/reception/schedule';
import { type Caller, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { findBooking, lockBooking, updateMissed } from '../booking-rows/booking-queries.ts';
import { requireOpen, subjectOf } from '../bookings/bookings.ts';
import { publishBooking } from '../booking-rows/publish-booking.ts';
import { enqueueReport, withdrawReport } from './report-missed.ts';
import { sentences } from '../bookings/sentences.ts';

const MISSED_AFTER_MS = MISSED_AFTER_MINUTES * 60_000;

/** Records that the patient of a booking did not come, or deletes the record. A repeated request changes nothing. */
export const recordMissed = (
  { db, clock }: Context,
  { who, by }: Caller,
  bookingID: number,
  missed: boolean,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingID);
    const booking = await findBooking(tx, who, bookingID);
    requireOpen(booking);
    if (missed === (booking.missedAt !== null)) return;
    const now = clock.now();
    if (missed && now < after(booking.beginsAt, MISSED_AFTER_MS))
      throw conflict(sentences.missedTooEarly(MISSED_AFTER_MINUTES));
    await updateMissed(tx, bookingID, missed ? now : null);
    await (missed ? enqueueReport(tx, bookingID, now) : withdrawReport(tx, bookingID));
    await record(tx, by, { action: missed ? 'booking.miss' : 'booking.unmiss', ...subjectOf(booking) });
    await publishBooking(tx, booking);
  });
