import type { ChatMessage } from '@snimok/contract/messaging/messenger';
import type { Attachment } from '@snimok/contract/messaging/messenger-attachments';
import type { z } from 'zod';

export type MessageAttachment = z.output<typeof Attachment>;

/** Only the centre receives the name of the author. */
export type ThreadMessage = z.output<typeof ChatMessage> & { authorName?: string };

/** The loaded part of a dialog. */
export interface Thread {
  /** oldest first */
  messages: ThreadMessage[];
  /** whether the first message of the dialog is loaded */
  isComplete: boolean;
  /** no message is missing up to this id; later messages arrived as events, and others between them may be missing */
  fetchedTo: number;
}

const EMPTY: Thread = { messages: [], isComplete: false, fetchedTo: 0 };

/** Adds messages. Each occurs once, in order of id, and is marked as read if either copy is. */
export function mergeMessages(
  thread: Thread = EMPTY,
  messages: ThreadMessage[],
  { isComplete = false, fetchedTo = 0 }: Partial<Thread> = {},
): Thread {
  const byID = new Map(thread.messages.map((message) => [message.messageID, message]));
  for (const message of messages) {
    const before = byID.get(message.messageID);
    byID.set(message.messageID, { ...message, isRead: message.isRead || before?.isRead === true });
  }
  const inOrder = [...byID.values()].toSorted((a, b) => a.messageID - b.messageID);
  const result = {
    messages: inOrder,
    isComplete: thread.isComplete || isComplete,
    fetchedTo: Math.max(thread.fetchedTo, fetchedTo),
  };
  return [true, false].reduce(
    (read, isAnswer) => withRead(read, isAnswer, lastReadID(inOrder, isAnswer)),
    result,
  );
}

/**
 * Marks all messages of one author (centre or doctor) up to an id as read; the same object if nothing
 * changes.
 */
export function withRead(thread: Thread, isAnswer: boolean, messageID: number): Thread {
  const isCovered = (message: ThreadMessage) =>
    message.isAnswer === isAnswer && !message.isRead && message.messageID <= messageID;
  if (!thread.messages.some(isCovered)) return thread;
  return {
    ...thread,
    messages: thread.messages.map((message) => (isCovered(message) ? { ...message, isRead: true } : message)),
  };
}

const lastReadID = (messages: ThreadMessage[], isAnswer: boolean): number =>
  messages.findLast((message) => message.isAnswer === isAnswer && message.isRead)?.messageID ?? 0;

/** The last message of the centre (`isAnswer`) or the doctor; 0 when there is none. */
export const lastMessageID = (thread: Thread, isAnswer: boolean): number =>
  thread.messages.findLast((message) => message.isAnswer === isAnswer)?.messageID ?? 0;

/** The last unread message; marking it as read marks all before it too. */
export const lastUnreadID = (thread: Thread, isAnswer: boolean): number | undefined =>
  thread.messages.findLast((message) => message.isAnswer === isAnswer && !message.isRead)?.messageID;
