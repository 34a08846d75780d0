import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

const columns = [
  'uuid',
  'doctorID',
  'authorID',
  'messageID',
  'kind',
  'filename',
  'sizeBytes',
  'width',
  'height',
  'key',
  'thumbnailKey',
] as const;

export type AttachmentRow = Awaited<ReturnType<typeof listAttachments>>[number];

/** The attachments of several messages, in the order of the messages. */
export const listAttachments = (db: Tx, messageIDs: number[]) =>
  db
    .selectFrom('messageAttachments')
    .select(columns)
    .where(sql<boolean>`message_id = any(${messageIDs}::bigint[])`)
    .orderBy('messageID')
    .orderBy('position')
    .execute();

/** Checks no rights. */
export const findByUUID = (db: Tx, uuid: string) =>
  db.selectFrom('messageAttachments').select(columns).where('uuid', '=', uuid).executeTakeFirst();

/** An attachment of the dialog that is sent, or that the reader has not sent yet. The caller has found the dialog. */
export const findAttachment = (db: Tx, dialogID: number, uuid: string, readerID: number) =>
  db
    .selectFrom('messageAttachments')
    .select(columns)
    .where('uuid', '=', uuid)
    .where('doctorID', '=', dialogID)
    .where((row) => row.or([row('messageID', 'is not', null), row('authorID', '=', readerID)]))
    .executeTakeFirstOrThrow(() => notFound(sentences.noAttachment));

type NewAttachment = Omit<AttachmentRow, 'messageID'> & { sha256: Buffer; createdAt: Date };

/** False if the UUID is taken. */
export const insertAttachment = async (tx: Tx, row: NewAttachment): Promise<boolean> => {
  const inserted = await tx
    .insertInto('messageAttachments')
    .values(row)
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('uuid')
    .executeTakeFirst();
  return inserted !== undefined;
};

/** Attaches those files of the author that belong to the dialog and to no message; returns how many. */
export const attachTo = async (
  tx: Tx,
  message: { messageID: number; doctorID: number; authorID: number },
  uuids: string[],
): Promise<number> => {
  const attached = await tx
    .updateTable('messageAttachments')
    .set({
      messageID: message.messageID,
      position: sql<number>`array_position(${uuids}::uuid[], uuid)`,
    })
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .where('doctorID', '=', message.doctorID)
    .where('authorID', '=', message.authorID)
    .where('messageID', 'is', null)
    .returning('uuid')
    .execute();
  return attached.length;
};

/** Returns the keys of the deleted attachment; undefined if a message refers to it or it does not exist. */
export const deleteUnsent = (tx: Tx, uuid: string) =>
  tx
    .deleteFrom('messageAttachments')
    .where('uuid', '=', uuid)
    .where('messageID', 'is', null)
    .returning(['key', 'thumbnailKey'])
    .executeTakeFirst();

/** Attachments whose names match one of the patterns of normalised words. */
export const listNamesLike = (tx: Tx, words: string[]) =>
  tx
    .selectFrom('messageAttachments')
    .select(['uuid', 'filename'])
    .where(sql<boolean>`words_of(filename) like any(${words}::text[])`)
    .orderBy('uuid')
    .execute();

/** Deletes the attachments of these messages, and those with these UUIDs. */
export const deleteAttachments = (tx: Tx, messageIDs: number[], uuids: string[]) =>
  tx
    .deleteFrom('messageAttachments')
    .where(sql<boolean>`(message_id = any(${messageIDs}::bigint[]) or uuid = any(${uuids}::uuid[]))`)
    .returning(['uuid', 'messageID', 'key', 'thumbnailKey'])
    .execute();
