import { expect, test } from 'vitest';
import { lastUnreadID, withRead, mergeMessages, type ThreadMessage } from './thread.ts';

const message = (messageID: number, fields: Partial<ThreadMessage> = {}): ThreadMessage => ({
  messageID,
  text: `Сообщение ${messageID}`,
  createdAt: '2026-11-21T09:30:00.000Z',
  isAnswer: messageID % 2 === 0,
  isRead: false,
  messageUUID: null,
  ...fields,
});
const ids = ({ messages }: { messages: ThreadMessage[] }) => messages.map(({ messageID }) => messageID);

test('each message occurs once and in order, whether it arrives in a response or as an event', () => {
  const page = mergeMessages(undefined, [message(5), message(4), message(3)], { fetchedTo: 5 });
  const extended = mergeMessages(mergeMessages(page, [message(9)]), [message(9), message(4)]);
  expect(ids(extended)).toEqual([3, 4, 5, 9]);
  // messages may be missing before one that arrived as an event, so the next request starts at the last
  // fetched id
  expect(extended.fetchedTo).toBe(5);
  const older = mergeMessages(extended, [message(2), message(1)], { isComplete: true });
  expect([ids(older), older.isComplete, mergeMessages(older, []).isComplete]).toEqual([
    [1, 2, 3, 4, 5, 9],
    true,
    true,
  ]);
});

test('a read message stays read, and so do all earlier messages of the same author', () => {
  const thread = mergeMessages(
    undefined,
    [1, 2, 3, 4, 5].map((id) => message(id)),
  );
  const read = mergeMessages(thread, [message(4, { isRead: true })]);
  expect(read.messages.map(({ isRead }) => isRead)).toEqual([false, true, false, true, false]);
  expect(mergeMessages(read, [message(4)]).messages.find(({ messageID }) => messageID === 4)?.isRead).toBe(
    true,
  );
  expect([lastUnreadID(read, true), lastUnreadID(read, false)]).toEqual([undefined, 5]);
  const both = withRead(read, false, 3);
  expect(both.messages.map(({ isRead }) => isRead)).toEqual([true, true, true, true, false]);
  // without a change it is the same object, so that nothing is rendered again
  expect(withRead(both, false, 3)).toBe(both);
});
