import type { NewMessage } from '@snimok/contract/messenger';
import type { z } from 'zod';
import { accountOf, type Actor } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
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

/** Who writes or reads, and from where; what an assistant writes is an answer of the centre. */
export interface Caller {
  who: Actor;
  by: Initiator;
}
const isCentre = ({ who }: Caller) => who.kind === 'assistant';

/**
 * Writes one message. The dialog's row is held first, so that of two who write at once, or of one who sends twice, the
 * second finds what the first has made of it.
 */
export const send = (
  { db, clock }: Context,
  side: Caller,
  dialogID: number,
  { text, messageUUID }: z.output<typeof NewMessage>,
): Promise<{ message: MessageRow; isNew: boolean }> =>
  db.transaction().execute(async (tx) => {
    const authorID = accountOf(side.who);
    await lockDialog(tx, dialogID);
    const sent = messageUUID && (await findSentMessage(tx, authorID, messageUUID));
    if (sent) {
      if (sent.doctorID !== dialogID || sent.text !== text) throw conflict(sentences.messageTextDiffers);
      return { message: sent, isNew: false };
    }
    const written = {
      doctorID: dialogID,
      authorID,
      isAnswer: isCentre(side),
      text,
      messageUUID: messageUUID ?? null,
      createdAt: clock.now(),
    };
    const id = await insertMessage(tx, written);
    if (id === undefined) throw conflict(sentences.messageTextDiffers);
    await updateLastMessage(tx, id, written);
    await record(tx, side.by, { action: 'message.send', doctorID: dialogID, details: { messageID: id } });
    const message = await findMessage(tx, id);
    await publishMessage(tx, message);
    return { message, isNew: true };
  });

/** To both sides: a second tab of whoever wrote shows it too, and so do the other assistants. */
const publishMessage = async (tx: Tx, message: MessageRow): Promise<void> => {
  const unread = { readByCentreID: 0, readByDoctorID: 0 };
  await publish(tx, ['assistants'], { type: 'new_message', data: presentMessage(message, unread) });
  const client = { accountID: message.doctorID };
  await publish(tx, [client], { type: 'new_message', data: presentToDoctor(message, unread) });
};

/** What the other side wrote up to the last of these is read. Ids of other dialogs mark nothing. */
export const markRead = (
  { db }: Context,
  side: Caller,
  dialogID: number,
  messageIDs: number[],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const last = await findLastMessageID(tx, dialogID, messageIDs);
    if (last === null) throw notFound(sentences.noMessage);
    const { lastIncomingID, lastAnswerID } = await findDialog(tx, side.who, dialogID);
    const isAnswer = !isCentre(side);
    const messageID = Math.min(last, isAnswer ? lastAnswerID : lastIncomingID);
    const reader = isAnswer ? 'readByDoctorID' : 'readByCentreID';
    if (!(await updateReadPosition(tx, dialogID, reader, messageID))) return;
    const data = { dialogID, messageID, isAnswer };
    await publish(tx, ['assistants', { accountID: dialogID }], { type: 'messages_read', data });
  });
