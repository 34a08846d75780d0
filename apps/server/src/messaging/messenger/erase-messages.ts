import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import {
  eraseAttachmentsInPublications,
  eraseInPublications,
} from '../../platform/realtime/erase-messages.ts';
import { deleteAttachments } from './attachments/queries.ts';

interface FoundMessage {
  id: number;
  doctorID: number;
  text: string;
}

/** The patterns by which messages are searched; the caller then examines each message that matches. */
export interface RoughPatterns {
  /** LIKE patterns of the text as it is */
  links: string[];
  /** LIKE patterns of the normalised words of the text, as `words_of` makes them */
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

/** Messages that refer to the patient's card or to one of the studies. */
export const listCardMessageIDs = async (
  tx: Tx,
  patientID: number,
  studyIDs: number[],
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('messages')
    .select('id')
    .where(sql<boolean>`(patient_id = ${patientID} or study_id = any(${studyIDs}::bigint[]))`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Deletes the attachments of messages and the attachments with these UUIDs; returns their keys in the store. */
export const eraseAttachments = async (
  tx: Tx,
  messageIDs: number[],
  uuids: string[],
): Promise<{ uuid: string; keys: string[] }[]> => {
  const rows = await deleteAttachments(tx, messageIDs, uuids);
  await eraseAttachmentsInPublications(
    tx,
    rows.flatMap(({ messageID }) => messageID ?? []),
  );
  return rows.map(({ uuid, key, thumbnailKey }) => {
    return { uuid, keys: [key, ...(thumbnailKey === null ? [] : [thumbnailKey])] };
  });
};

/** Replaces the text of messages, and of the last message in the lists of dialogs. */
export const replaceTexts = async (tx: Tx, messageIDs: number[], text: string): Promise<void> => {
  if (messageIDs.length === 0) return;
  const replaced = await tx
    .updateTable('messages')
    .set({ text, withoutText: false, card: null, studyID: null, patientID: null })
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
