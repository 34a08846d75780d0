import { expect, test } from 'vitest';
import { lastUnreadID, withRead, mergeMessages, type ThreadMessage } from './thread.ts';

const message = (messageID: number, wish: Partial<ThreadMessage> = {}): ThreadMessage => ({
  messageID,
  text: `Сообщение ${messageID}`,
  createdAt: '2026-11-21T09:30:00.000Z',
  isAnswer: messageID % 2 === 0,
  isRead: false,
  messageUUID: null,
  ...wish,
});
const ids = ({ messages }: { messages: ThreadMessage[] }) => messages.map(({ messageID }) => messageID);

test('whatever comes from the server and by announcement, each message stands once and in order', () => {
  const page = mergeMessages(undefined, [message(5), message(4), message(3)], { fetchedTo: 5 });
  const announced = mergeMessages(mergeMessages(page, [message(9)]), [message(9), message(4)]);
  expect(ids(announced)).toEqual([3, 4, 5, 9]);
  // what was announced may have a gap before it, so the next look begins where the last one ended
  expect(announced.fetchedTo).toBe(5);
  const older = mergeMessages(announced, [message(2), message(1)], { isComplete: true });
  expect([ids(older), older.isComplete, mergeMessages(older, []).isComplete]).toEqual([
    [1, 2, 3, 4, 5, 9],
    true,
    true,
  ]);
});

test('what one answer says is read stays read, and so is all of that side before it', () => {
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
  // nothing to change is the same thread, so that nothing is drawn again
  expect(withRead(both, false, 3)).toBe(both);
});
