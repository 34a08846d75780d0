import type { Tx } from '../../../platform/db/client.ts';
import { publish } from '../../../platform/realtime/publish.ts';

/** Publishes to the assistants and to the client of the booking. */
export const publishBooking = (
  tx: Tx,
  { id, doctorID }: { id: number; doctorID: number | null },
): Promise<void> =>
  publish(tx, ['assistants', ...(doctorID === null ? [] : [{ accountID: doctorID }])], {
    type: 'booking_changed',
    data: { bookingID: id },
  });
