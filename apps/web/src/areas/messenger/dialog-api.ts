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
export interface Side {
  /** of the query cache, and of what is kept in this browser */
  name: string;
  /** ours are the answers */
  isAnswer: boolean;
  list(bounds: Bounds): Promise<ThreadMessage[]>;
  send(text: string, messageUUID: string): Promise<ThreadMessage>;
  markRead(messageID: number): Promise<void>;
}

export const centreSide = (dialogID: number): Side => ({
  name: `dialog-${dialogID}`,
  isAnswer: true,
  list: async (query) => (await call(listMessages, { params: { dialogID }, query })).messages,
  send: (text, messageUUID) => call(sendMessage, { params: { dialogID }, body: { text, messageUUID } }),
  markRead: (messageID) =>
    call(markMessagesRead, { params: { dialogID }, body: { messageIDs: [messageID] } }),
});

export const clientSide: Side = {
  name: 'chat',
  isAnswer: false,
  list: async (query) => (await call(listChatMessages, { query })).messages,
  send: (text, messageUUID) => call(sendChatMessage, { body: { text, messageUUID } }),
  markRead: (messageID) => call(markChatMessagesRead, { body: { messageIDs: [messageID] } }),
};
