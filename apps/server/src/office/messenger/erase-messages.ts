import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { eraseInPublications } from '../../platform/realtime/erase-messages.ts';

interface FoundMessage {
  id: number;
  doctorID: number;
  text: string;
}

/** What messages are looked for by; each is compared closely by the caller afterwards. */
export interface RoughPatterns {
  /** LIKE patterns of the text as it is */
  links: string[];
  /** LIKE patterns of the normalised words of the text, as of `words_of` */
  words: string[];
  /** LIKE patterns of the digits of the text */
  digits: string[];
}

/** Messages of all dialogs that match one of the patterns, in the order of their ids. */
export const listMessagesLike = (
  tx: Tx,
  { links, words, digits }: RoughPatterns,
  after: number,
  limit: number,
): Promise<FoundMessage[]> =>
  tx
    .selectFrom('messages')
    .select(['id', 'doctorID', 'text'])
    .where('id', '>', after)
    .where(
      sql<boolean>`(text like any(${links}::text[]) or words_of(text) like any(${words}::text[])
        or regexp_replace(text, '\\D', '', 'g') like any(${digits}::text[]))`,
    )
    .orderBy('id')
    .limit(limit)
    .execute();

/** Replaces the text of messages, and of the last message in the lists of dialogs. */
export const replaceTexts = async (tx: Tx, messageIDs: number[], text: string): Promise<void> => {
  if (messageIDs.length === 0) return;
  const replaced = await tx
    .updateTable('messages')
    .set({ text })
    .where(sql<boolean>`id = any(${messageIDs}::bigint[])`)
    .returning('doctorID')
    .execute();
  const dialogs = [...new Set(replaced.map(({ doctorID }) => doctorID))];
  await tx
    .updateTable('dialogs')
    .set({ lastMessageText: text })
    .where('doctorID', 'in', dialogs)
    .where(sql<boolean>`greatest(last_incoming_id, last_answer_id) = any(${messageIDs}::bigint[])`)
    .execute();
  await eraseInPublications(tx, messageIDs, text);
};
