import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleDialogs } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { RUSSIAN_COLLATION } from '../../people/doctors/queries.ts';
import { pinPlan } from '../../platform/db/pinned-plans.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

/** Assistants who still have the right to answer. */
const mayAnswer = (account: string) =>
  sql<boolean>`(${sql.ref(`${account}.role`)} = 'assistant' and ${sql.ref(`${account}.disabled_at`)} is null
    and 'messenger' = any(${sql.ref(`${account}.rights`)}))`;

export const listAnswerers = (db: Tx) =>
  db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where(mayAnswer('accounts'))
    .orderBy(sql`name collate ${RUSSIAN_COLLATION}`)
    .orderBy('id')
    .execute();

export const updateAnswerer = async (tx: Tx, dialogID: number, answererID: number | null): Promise<void> => {
  await tx.updateTable('dialogs').set({ answererID }).where('doctorID', '=', dialogID).execute();
};

/** Dialogs are selected from the clients' accounts, because a client has a dialog even before the first message. */
const dialogs = (db: Tx, who: Actor) =>
  db
    .selectFrom('accounts')
    .leftJoin('dialogs', 'dialogs.doctorID', 'accounts.id')
    .leftJoin('accounts as answerer', (join) =>
      join.onRef('answerer.id', '=', 'dialogs.answererID').on(mayAnswer('answerer')),
    )
    .select((row) => [
      'accounts.id as dialogID',
      'accounts.name',
      'dialogs.lastMessageCreatedAt',
      row.fn.coalesce('dialogs.lastMessageText', sql.lit('')).as('lastMessageText'),
      row.fn.coalesce('dialogs.lastIncomingID', sql.lit(0)).as('lastIncomingID'),
      row.fn.coalesce('dialogs.lastAnswerID', sql.lit(0)).as('lastAnswerID'),
      row.fn.coalesce('dialogs.readByCentreID', sql.lit(0)).as('readByCentreID'),
      row.fn.coalesce('dialogs.readByDoctorID', sql.lit(0)).as('readByDoctorID'),
      'answerer.id as answererID',
      'answerer.name as answererName',
    ])
    .where('accounts.role', '=', 'doctor')
    .where(visibleDialogs(who));

export type DialogRow = Awaited<ReturnType<typeof findDialog>>;

export const findDialog = (db: Tx, who: Actor, dialogID: number) =>
  dialogs(db, who)
    .modifyFront(pinPlan)
    .where('accounts.id', '=', dialogID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noDialog));

/** Dialogs that have messages, the latest message first. */
export const listDialogs = (db: Tx, who: Actor) =>
  dialogs(db, who)
    .where('dialogs.lastMessageCreatedAt', 'is not', null)
    .orderBy('dialogs.lastMessageCreatedAt', 'desc')
    .orderBy(sql`greatest(last_incoming_id, last_answer_id)`, 'desc')
    .execute();

export const listDialogsOf = async (db: Tx, who: Actor, doctorIDs: number[]) =>
  doctorIDs.length === 0
    ? []
    : dialogs(db, who).where('accounts.id', 'in', doctorIDs).orderBy('accounts.id').execute();

const startedDialogs = (db: Tx, who: Actor) =>
  db
    .selectFrom('dialogs')
    .innerJoin('accounts', 'accounts.id', 'dialogs.doctorID')
    .where(visibleDialogs(who));

/**
 * Every assistant requests this after every message, so each number is read from its own index and not from all dialogs.
 */
export const countUnread = (db: Tx, who: Actor) =>
  db
    .selectNoFrom((row) => [
      startedDialogs(db, who)
        .whereRef('dialogs.lastIncomingID', '>', 'dialogs.readByCentreID')
        .select((dialog) => dialog.fn.countAll<number>().as('unread'))
        .$asScalar()
        .$notNull()
        .as('unreadDialogs'),
      row.fn
        .coalesce(
          startedDialogs(db, who)
            .select('dialogs.lastIncomingID')
            .orderBy('dialogs.lastIncomingID', 'desc')
            .limit(sql.lit(1))
            .$asScalar(),
          sql.lit(0),
        )
        .as('lastIncomingID'),
    ])
    .modifyFront(pinPlan)
    .executeTakeFirstOrThrow();

const messages = (db: Tx) =>
  db
    .selectFrom('messages')
    .innerJoin('accounts as author', 'author.id', 'messages.authorID')
    .modifyFront(pinPlan)
    .select([
      'messages.id',
      'messages.doctorID',
      'messages.authorID',
      'messages.isAnswer',
      'messages.text',
      'messages.messageUUID',
      'messages.createdAt',
      'messages.withoutText',
      'messages.card',
      'messages.studyID',
      'messages.patientID',
    ])
    .select([
      'author.name as authorName',
      sql<string | null>`case when author.client_id is not null then author.name end`.as('personName'),
    ]);

export type MessageRow = Awaited<ReturnType<typeof findMessage>>;

export const findMessage = (db: Tx, messageID: number) =>
  messages(db)
    .where('messages.id', '=', messageID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noMessage));

/** The author's message with this id, or undefined. */
export const findSentMessage = (db: Tx, authorID: number, messageUUID: string) =>
  messages(db)
    .where('messages.authorID', '=', authorID)
    .where('messages.messageUUID', '=', messageUUID)
    .executeTakeFirst();

/**
 * The next messages before `before` or after `after`, newest first. Checks no rights: the caller must have found the
 * dialog with `findDialog`.
 */
export const listMessages = async (
  db: Tx,
  dialogID: number,
  { before, after }: { before?: number | undefined; after?: number | undefined },
  limit: number,
) => {
  let page = messages(db).where('messages.doctorID', '=', dialogID).limit(limit);
  if (before !== undefined) page = page.where('messages.id', '<', before);
  if (after === undefined) return page.orderBy('messages.id', 'desc').execute();
  const following = await page.where('messages.id', '>', after).orderBy('messages.id').execute();
  return following.toReversed();
};

/** The message of the dialog. Checks no rights. */
export const findMessageOf = (db: Tx, dialogID: number, messageID: number) =>
  messages(db)
    .where('messages.id', '=', messageID)
    .where('messages.doctorID', '=', dialogID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noMessage));

/**
 * Ids of the dialog's messages that contain all words in their text or in the names of their files, newest first. If a
 * message was sent without text, its stored text only names the attachments and is not searched.
 */
export const findMessageIDs = async (
  db: Tx,
  dialogID: number,
  words: string[],
  limit: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('doctorID', '=', dialogID)
    .where(
      sql<boolean>`words_of(concat_ws(' ', case when not without_text then text end,
        (select string_agg(a.filename, ' ') from message_attachments a where a.message_id = messages.id)))
        like all(${words.map((word) => `%${word}%`)}::text[])`,
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** The highest of these ids that belongs to the dialog, or null. */
export const findLastMessageID = async (
  db: Tx,
  dialogID: number,
  messageIDs: number[],
): Promise<number | null> => {
  const { last } = await db
    .selectFrom('messages')
    .select((message) => message.fn.max<number | null>('id').as('last'))
    .where('doctorID', '=', dialogID)
    .where('id', 'in', messageIDs)
    .executeTakeFirstOrThrow();
  return last;
};

/** Inserts the dialog's row if it is missing, and locks it until the end of the transaction. */
export const lockDialog = async (tx: Tx, dialogID: number): Promise<void> => {
  await tx
    .insertInto('dialogs')
    .values({ doctorID: dialogID })
    .onConflict((row) => row.column('doctorID').doUpdateSet({ doctorID: dialogID }))
    .execute();
};

interface NewMessageRow {
  doctorID: number;
  authorID: number;
  isAnswer: boolean;
  text: string;
  messageUUID: string | null;
  createdAt: Date;
  withoutText?: boolean;
  card?: 'study' | 'patient' | null;
  studyID?: number | null;
  patientID?: number | null;
}

/** Returns the id, or undefined if the author has concurrently used this messageUUID in another dialog. */
export const insertMessage = async (tx: Tx, message: NewMessageRow): Promise<number | undefined> => {
  const row = await tx
    .insertInto('messages')
    .values(message)
    .onConflict((sent) =>
      sent.columns(['authorID', 'messageUUID']).where('messageUUID', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
};

/** In characters; lists of dialogs show less. */
const PREVIEW_LENGTH = 300;

export const updateLastMessage = async (
  tx: Tx,
  messageID: number,
  { doctorID, isAnswer, text, createdAt }: NewMessageRow,
): Promise<void> => {
  await tx
    .updateTable('dialogs')
    .set({
      ...(isAnswer ? { lastAnswerID: messageID } : { lastIncomingID: messageID }),
      lastMessageCreatedAt: createdAt,
      lastMessageText: [...text].slice(0, PREVIEW_LENGTH).join(''),
    })
    .where('doctorID', '=', doctorID)
    .execute();
};

/** Moves a read position forward, never back. Returns whether it moved. */
export const updateReadPosition = async (
  tx: Tx,
  dialogID: number,
  column: 'readByCentreID' | 'readByDoctorID',
  messageID: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('dialogs')
    .set({ [column]: messageID })
    .where('doctorID', '=', dialogID)
    .where(column, '<', messageID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
