import {
  ASSISTANTS_CHANNEL,
  type RealtimeEvent,
  type RealtimeEventType,
  userChannel,
} from '@snimok/contract/platform/realtime';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { FORMERLY_ADDED, NOTIFIED_AS_WELL, PUBLICATIONS_ADDED } from './channels.ts';

/** All assistants, or one account. If the account is a client's, the people of the client belong to the audience. */
export type Audience = 'assistants' | { accountID: number };

/** Events with texts of messages, or about messages. Only assistants with the right `messenger` receive them. */
const OF_MESSENGER: readonly RealtimeEventType[] = [
  'new_message',
  'messages_read',
  'dialog_changed',
  'assistant_typing',
];

const channelsOf = async (tx: Tx, to: readonly Audience[], type: RealtimeEventType): Promise<string[]> => {
  const accountIDs = to.flatMap((audience) => (audience === 'assistants' ? [] : audience.accountID));
  const toAssistants = to.includes('assistants');
  const people = accountIDs.length === 0 ? [] : await listPeopleOf(tx, accountIDs);
  const withoutMessenger =
    toAssistants && !OF_MESSENGER.includes(type) ? await listAssistantsWithoutMessenger(tx) : [];
  const channels = [...accountIDs, ...people, ...withoutMessenger].map(userChannel);
  return [...new Set(toAssistants ? [ASSISTANTS_CHANNEL, ...channels] : channels)];
};

const listPeopleOf = async (tx: Tx, clientIDs: number[]): Promise<number[]> => {
  const people = await tx
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`client_id = any(${clientIDs}::bigint[])`)
    .where('disabledAt', 'is', null)
    .execute();
  return people.map(({ id }) => id);
};

/** These assistants may not read the channel of all assistants. The conditions of the query match an index. */
const listAssistantsWithoutMessenger = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from accounts
    where role = 'assistant' and disabled_at is null and not ('messenger' = any(rights))`.execute(tx);
  return rows.map(({ id }) => id);
};

/**
 * Publishes an event when the caller's transaction commits; after a rollback nothing is published. Takes no lock, so it
 * may be called anywhere in a transaction.
 */
export const publish = async (tx: Tx, to: readonly Audience[], event: RealtimeEvent): Promise<void> => {
  const channels = await channelsOf(tx, to, event.type);
  if (channels.length === 0) return;
  await tx
    .insertInto('publications')
    .values(channels.map((channel) => ({ channel, event: JSON.stringify(event) })))
    .execute();
  // wakes the processes that number publications; PostgreSQL merges equal notifications of one transaction
  await sql`select pg_notify(${PUBLICATIONS_ADDED}, ''), pg_notify(${FORMERLY_ADDED}, ${NOTIFIED_AS_WELL})`.execute(
    tx,
  );
};
