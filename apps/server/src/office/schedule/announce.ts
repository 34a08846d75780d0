import type { Tx } from '../../platform/db/client.ts';
import { announce } from '../../platform/realtime/announce.ts';

/** For the counter, and for the client whose patient it is. */
export const announceBooking = (
  tx: Tx,
  { id, doctorID }: { id: number; doctorID: number | null },
): Promise<void> =>
  announce(tx, ['assistants', ...(doctorID === null ? [] : [{ accountID: doctorID }])], {
    type: 'booking_changed',
    data: { bookingID: id },
  });
