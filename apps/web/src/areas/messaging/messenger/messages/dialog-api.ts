import type { Endpoint, ParamsOf } from '@snimok/contract/platform/endpoint';
import {
  listChatMessages,
  listMessages,
  markChatMessagesRead,
  markMessagesRead,
  sendChatMessage,
  sendMessage,
} from '@snimok/contract/messaging/messenger';
import { type Card, ofCentre, ofDoctor } from '@snimok/contract/messaging/messenger-attachments';
import { pathOf } from '@snimok/api-client/call';
import type { z } from 'zod';
import { call } from '../../../../shared/calls/call.ts';
import type { MessageAttachment, ThreadMessage } from './thread.ts';

/** Exclusive bounds of message ids. */
interface MessageRange {
  before?: number;
  after?: number;
}

export type MessageCard = z.output<typeof Card>;

/** What a user sends. */
export interface Draft {
  text: string;
  attachments?: MessageAttachment[];
  card?: MessageCard | undefined;
}

/** The calls of one dialog for one of its two participants, the centre or the doctor. */
export interface DialogApi {
  /** identifies the dialog in the query cache and in the browser's storage */
  key: string;
  /** true for the centre, whose messages have `isAnswer` set */
  sendsAnswers: boolean;
  /** only on the centre's side */
  dialogID?: number;
  list(range: MessageRange): Promise<ThreadMessage[]>;
  send(draft: Draft, messageUUID: string): Promise<ThreadMessage>;
  markRead(messageID: number): Promise<void>;
  search(query: string): Promise<number[]>;
  uploadURL(attachmentUUID: string): string;
  fileURL(attachmentUUID: string): string;
  thumbnailURL(attachmentUUID: string): string;
  removeAttachment(attachmentUUID: string): Promise<void>;
  readCard(messageID: number): Promise<MessageCard | null>;
  listCards(query: string, signal: AbortSignal): Promise<MessageCard[]>;
  /** where a card leads */
  cardPath(card: MessageCard): string;
}

const urlOf = <P extends Endpoint>({ url }: P, params: ParamsOf<P>) => pathOf(url, params, {});

const anchorOf = ({ study }: MessageCard) => (study ? `#study-${study.studyID}` : '');

/** What lists, and clients of an earlier version, show instead of a message without text. */
const nameOfContent = ({ attachments = [], card }: Draft): string => {
  if (attachments.length === 0) return card?.study ? 'Исследование' : 'Карточка пациента';
  if (attachments.length > 1) return `Файлов: ${attachments.length}`;
  return attachments[0]?.kind === 'pdf' ? 'Документ PDF' : 'Изображение';
};

const bodyOf = (draft: Draft, messageUUID: string) => {
  const { text, attachments = [], card } = draft;
  return {
    ...(text ? { text } : { text: nameOfContent(draft), withoutText: true }),
    messageUUID,
    attachments: attachments.map(({ attachmentUUID }) => attachmentUUID),
    ...(card && { card: card.study ? { studyID: card.study.studyID } : { patientID: card.patientID } }),
  };
};

export const centreDialogApi = (dialogID: number): DialogApi => {
  const file = (attachmentUUID: string) => ({ dialogID, attachmentUUID });
  return {
    key: `dialog-${dialogID}`,
    sendsAnswers: true,
    dialogID,
    list: async (query) => (await call(listMessages, { params: { dialogID }, query })).messages,
    send: (draft, uuid) => call(sendMessage, { params: { dialogID }, body: bodyOf(draft, uuid) }),
    markRead: (messageID) =>
      call(markMessagesRead, { params: { dialogID }, body: { messageIDs: [messageID] } }),
    search: async (query) =>
      (await call(ofCentre.searchMessages, { params: { dialogID }, query: { query } })).messageIDs,
    uploadURL: (uuid) => urlOf(ofCentre.uploadAttachment, file(uuid)),
    fileURL: (uuid) => urlOf(ofCentre.getAttachment, file(uuid)),
    thumbnailURL: (uuid) => urlOf(ofCentre.getThumbnail, file(uuid)),
    removeAttachment: (uuid) => call(ofCentre.deleteAttachment, { params: file(uuid) }),
    readCard: async (messageID) => (await call(ofCentre.getCard, { params: { dialogID, messageID } })).card,
    listCards: async (query, signal) =>
      (await call(ofCentre.listCardChoices, { params: { dialogID }, query: { query }, signal })).cards,
    cardPath: (card) =>
      `/assistant-area/doctors/${card.doctorID}/patients/${card.patientID}/studies${anchorOf(card)}`,
  };
};

export const doctorDialogApi: DialogApi = {
  key: 'chat',
  sendsAnswers: false,
  list: async (query) => (await call(listChatMessages, { query })).messages,
  send: (draft, uuid) => call(sendChatMessage, { body: bodyOf(draft, uuid) }),
  markRead: (messageID) => call(markChatMessagesRead, { body: { messageIDs: [messageID] } }),
  search: async (query) => (await call(ofDoctor.searchMessages, { params: {}, query: { query } })).messageIDs,
  uploadURL: (attachmentUUID) => urlOf(ofDoctor.uploadAttachment, { attachmentUUID }),
  fileURL: (attachmentUUID) => urlOf(ofDoctor.getAttachment, { attachmentUUID }),
  thumbnailURL: (attachmentUUID) => urlOf(ofDoctor.getThumbnail, { attachmentUUID }),
  removeAttachment: (attachmentUUID) => call(ofDoctor.deleteAttachment, { params: { attachmentUUID } }),
  readCard: async (messageID) => (await call(ofDoctor.getCard, { params: { messageID } })).card,
  listCards: async (query, signal) =>
    (await call(ofDoctor.listCardChoices, { params: {}, query: { query }, signal })).cards,
  cardPath: (card) => `/doctor-area/patients/${card.patientID}/studies${anchorOf(card)}`,
};
