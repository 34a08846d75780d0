import type { WebhookEvent } from '@snimok/contract/platform/webhooks';
import type { Config } from '../../../platform/settings/config.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { notifyReceivers } from '../../../platform/webhooks/notify.ts';
import type { BookingRow } from '../booking-rows/booking-queries.ts';

interface BookingEvent {
  event: Extract<WebhookEvent, `booking.${string}`>;
  booking: Pick<BookingRow, 'id' | 'locationID' | 'doctorID' | 'day'>;
  now: Date;
}

/** Queues the messages of webhooks about a booking. */
export const notifyOfBooking = (
  tx: Tx,
  { publicURL }: Config,
  { event, booking: { id: bookingID, locationID, doctorID, day }, now }: BookingEvent,
): Promise<void> => {
  const data = {
    bookingID,
    locationID,
    doctorID,
    url: `${publicURL}/assistant-area/schedule?centre=${locationID}&date=${day}`,
    apiURL: `${publicURL}/api/1/assistant/schedule/locations/${locationID}/days?from=${day}`,
  };
  return notifyReceivers(tx, event, { data, now });
};
