import type { ChatMessage, Dialog, Message } from '@snimok/contract/messaging/messenger';
import type { z } from 'zod';
import { presentAttachment } from './attachments/present.ts';
import type { AttachmentRow } from './attachments/queries.ts';
import type { DialogRow, MessageRow } from './queries.ts';

export const presentDialog = (dialog: DialogRow): z.output<typeof Dialog> => ({
  dialogID: dialog.dialogID,
  name: dialog.name,
  isAnswer: dialog.lastAnswerID > dialog.lastIncomingID,
  isRead: dialog.readByCentreID >= dialog.lastIncomingID,
  lastMessageCreatedAt: dialog.lastMessageCreatedAt?.toISOString() ?? null,
  lastMessageText: dialog.lastMessageText,
  answerer:
    dialog.answererID === null ? null : { accountID: dialog.answererID, name: dialog.answererName ?? '' },
});

/** A message with its attachments. */
export type FullMessage = MessageRow & { attachments: AttachmentRow[] };

type ReadPositions = Pick<DialogRow, 'readByCentreID' | 'readByDoctorID'>;

/** Omits the author of an answer, because clients see answers as the centre's. */
export const presentToDoctor = (
  { id, text, createdAt, isAnswer, messageUUID, personName, withoutText, attachments, card }: FullMessage,
  { readByCentreID, readByDoctorID }: ReadPositions,
): z.output<typeof ChatMessage> => ({
  messageID: id,
  text,
  createdAt: createdAt.toISOString(),
  isAnswer,
  isRead: id <= (isAnswer ? readByDoctorID : readByCentreID),
  messageUUID,
  personName,
  withoutText,
  attachments: attachments.map(presentAttachment),
  card: card === 'study' || card === 'patient' ? card : null,
});

export const presentMessage = (message: FullMessage, positions: ReadPositions): z.output<typeof Message> => ({
  ...presentToDoctor(message, positions),
  dialogID: message.doctorID,
  authorName: message.authorName,
});
