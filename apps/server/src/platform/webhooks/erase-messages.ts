import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** Deletes messages, sent or not, that contain one of the links or the id of one of the bookings. Returns their number. */
export const eraseWebhookMessages = async (
  tx: Tx,
  links: string[],
  bookingIDs: number[],
): Promise<number> => {
  const patterns = links.map((link) => `%${link}%`);
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_messages
    where (body || coalesce(answer, '')) like any(${patterns}::text[])
      or body::jsonb #>> '{data,bookingID}' = any(${bookingIDs.map(String)}::text[])`.execute(tx);
  return Number(numAffectedRows);
};
