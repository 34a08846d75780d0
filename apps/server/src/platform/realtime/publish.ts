import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/realtime';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** All assistants, or the one person behind an account. */
export type Audience = 'assistants' | { accountID: number };

const channelOf = (audience: Audience): string =>
  audience === 'assistants' ? ASSISTANTS_CHANNEL : userChannel(audience.accountID);

/**
 * Tells people at once, when the caller's transaction commits; when it does not, nobody hears of it. Takes no lock, so
 * it may stand anywhere in a transaction.
 */
export const publish = async (tx: Tx, to: readonly Audience[], event: RealtimeEvent): Promise<void> => {
  const channels = [...new Set(to.map(channelOf))];
  if (channels.length === 0) return;
  await tx
    .insertInto('publications')
    .values(channels.map((channel) => ({ channel, event: JSON.stringify(event) })))
    .execute();
  // wakes who gives the numbers; several of one transaction arrive as one
  await sql`select pg_notify('announced', '')`.execute(tx);
};
