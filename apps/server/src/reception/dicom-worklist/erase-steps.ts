import type { Tx } from '../../platform/db/client.ts';

/** Deletes what X-ray machines have reported for these bookings. */
export const eraseStepsOf = async (tx: Tx, bookingIDs: number[]): Promise<void> => {
  if (bookingIDs.length > 0)
    await tx.deleteFrom('performedSteps').where('bookingID', 'in', bookingIDs).execute();
};
