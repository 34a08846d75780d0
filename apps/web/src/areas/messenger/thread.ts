import type { ChatMessage } from '@snimok/contract/messenger';
import type { z } from 'zod';

/** As either side reads it; the centre also sees who wrote. */
export type ThreadMessage = z.output<typeof ChatMessage> & { authorName?: string };

/** As much of a dialog as is known here. */
export interface Thread {
  /** oldest first */
  messages: ThreadMessage[];
  /** begins with the very first message */
  whole: boolean;
  /** up to this id nothing is missing: what was announced after it may have a gap before it */
  fetchedTo: number;
}

const NOTHING: Thread = { messages: [], whole: false, fetchedTo: 0 };

/** What two answers know together: each message once, in order, and read when either says so. */
export function merged(
  thread: Thread = NOTHING,
  messages: ThreadMessage[],
  { whole = false, fetchedTo = 0 }: Partial<Thread> = {},
): Thread {
  const known = new Map(thread.messages.map((message) => [message.messageID, message]));
  for (const message of messages) {
    const before = known.get(message.messageID);
    known.set(message.messageID, { ...message, isRead: message.isRead || before?.isRead === true });
  }
  const inOrder = [...known.values()].toSorted((a, b) => a.messageID - b.messageID);
  const both = {
    messages: inOrder,
    whole: thread.whole || whole,
    fetchedTo: Math.max(thread.fetchedTo, fetchedTo),
  };
  return [true, false].reduce((result, side) => markedRead(result, side, lastRead(inOrder, side)), both);
}

/** Reading covers all of one side up to a message. */
export function markedRead(thread: Thread, isAnswer: boolean, messageID: number): Thread {
  const covers = (message: ThreadMessage) =>
    message.isAnswer === isAnswer && !message.isRead && message.messageID <= messageID;
  if (!thread.messages.some(covers)) return thread;
  return {
    ...thread,
    messages: thread.messages.map((message) => (covers(message) ? { ...message, isRead: true } : message)),
  };
}

const lastRead = (messages: ThreadMessage[], isAnswer: boolean): number =>
  messages.findLast((message) => message.isAnswer === isAnswer && message.isRead)?.messageID ?? 0;

/** The last message of one side; 0 when there is none. */
export const lastOf = (thread: Thread, isAnswer: boolean): number =>
  thread.messages.findLast((message) => message.isAnswer === isAnswer)?.messageID ?? 0;

/** The highest that one side wrote and the other has not read: the one id that is sent to mark them all. */
export const lastUnread = (thread: Thread, isAnswer: boolean): number | undefined =>
  thread.messages.findLast((message) => message.isAnswer === isAnswer && !message.isRead)?.messageID;
