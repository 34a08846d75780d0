import type { NewMessage } from '@snimok/contract/messenger';
import type { z } from 'zod';
import { accountOf } from '../../platform/access/actor.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { sentences } from '../../platform/sentences.ts';
import { presentMessage, presentToDoctor } from './present.ts';
import {
  findDialog,
  findLastMessageID,
  findMessage,
  findSentMessage,
  lockDialog,
  insertMessage,
  type MessageRow,
  updateLastMessage,
  updateReadPosition,
} from './queries.ts';

/** A message of an assistant is an answer of the centre. */
const isCentre = ({ who }: Caller) => who.kind === 'assistant';

/**
 * Sends one message, or finds it if it was sent before under the same `messageUUID`. The lock of the dialog's row
 * serialises concurrent messages and repeated requests.
 */
export const send = (
  { db, clock }: Context,
  caller: Caller,
  dialogID: number,
  { text, messageUUID }: z.output<typeof NewMessage>,
): Promise<{ message: MessageRow; isNew: boolean }> =>
  db.transaction().execute(async (tx) => {
    const authorID = accountOf(caller.who);
    await lockDialog(tx, dialogID);
    const sent = messageUUID && (await findSentMessage(tx, authorID, messageUUID));
    if (sent) {
      if (sent.doctorID !== dialogID || sent.text !== text) throw conflict(sentences.messageTextDiffers);
      return { message: sent, isNew: false };
    }
    const newMessage = {
      doctorID: dialogID,
      authorID,
      isAnswer: isCentre(caller),
      text,
      messageUUID: messageUUID ?? null,
      createdAt: clock.now(),
    };
    const id = await insertMessage(tx, newMessage);
    if (id === undefined) throw conflict(sentences.messageTextDiffers);
    await updateLastMessage(tx, id, newMessage);
    await record(tx, caller.by, { action: 'message.send', doctorID: dialogID, details: { messageID: id } });
    const message = await findMessage(tx, id);
    await publishMessage(tx, message);
    return { message, isNew: true };
  });

/** Publishes to both sides, so that other tabs of the author and other assistants show the message too. */
const publishMessage = async (tx: Tx, message: MessageRow): Promise<void> => {
  const unread = { readByCentreID: 0, readByDoctorID: 0 };
  await publish(tx, ['assistants'], { type: 'new_message', data: presentMessage(message, unread) });
  const client = { accountID: message.doctorID };
  await publish(tx, [client], { type: 'new_message', data: presentToDoctor(message, unread) });
};

/** Marks the messages of the other side up to the last of these as read; ids of other dialogs are ignored. */
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
