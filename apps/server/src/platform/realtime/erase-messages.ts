import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** Replaces the text of these messages in publications, which clients read again after a lost connection. */
export const eraseInPublications = async (tx: Tx, messageIDs: number[], text: string): Promise<void> => {
  await sql`
    update publications set event = jsonb_set(event, '{data,text}', to_jsonb(${text}::text))
    where event ->> 'type' = 'new_message'
      and event #>> '{data,messageID}' = any(${messageIDs.map(String)}::text[])`.execute(tx);
};

/** Removes the names of the attachments of these messages from publications. */
export const eraseAttachmentsInPublications = async (tx: Tx, messageIDs: number[]): Promise<void> => {
  await sql`
    update publications set event = jsonb_set(event, '{data,attachments}', '[]')
    where event ->> 'type' = 'new_message'
      and event #>> '{data,messageID}' = any(${messageIDs.map(String)}::text[])`.execute(tx);
};
