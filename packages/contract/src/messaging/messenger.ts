import { z } from 'zod';
import { Attachment, MAX_ATTACHMENTS, NewMessageCard } from './messenger-attachments.ts';
import { JsonId, Id, Instant, MessageText, NoContent, SearchText, Uuid } from '../values/fields.ts';

/** The dialog with one client; its id is the id of the client. `isAnswer` refers to the last message. */
export const Dialog = z.object({
  dialogID: z.number().int(),
  name: z.string(),
  isAnswer: z.boolean(),
  /** the centre has read all messages of the client */
  isRead: z.boolean(),
  lastMessageCreatedAt: Instant.nullable(),
  /** the first 300 characters of the text */
  lastMessageText: z.string(),
  /** the assistant who has taken the dialog; absent from earlier servers */
  answerer: z.object({ accountID: z.number().int(), name: z.string() }).nullable().optional(),
});

/** A message as the client sees it: an answer comes from the centre, without its author's name. */
export const ChatMessage = z.object({
  messageID: z.number().int(),
  text: z.string(),
  createdAt: Instant,
  /** written by the centre */
  isAnswer: z.boolean(),
  /** read by the other side */
  isRead: z.boolean(),
  /** chosen by the sender */
  messageUUID: Uuid.nullable(),
  /** the person of the client who wrote the message; null for the owner and for an answer, absent from earlier servers */
  personName: z.string().nullable().optional(),
  /** the text only names the attachments; absent from earlier servers, like `attachments` and `card` */
  withoutText: z.boolean().optional(),
  attachments: z.array(Attachment).optional(),
  /** the message refers to a study or patient, which `getCard` returns */
  card: z.enum(['study', 'patient']).nullable().optional(),
});
export const Message = ChatMessage.extend({ dialogID: z.number().int(), authorName: z.string() });

/** One side of a dialog has read the other side's messages up to this one. */
export const MessagesRead = z.object({
  dialogID: z.number().int(),
  messageID: z.number().int(),
  /** the messages that were read are the centre's */
  isAnswer: z.boolean(),
});

const Unread = z.object({ unreadDialogs: z.number().int(), lastIncomingID: z.number().int() });

export const NewMessage = z.object({
  /** with `withoutText`: a text that names the attachments, for lists and for earlier clients */
  text: MessageText,
  withoutText: z.boolean().optional(),
  messageUUID: Uuid.optional(),
  /** attachments that `uploadAttachment` has stored */
  attachments: z.array(Uuid).max(MAX_ATTACHMENTS).optional(),
  card: NewMessageCard.optional(),
});
const ReadMessages = z.object({ messageIDs: z.array(JsonId).min(1).max(1000) });

/** `after=0` returns the first messages of a dialog that was empty at the last request. */
const IdOrZero = z.coerce
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/)
  .transform(Number);
/** Bounds of message ids, both exclusive; an absent bound restricts nothing. */
const Bounds = z.object({ before: Id.optional(), after: IdOrZero.optional() });
const OneDialog = z.object({ dialogID: Id });

export const listDialogs = {
  method: 'GET',
  url: '/assistant/messenger/dialogs',
  access: { assistant: 'messenger' },
  schema: {
    summary:
      'All dialogs that have messages, the latest message first. With a query of 3 characters or more: the ten clients whose name or e-mail matches best, including clients without messages',
    querystring: z.object({ query: SearchText.optional() }),
    response: { 200: z.object({ dialogs: z.array(Dialog) }) },
  },
} as const;

export const getDialog = {
  method: 'GET',
  url: '/assistant/messenger/dialogs/:dialogID',
  access: { assistant: 'messenger' },
  schema: {
    summary: 'One dialog by the id of its client; it exists even before the first message',
    params: OneDialog,
    response: { 200: Dialog },
  },
} as const;

export const countUnreadDialogs = {
  method: 'GET',
  url: '/assistant/messenger/unread',
  access: { assistant: 'messenger' },
  schema: {
    summary:
      'The number of dialogs with messages of the client that no assistant has read, and the id of the last message of any client (0: none)',
    response: { 200: Unread },
  },
} as const;

const pagingSummary =
  'Newest first, 30 at once. before: those before a message, to page back; after: the 30 that follow a message, to catch up';
const idempotencySummary = 'With a messageUUID of one’s own making, what is sent twice is one message';
const markReadSummary = 'Mark the other side’s messages as read, up to the last of those named';

export const listMessages = {
  method: 'GET',
  url: '/assistant/messenger/dialogs/:dialogID/messages',
  access: { assistant: 'messenger' },
  schema: {
    summary: `Messages of a dialog. ${pagingSummary}`,
    params: OneDialog,
    querystring: Bounds,
    response: { 200: z.object({ messages: z.array(Message) }) },
  },
} as const;

export const sendMessage = {
  method: 'POST',
  url: '/assistant/messenger/dialogs/:dialogID/messages/send',
  access: { assistant: 'messenger' },
  schema: {
    summary: `Write to a client. ${idempotencySummary}`,
    params: OneDialog,
    body: NewMessage,
    response: { 200: Message, 201: Message },
  },
} as const;

export const markMessagesRead = {
  method: 'PATCH',
  url: '/assistant/messenger/dialogs/:dialogID/messages/mark-read',
  access: { assistant: 'messenger' },
  schema: { summary: markReadSummary, params: OneDialog, body: ReadMessages, response: { 204: NoContent } },
} as const;

export const listChatMessages = {
  method: 'GET',
  url: '/doctor/messenger/messages',
  access: { doctor: 'everyone' },
  schema: {
    summary: `The caller's own dialog with the centre. ${pagingSummary}`,
    querystring: Bounds,
    response: { 200: z.object({ messages: z.array(ChatMessage) }) },
  },
} as const;

export const sendChatMessage = {
  method: 'POST',
  url: '/doctor/messenger/messages/send',
  access: { doctor: 'everyone' },
  schema: {
    summary: `Write to the centre. ${idempotencySummary}`,
    body: NewMessage,
    response: { 200: ChatMessage, 201: ChatMessage },
  },
} as const;

export const markChatMessagesRead = {
  method: 'PATCH',
  url: '/doctor/messenger/messages/mark-read',
  access: { doctor: 'everyone' },
  schema: { summary: markReadSummary, body: ReadMessages, response: { 204: NoContent } },
} as const;
