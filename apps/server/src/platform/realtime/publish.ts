import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/realtime';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** All assistants, or the connections of one account. */
export type Audience = 'assistants' | { accountID: number };

const channelOf = (audience: Audience): string =>
  audience === 'assistants' ? ASSISTANTS_CHANNEL : userChannel(audience.accountID);

/**
 * Publishes an event when the caller's transaction commits; after a rollback nothing is published. Takes no lock, so it
 * may be called anywhere in a transaction.
 */
export const publish = async (tx: Tx, to: readonly Audience[], event: RealtimeEvent): Promise<void> => {
  const channels = [...new Set(to.map(channelOf))];
  if (channels.length === 0) return;
  await tx
    .insertInto('publications')
    .values(channels.map((channel) => ({ channel, event: JSON.stringify(event) })))
    .execute();
  // wakes the processes that number publications; PostgreSQL merges equal notifications of one transaction
  await sql`select pg_notify('announced', '')`.execute(tx);
};
