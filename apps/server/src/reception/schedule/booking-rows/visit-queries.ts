import type { Tx } from '../../../platform/db/client.ts';

/** The id of the booking to which a link leads, until the visit is over or the patient has come. */
export const findVisitID = async (db: Tx, tokenHash: Buffer, now: Date): Promise<number | undefined> => {
  const found = await db
    .selectFrom('bookings')
    .select('id')
    .where('visitTokenHash', '=', tokenHash)
    .where('endsAt', '>', now)
    .where('status', '!=', 'come')
    .executeTakeFirst();
  return found?.id;
};

export const updateVisitToken = async (
  tx: Tx,
  bookingID: number,
  token: { visitTokenHash: Buffer; visitTokenSealed: Buffer },
): Promise<void> => {
  await tx.updateTable('bookings').set(token).where('id', '=', bookingID).execute();
};

/** Records the time of the visit that the patient was informed of. */
export const updateInformed = async (
  tx: Tx,
  bookingID: number,
  informed: { informedOf: Date; informedAt: Date; remindedOf?: Date },
): Promise<void> => {
  await tx.updateTable('bookings').set(informed).where('id', '=', bookingID).execute();
};

export const updateConfirmed = async (tx: Tx, bookingID: number, confirmedFor: Date): Promise<void> => {
  await tx.updateTable('bookings').set({ confirmedFor }).where('id', '=', bookingID).execute();
};
