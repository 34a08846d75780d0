import {
  listChatMessages,
  listMessages,
  markChatMessagesRead,
  markMessagesRead,
  sendChatMessage,
  sendMessage,
} from '@snimok/contract/messenger';
import { call } from '../../shared/call.ts';
import type { ThreadMessage } from './thread.ts';

/** Exclusive bounds of message ids. */
interface MessageRange {
  before?: number;
  after?: number;
}

/** The calls of one dialog for one of its two participants, the centre or the doctor. */
export interface DialogApi {
  /** identifies the dialog in the query cache and in the browser's storage */
  key: string;
  /** true for the centre, whose messages have `isAnswer` set */
  sendsAnswers: boolean;
  list(range: MessageRange): Promise<ThreadMessage[]>;
  send(text: string, messageUUID: string): Promise<ThreadMessage>;
  markRead(messageID: number): Promise<void>;
}

export const centreDialogApi = (dialogID: number): DialogApi => ({
  key: `dialog-${dialogID}`,
  sendsAnswers: true,
  list: async (query) => (await call(listMessages, { params: { dialogID }, query })).messages,
  send: (text, messageUUID) => call(sendMessage, { params: { dialogID }, body: { text, messageUUID } }),
  markRead: (messageID) =>
    call(markMessagesRead, { params: { dialogID }, body: { messageIDs: [messageID] } }),
});

export const doctorDialogApi: DialogApi = {
  key: 'chat',
  sendsAnswers: false,
  list: async (query) => (await call(listChatMessages, { query })).messages,
  send: (text, messageUUID) => call(sendChatMessage, { body: { text, messageUUID } }),
  markRead: (messageID) => call(markChatMessagesRead, { body: { messageIDs: [messageID] } }),
};
