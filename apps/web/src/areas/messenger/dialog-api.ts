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

interface Bounds {
  before?: number;
  after?: number;
}

/** A dialog as one of its two sides has it. */
export interface DialogApi {
  /** of the query cache, and of what is kept in this browser */
  key: string;
  /** ours are the answers */
  sendsAnswers: boolean;
  list(bounds: Bounds): Promise<ThreadMessage[]>;
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
