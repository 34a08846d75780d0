import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { NewMessage } from '@snimok/contract/messaging/messenger';
import type { z } from 'zod';
import { accountOf } from '../../platform/access/actor.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid, notFound } from '../../platform/errors/errors.ts';
import { notifyAssistants, notifyClient } from '../../platform/notices/notify.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { attachTo, listAttachments } from './attachments/queries.ts';
import { sentences as ofAttachments } from './attachments/sentences.ts';
import { cardOf, lockCard } from './cards.ts';
import { type FullMessage, presentMessage, presentToDoctor } from './present.ts';
import {
  findDialog,
  findLastMessageID,
  findMessage,
  findSentMessage,
  listMessages,
  lockDialog,
  insertMessage,
  type MessageRow,
  updateLastMessage,
  updateReadPosition,
} from './queries.ts';
import { sentences } from './sentences.ts';

/** A message of an assistant is an answer of the centre. */
const isCentre = ({ who }: Caller) => who.kind === 'assistant';

/**
 * Sends one message, or finds it if it was sent before under the same `messageUUID`. The lock of the dialog's row
 * serialises concurrent messages and repeated requests.
 */
export const send = (
  context: Context,
  caller: Caller,
  dialogID: number,
  { text, messageUUID, withoutText = false, attachments = [], card }: z.output<typeof NewMessage>,
): Promise<{ message: FullMessage; isNew: boolean }> =>
  context.db.transaction().execute(async (tx) => {
    const authorID = accountOf(caller.who);
    await lockCard(tx, caller.who, card);
    await lockDialog(tx, dialogID);
    const sent = messageUUID && (await findSentMessage(tx, authorID, messageUUID));
    if (sent) {
      if (sent.doctorID !== dialogID || sent.text !== text) throw conflict(sentences.messageTextDiffers);
      return { message: await withAttachments(tx, sent), isNew: false };
    }
    if (withoutText && attachments.length === 0 && !card) throw invalid(sentences.nothingAttached);
    const newMessage = {
      doctorID: dialogID,
      authorID,
      isAnswer: isCentre(caller),
      text,
      messageUUID: messageUUID ?? null,
      createdAt: context.clock.now(),
      withoutText,
      ...(await cardOf(tx, caller.who, dialogID, card)),
    };
    const id = await insertMessage(tx, newMessage);
    if (id === undefined) throw conflict(sentences.messageTextDiffers);
    const uuids = [...new Set(attachments)];
    const attached = await attachTo(tx, { messageID: id, doctorID: dialogID, authorID }, uuids);
    if (attached !== uuids.length) throw conflict(ofAttachments.attachmentGone);
    await updateLastMessage(tx, id, newMessage);
    await record(tx, caller.by, { action: 'message.send', doctorID: dialogID, details: { messageID: id } });
    const message = await withAttachments(tx, await findMessage(tx, id));
    await publishMessage(tx, message);
    await notifyOfMessage(context, tx, message);
    return { message, isNew: true };
  });

const withAttachments = async (tx: Tx, message: MessageRow): Promise<FullMessage> => ({
  ...message,
  attachments: await listAttachments(tx, [message.id]),
});

/** A page of messages with their attachments. */
export const listFullMessages = async (
  db: Tx,
  dialogID: number,
  range: Parameters<typeof listMessages>[2],
): Promise<FullMessage[]> => {
  const messages = await listMessages(db, dialogID, range, PAGE_SIZE);
  const ids = messages.map(({ id }) => id);
  const byMessage = Map.groupBy(await listAttachments(db, ids), ({ messageID }) => messageID);
  return messages.map((message) => ({ ...message, attachments: byMessage.get(message.id) ?? [] }));
};

/** Informs the other side, without the text, which may name a patient. */
const notifyOfMessage = async (
  { config, clock }: Context,
  tx: Tx,
  { doctorID, isAnswer }: MessageRow,
): Promise<void> => {
  const setting = { config, now: clock.now() };
  const common = { kind: 'messages', about: `dialog:${doctorID}` } as const;
  if (isAnswer)
    await notifyClient(tx, setting, doctorID, {
      ...common,
      path: '/doctor-area/',
      title: 'Новое сообщение от центра',
      body: 'Откройте чат, чтобы прочитать его.',
    });
  else
    await notifyAssistants(tx, setting, 'messenger', {
      ...common,
      path: '/assistant-area/messenger',
      title: 'Новое сообщение от клиента',
      body: 'Откройте мессенджер, чтобы ответить.',
    });
};

/** Publishes to both sides, so that other tabs of the author and other assistants show the message too. */
const publishMessage = async (tx: Tx, message: FullMessage): Promise<void> => {
  const unread = { readByCentreID: 0, readByDoctorID: 0 };
  await publish(tx, ['assistants'], { type: 'new_message', data: presentMessage(message, unread) });
  const client = { accountID: message.doctorID };
  await publish(tx, [client], { type: 'new_message', data: presentToDoctor(message, unread) });
};

/** Marks the other side's messages up to the newest of these ids as read. Ids of other dialogs are ignored. */
export const markRead = (
  { db }: Context,
  caller: Caller,
  dialogID: number,
  messageIDs: number[],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const last = await findLastMessageID(tx, dialogID, messageIDs);
    if (last === null) throw notFound(sentences.noMessage);
    const { lastIncomingID, lastAnswerID } = await findDialog(tx, caller.who, dialogID);
    const isAnswer = !isCentre(caller);
    const messageID = Math.min(last, isAnswer ? lastAnswerID : lastIncomingID);
    const reader = isAnswer ? 'readByDoctorID' : 'readByCentreID';
    if (!(await updateReadPosition(tx, dialogID, reader, messageID))) return;
    const data = { dialogID, messageID, isAnswer };
    await publish(tx, ['assistants', { accountID: dialogID }], { type: 'messages_read', data });
  });
