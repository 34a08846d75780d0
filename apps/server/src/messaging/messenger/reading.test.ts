import { expect, test } from 'vitest';
import {
  answer,
  CHAT,
  chatOf,
  countUnread,
  dialogOf,
  dialogsOf,
  messagesOf,
  startMessenger,
  unreadOf,
  write,
} from './messenger.fixture.ts';

test('marking a message as read marks all earlier ones of the other side, and none of one’s own', async () => {
  const { centre, doctor, clinic } = await startMessenger();
  const first = await write(doctor, 'Раз');
  const own = await answer(centre, clinic, 'Да?');
  const second = await write(doctor, 'Два');
  const third = await write(doctor, 'Три');
  expect([await countUnread(centre), (await dialogsOf(centre))[0]?.isRead]).toEqual([1, false]);
  const markRead = (messageIDs: number[]) => centre.patch(`${dialogOf(clinic)}/mark-read`, { messageIDs });
  expect((await markRead([second.messageID])).status).toBe(204);
  const readByText = async () =>
    Object.fromEntries((await chatOf(doctor)).map(({ text, isRead }) => [text, isRead]));
  expect(await readByText()).toEqual({ Раз: true, 'Да?': false, Два: true, Три: false });
  expect([await countUnread(centre), (await dialogsOf(centre))[0]?.isRead]).toEqual([1, false]);
  expect((await markRead([third.messageID, first.messageID])).status).toBe(204);
  expect((await markRead([first.messageID])).status).toBe(204);
  expect(await readByText()).toEqual({ Раз: true, 'Да?': false, Два: true, Три: true });
  expect([await countUnread(centre), (await dialogsOf(centre))[0]?.isRead]).toEqual([0, true]);

  // the id of one’s own later message marks the earlier messages of the other side
  expect((await doctor.patch(`${CHAT}/mark-read`, { messageIDs: [third.messageID] })).status).toBe(204);
  expect(await readByText()).toEqual({ Раз: true, 'Да?': true, Два: true, Три: true });
  expect(
    (await messagesOf(centre, clinic)).find(({ messageID }) => messageID === own.messageID)?.isRead,
  ).toBe(true);
  // later messages are unread
  await answer(centre, clinic, 'Готово');
  await write(doctor, 'Спасибо');
  expect(await readByText()).toMatchObject({ Готово: false, Спасибо: false });
});

test('all assistants answer in the same dialog and share its read position', async () => {
  const { centre, doctor, clinic, as, make } = await startMessenger();
  const colleague = await as(await make.assistant({ name: 'Зимин Кирилл' }));
  expect(await unreadOf(centre)).toEqual({ unreadDialogs: 0, lastIncomingID: 0 });
  const { messageID } = await write(doctor, 'Кто на связи?');
  expect(await unreadOf(colleague)).toEqual({ unreadDialogs: 1, lastIncomingID: messageID });
  await answer(colleague, clinic, 'Кирилл');
  expect(await messagesOf(centre, clinic)).toMatchObject([
    { text: 'Кирилл', authorName: 'Зимин Кирилл' },
    { text: 'Кто на связи?' },
  ]);
  expect([await countUnread(centre), await countUnread(colleague)]).toEqual([1, 1]);
  await colleague.patch(`${dialogOf(clinic)}/mark-read`, { messageIDs: [messageID] });
  expect([await countUnread(centre), await countUnread(colleague)]).toEqual([0, 0]);
});
