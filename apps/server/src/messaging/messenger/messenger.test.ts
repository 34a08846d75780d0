import { randomUUID } from 'node:crypto';
import { getDialog, sendChatMessage } from '@snimok/contract/messaging/messenger';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import {
  answer,
  CHAT,
  chatOf,
  dialogOf,
  DIALOGS,
  dialogsOf,
  messagesOf,
  startMessenger,
  write,
} from './messenger.fixture.ts';

test('a client and the centre write to each other and see all messages, newest first', async () => {
  const { centre, doctor, clinic } = await startMessenger();
  expect(await chatOf(doctor)).toEqual([]);
  expect(await messagesOf(centre, clinic)).toEqual([]);
  const incoming = await write(doctor, 'Когда будет готов снимок?');
  const reply = await answer(centre, clinic, 'Через час');
  const expected = [
    { messageID: reply.messageID, text: 'Через час', isAnswer: true, isRead: false },
    { messageID: incoming.messageID, text: 'Когда будет готов снимок?', isAnswer: false, isRead: false },
  ];
  expect(await chatOf(doctor)).toMatchObject(expected);
  expect(await messagesOf(centre, clinic)).toMatchObject(
    expected.map((message) => ({ ...message, dialogID: clinic.id })),
  );
  expect((await messagesOf(centre, clinic)).map(({ authorName }) => authorName)).toEqual([
    'Орлова Дарья',
    'Белая линия',
  ]);
  expect((await chatOf(doctor)).every((message) => !('authorName' in message))).toBe(true);
});

test('the list contains the dialogs that have messages, the latest first, with the beginning of the last message', async () => {
  const { centre, doctor, clinic, as, make } = await startMessenger();
  const other = await make.doctor({ name: 'Ёлкин Пётр' });
  expect(await dialogsOf(centre)).toEqual([]);
  await write(doctor, 'Первое');
  await write(await as(other), 'Второе');
  expect((await dialogsOf(centre)).map(({ name }) => name)).toEqual(['Ёлкин Пётр', 'Белая линия']);
  const { createdAt } = await answer(centre, clinic, `${'а'.repeat(299)}🦷и дальше`);
  expect(await dialogsOf(centre)).toEqual([
    {
      dialogID: clinic.id,
      name: 'Белая линия',
      isAnswer: true,
      isRead: false,
      lastMessageCreatedAt: createdAt,
      lastMessageText: `${'а'.repeat(299)}🦷`,
      answerer: null,
    },
    expect.objectContaining({
      name: 'Ёлкин Пётр',
      isAnswer: false,
      isRead: false,
      lastMessageText: 'Второе',
    }),
  ]);
});

test('the centre finds a client who has not written yet by name, and writes first', async () => {
  const { centre, doctor, clinic, as, make } = await startMessenger();
  await write(doctor, 'Добрый день');
  const silent = await make.doctor({ name: 'Клиника «Ёлка»' });
  const found = await dialogsOf(centre, `?query=${encodeURIComponent('елка')}`);
  const empty = {
    dialogID: silent.id,
    name: 'Клиника «Ёлка»',
    isAnswer: false,
    isRead: true,
    lastMessageCreatedAt: null,
    lastMessageText: '',
    answerer: null,
  };
  expect(found).toEqual([empty]);
  expect(responseOf(getDialog, await centre.get(`${DIALOGS}/${silent.id}`))).toEqual(empty);
  expect((await dialogsOf(centre, `?query=${encodeURIComponent('линия')}`))[0]).toMatchObject({
    dialogID: clinic.id,
    lastMessageText: 'Добрый день',
  });
  expect(await dialogsOf(centre, '?query=ab')).toEqual([]);
  await answer(centre, silent, 'Ваш пациент записан');
  expect(await chatOf(await as(silent))).toMatchObject([{ text: 'Ваш пациент записан', isAnswer: true }]);
});

test('a client neither sees messages of another client nor marks them as read', async () => {
  const { centre, doctor, clinic, as, make } = await startMessenger();
  const otherDoctor = await as(await make.doctor());
  await write(doctor, 'Личное');
  const { messageID } = await answer(centre, clinic, 'Тоже личное');
  const later = await write(otherDoctor, 'Здравствуйте');
  expect(await chatOf(otherDoctor)).toMatchObject([{ text: 'Здравствуйте' }]);
  const notFound = [404, 'Сообщение не найдено'];
  expect(refusal(await otherDoctor.patch(`${CHAT}/mark-read`, { messageIDs: [messageID] }))).toEqual(
    notFound,
  );
  const inDialog = `${dialogOf(clinic)}/mark-read`;
  expect(refusal(await centre.patch(inDialog, { messageIDs: [later.messageID] }))).toEqual(notFound);
  expect((await chatOf(doctor)).map(({ isRead }) => isRead)).toEqual([false, false]);
  for (const path of [DIALOGS, dialogOf(clinic), `${DIALOGS}/${clinic.id}`, '/assistant/messenger/unread'])
    expect((await otherDoctor.get(path)).status).toBe(403);
  expect((await otherDoctor.post(`${dialogOf(clinic)}/send`, { text: 'Я' })).status).toBe(403);
  expect((await centre.post(`${CHAT}/send`, { text: 'Я' })).status).toBe(403);
});

test('a message sent several times under one messageUUID is stored once, also concurrently', async () => {
  const { centre, doctor, clinic, make, context } = await startMessenger();
  const { messageID } = await write(doctor, 'Добрый день');
  const body = { text: 'Снимок не открывается', messageUUID: randomUUID() };
  const replies = await Promise.all(Array.from({ length: 8 }, () => doctor.post(`${CHAT}/send`, body)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201]);
  const ids = replies.map((reply) => responseOf(sendChatMessage, reply).messageID);
  expect(new Set(ids).size).toBe(1);
  expect(await chatOf(doctor, `?after=${messageID}`)).toMatchObject([body]);
  const publications = await context.db
    .selectFrom('publications')
    .select('event')
    .where('event', 'is not', null)
    .execute();
  // two messages, each published to the centre and to the client
  expect(publications).toHaveLength(4);

  // the messageUUID is unique per author: another author may use it, the same author only for the same text and dialog
  expect((await centre.post(`${dialogOf(clinic)}/send`, body)).status).toBe(201);
  const conflict = [409, 'Под этим номером (messageUUID) уже отправлено другое сообщение'];
  expect(refusal(await doctor.post(`${CHAT}/send`, { ...body, text: 'Другое' }))).toEqual(conflict);
  const elsewhere = `${dialogOf(await make.doctor())}/send`;
  expect(refusal(await centre.post(elsewhere, body))).toEqual(conflict);
  // without a messageUUID each request makes a message
  await write(doctor, 'Ау');
  await write(doctor, 'Ау');
  expect(await chatOf(doctor)).toHaveLength(5);
  expect(await dialogsOf(centre)).toHaveLength(1);
});

test('pages in both directions show each message once after concurrent writes', async () => {
  const { centre, doctor, clinic, as, make } = await startMessenger();
  const colleague = await as(await make.assistant({ name: 'Зимин Кирилл' }));
  const otherDoctor = await as(await make.doctor());
  const writers = [
    (n: number) => write(doctor, `${n}`),
    (n: number) => answer(centre, clinic, `${n}`),
    (n: number) => answer(colleague, clinic, `${n}`),
    () => write(otherDoctor, 'мимо'),
  ];
  await write(doctor, 'начало');
  await Promise.all(Array.from({ length: 96 }, (_, n) => writers[n % writers.length]?.(n)));
  const all = (await pagesBack((query) => messagesOf(centre, clinic, query))).flat();
  expect(all).toHaveLength(73);
  const ids = all.map(({ messageID }) => messageID);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(all.map(({ text }) => text)).size).toBe(73);
  expect(
    (await pagesBack((query) => chatOf(doctor, query))).flat().map(({ messageID }) => messageID),
  ).toEqual(ids);

  const caughtUp: number[] = [];
  for (let after = 0; ; after = caughtUp.at(-1) ?? after) {
    const page = await messagesOf(colleague, clinic, `?after=${after}`);
    if (page.length === 0) break;
    caughtUp.push(...page.map(({ messageID }) => messageID).toReversed());
  }
  expect(caughtUp).toEqual(ids.toReversed());
  const [last = 0, , before = 0] = ids;
  const between = await chatOf(doctor, `?after=${before}&before=${last}`);
  expect(between.map(({ messageID }) => messageID)).toEqual(ids.slice(1, 2));
});

/** Reads pages backwards until there are no more; all but the last must be full. */
const pagesBack = async <Row extends { messageID: number }>(
  readPage: (query: string) => Promise<Row[]>,
): Promise<Row[][]> => {
  const pages: Row[][] = [];
  for (let query = ''; ; query = `?before=${pages.at(-1)?.at(-1)?.messageID}`) {
    const page = await readPage(query);
    if (page.length === 0) return pages;
    expect(pages.every(({ length }) => length === 30)).toBe(true);
    pages.push(page);
  }
};

test('each message and each change of the read position is published to both sides in their own format', async () => {
  const { centre, doctor, clinic, darya, context } = await startMessenger();
  const incoming = await write(doctor, 'Слышно?');
  const reply = await answer(centre, clinic, 'Да');
  await centre.patch(`${dialogOf(clinic)}/mark-read`, { messageIDs: [incoming.messageID] });
  await doctor.patch(`${CHAT}/mark-read`, { messageIDs: [reply.messageID] });
  // no change, so no event
  await doctor.patch(`${CHAT}/mark-read`, { messageIDs: [reply.messageID] });
  const eventsOn = async (channel: string) =>
    (
      await context.db
        .selectFrom('publications')
        .select('event')
        .where('channel', '=', channel)
        .where('event', 'is not', null)
        .orderBy('id')
        .execute()
    ).map(({ event }) => event);
  const dialogID = clinic.id;
  const readEvents = [
    { type: 'messages_read', data: { dialogID, messageID: incoming.messageID, isAnswer: false } },
    { type: 'messages_read', data: { dialogID, messageID: reply.messageID, isAnswer: true } },
  ];
  expect(await eventsOn(`#${clinic.id}`)).toEqual([
    { type: 'new_message', data: incoming },
    { type: 'new_message', data: { ...withoutDialog(reply), isRead: false } },
    ...readEvents,
  ]);
  expect(await eventsOn('$assistants_messages')).toEqual([
    { type: 'new_message', data: { ...incoming, dialogID, authorName: clinic.name } },
    { type: 'new_message', data: reply },
    ...readEvents,
  ]);
  expect(reply.authorName).toBe(darya.name);
});

const withoutDialog = ({
  dialogID: _dialog,
  authorName: _author,
  ...rest
}: Awaited<ReturnType<typeof answer>>) => rest;

test('the audit records who sent a message, but not its text', async () => {
  const { centre, doctor, clinic, context } = await startMessenger();
  await write(doctor, 'Секрет');
  await answer(centre, clinic, 'Тайна');
  const events = await context.db
    .selectFrom('auditEvents')
    .selectAll()
    .where('action', '=', 'message.send')
    .orderBy('id')
    .execute();
  expect(events).toMatchObject([
    { actorKind: 'doctor', doctorID: clinic.id },
    { actorKind: 'assistant', doctorID: clinic.id },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Секрет|Тайна/);
});
