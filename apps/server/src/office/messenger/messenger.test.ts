import { randomUUID } from 'node:crypto';
import {
  countUnreadDialogs,
  getDialog,
  listChatMessages,
  listDialogs,
  listMessages,
  sendChatMessage,
  sendMessage,
} from '@snimok/contract/messenger';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import type { Account } from '../../testing/make.ts';
import { badIDs } from '../../testing/pages.ts';
import { responseOf, refusal } from '../../testing/contract.ts';
import { startServer } from '../../testing/server.ts';

const DIALOGS = '/assistant/messenger/dialogs';
const CHAT = '/doctor/messenger/messages';
const dialogOf = ({ id }: Account) => `${DIALOGS}/${id}/messages`;

const open = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const { as, make } = server;
  const [darya, clinic] = [
    await make.assistant({ name: 'Орлова Дарья' }),
    await make.doctor({ name: 'Белая линия' }),
  ];
  return { ...server, clinic, darya, centre: await as(darya), doctor: await as(clinic) };
};

const write = async (doctor: TestClient, text: string) =>
  responseOf(sendChatMessage, await doctor.post(`${CHAT}/send`, { text }));
const answer = async (centre: TestClient, to: Account, text: string) =>
  responseOf(sendMessage, await centre.post(`${dialogOf(to)}/send`, { text }));

const dialogsOf = async (centre: TestClient, query = '') =>
  responseOf(listDialogs, await centre.get(`${DIALOGS}${query}`)).dialogs;
const messagesOf = async (centre: TestClient, of: Account, query = '') =>
  responseOf(listMessages, await centre.get(`${dialogOf(of)}${query}`)).messages;
const chatOf = async (doctor: TestClient, query = '') =>
  responseOf(listChatMessages, await doctor.get(`${CHAT}${query}`)).messages;
const counted = async (centre: TestClient) =>
  responseOf(countUnreadDialogs, await centre.get('/assistant/messenger/unread'));
const unreadIn = async (centre: TestClient) => (await counted(centre)).unreadDialogs;

test('a client and the centre write to each other, and each sees the whole of it, newest first', async () => {
  const { centre, doctor, clinic } = await open();
  expect(await chatOf(doctor)).toEqual([]);
  expect(await messagesOf(centre, clinic)).toEqual([]);
  const question = await write(doctor, 'Когда будет готов снимок?');
  const reply = await answer(centre, clinic, 'Через час');
  const seen = [
    { messageID: reply.messageID, text: 'Через час', isAnswer: true, isRead: false },
    { messageID: question.messageID, text: 'Когда будет готов снимок?', isAnswer: false, isRead: false },
  ];
  expect(await chatOf(doctor)).toMatchObject(seen);
  expect(await messagesOf(centre, clinic)).toMatchObject(
    seen.map((message) => ({ ...message, dialogID: clinic.id })),
  );
  expect((await messagesOf(centre, clinic)).map(({ authorName }) => authorName)).toEqual([
    'Орлова Дарья',
    'Белая линия',
  ]);
  expect((await chatOf(doctor)).every((message) => !('authorName' in message))).toBe(true);
});

test('the list holds the dialogs in which something was written, the last one first, with what was said', async () => {
  const { centre, doctor, clinic, as, make } = await open();
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
    },
    expect.objectContaining({
      name: 'Ёлкин Пётр',
      isAnswer: false,
      isRead: false,
      lastMessageText: 'Второе',
    }),
  ]);
});

test('the centre finds by name whoever has not written yet, and writes first', async () => {
  const { centre, doctor, clinic, as, make } = await open();
  await write(doctor, 'Добрый день');
  const quiet = await make.doctor({ name: 'Клиника «Ёлка»' });
  const found = await dialogsOf(centre, `?query=${encodeURIComponent('елка')}`);
  const empty = {
    dialogID: quiet.id,
    name: 'Клиника «Ёлка»',
    isAnswer: false,
    isRead: true,
    lastMessageCreatedAt: null,
    lastMessageText: '',
  };
  expect(found).toEqual([empty]);
  expect(responseOf(getDialog, await centre.get(`${DIALOGS}/${quiet.id}`))).toEqual(empty);
  expect((await dialogsOf(centre, `?query=${encodeURIComponent('линия')}`))[0]).toMatchObject({
    dialogID: clinic.id,
    lastMessageText: 'Добрый день',
  });
  expect(await dialogsOf(centre, '?query=ab')).toEqual([]);
  await answer(centre, quiet, 'Ваш пациент записан');
  expect(await chatOf(await as(quiet))).toMatchObject([{ text: 'Ваш пациент записан', isAnswer: true }]);
});

test('a message that is read marks all of the other side before it, and none of one’s own', async () => {
  const { centre, doctor, clinic } = await open();
  const [first, own, second] = [
    await write(doctor, 'Раз'),
    await answer(centre, clinic, 'Да?'),
    await write(doctor, 'Два'),
  ];
  const third = await write(doctor, 'Три');
  expect([await unreadIn(centre), (await dialogsOf(centre))[0]?.isRead]).toEqual([1, false]);
  const mark = (messageIDs: number[]) => centre.patch(`${dialogOf(clinic)}/mark-read`, { messageIDs });
  expect((await mark([second.messageID])).status).toBe(204);
  const readOf = async () =>
    Object.fromEntries((await chatOf(doctor)).map(({ text, isRead }) => [text, isRead]));
  expect(await readOf()).toEqual({ Раз: true, 'Да?': false, Два: true, Три: false });
  expect([await unreadIn(centre), (await dialogsOf(centre))[0]?.isRead]).toEqual([1, false]);
  expect((await mark([third.messageID, first.messageID])).status).toBe(204);
  expect((await mark([first.messageID])).status).toBe(204);
  expect(await readOf()).toEqual({ Раз: true, 'Да?': false, Два: true, Три: true });
  expect([await unreadIn(centre), (await dialogsOf(centre))[0]?.isRead]).toEqual([0, true]);

  // her own later message, as a client sends that marks the highest id of all
  expect((await doctor.patch(`${CHAT}/mark-read`, { messageIDs: [third.messageID] })).status).toBe(204);
  expect(await readOf()).toEqual({ Раз: true, 'Да?': true, Два: true, Три: true });
  expect(
    (await messagesOf(centre, clinic)).find(({ messageID }) => messageID === own.messageID)?.isRead,
  ).toBe(true);
  // what comes after is not read before it was written
  await answer(centre, clinic, 'Готово');
  await write(doctor, 'Спасибо');
  expect(await readOf()).toMatchObject({ Готово: false, Спасибо: false });
});

test('what another client was written is neither seen nor marked', async () => {
  const { centre, doctor, clinic, as, make } = await open();
  const stranger = await as(await make.doctor());
  await write(doctor, 'Личное');
  const { messageID } = await answer(centre, clinic, 'Тоже личное');
  const later = await write(stranger, 'Здравствуйте');
  expect(await chatOf(stranger)).toMatchObject([{ text: 'Здравствуйте' }]);
  const gone = [404, 'Сообщение не найдено'];
  expect(refusal(await stranger.patch(`${CHAT}/mark-read`, { messageIDs: [messageID] }))).toEqual(gone);
  const inDialog = `${dialogOf(clinic)}/mark-read`;
  expect(refusal(await centre.patch(inDialog, { messageIDs: [later.messageID] }))).toEqual(gone);
  expect((await chatOf(doctor)).map(({ isRead }) => isRead)).toEqual([false, false]);
  for (const path of [DIALOGS, dialogOf(clinic), `${DIALOGS}/${clinic.id}`, '/assistant/messenger/unread'])
    expect((await stranger.get(path)).status).toBe(403);
  expect((await stranger.post(`${dialogOf(clinic)}/send`, { text: 'Я' })).status).toBe(403);
  expect((await centre.post(`${CHAT}/send`, { text: 'Я' })).status).toBe(403);
});

test('what is sent twice under one id is one message, also at the same moment', async () => {
  const { centre, doctor, clinic, make, context } = await open();
  const { messageID } = await write(doctor, 'Добрый день');
  const body = { text: 'Снимок не открывается', messageUUID: randomUUID() };
  const replies = await Promise.all(Array.from({ length: 8 }, () => doctor.post(`${CHAT}/send`, body)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201]);
  const ids = replies.map((reply) => responseOf(sendChatMessage, reply).messageID);
  expect(new Set(ids).size).toBe(1);
  expect(await chatOf(doctor, `?after=${messageID}`)).toMatchObject([body]);
  const told = await context.db
    .selectFrom('publications')
    .select('event')
    .where('event', 'is not', null)
    .execute();
  // each of the two messages to the centre and to the client
  expect(told).toHaveLength(4);

  // under another's id one writes one's own; under one's own nothing else
  expect((await centre.post(`${dialogOf(clinic)}/send`, body)).status).toBe(201);
  const taken = [409, 'Под этим номером (messageUUID) уже отправлено другое сообщение'];
  expect(refusal(await doctor.post(`${CHAT}/send`, { ...body, text: 'Другое' }))).toEqual(taken);
  const elsewhere = `${dialogOf(await make.doctor())}/send`;
  expect(refusal(await centre.post(elsewhere, body))).toEqual(taken);
  // without an id each is a message of its own
  await write(doctor, 'Ау');
  await write(doctor, 'Ау');
  expect(await chatOf(doctor)).toHaveLength(5);
  expect(await dialogsOf(centre)).toHaveLength(1);
});

test('pages back and forth show each message once, though others write meanwhile', async () => {
  const { centre, doctor, clinic, as, make } = await open();
  const colleague = await as(await make.assistant({ name: 'Зимин Кирилл' }));
  const stranger = await as(await make.doctor());
  const writers = [
    (n: number) => write(doctor, `${n}`),
    (n: number) => answer(centre, clinic, `${n}`),
    (n: number) => answer(colleague, clinic, `${n}`),
    () => write(stranger, 'мимо'),
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

/** As a person scrolls up: each page but the last is full. */
const pagesBack = async <Row extends { messageID: number }>(
  ask: (query: string) => Promise<Row[]>,
): Promise<Row[][]> => {
  const pages: Row[][] = [];
  for (let query = ''; ; query = `?before=${pages.at(-1)?.at(-1)?.messageID}`) {
    const page = await ask(query);
    if (page.length === 0) return pages;
    expect(pages.every(({ length }) => length === 30)).toBe(true);
    pages.push(page);
  }
};

test('every assistant answers in the same dialog, and what one has read all have', async () => {
  const { centre, doctor, clinic, as, make } = await open();
  const colleague = await as(await make.assistant({ name: 'Зимин Кирилл' }));
  expect(await counted(centre)).toEqual({ unreadDialogs: 0, lastIncomingID: 0 });
  const { messageID } = await write(doctor, 'Кто на связи?');
  expect(await counted(colleague)).toEqual({ unreadDialogs: 1, lastIncomingID: messageID });
  await answer(colleague, clinic, 'Кирилл');
  expect(await messagesOf(centre, clinic)).toMatchObject([
    { text: 'Кирилл', authorName: 'Зимин Кирилл' },
    { text: 'Кто на связи?' },
  ]);
  expect([await unreadIn(centre), await unreadIn(colleague)]).toEqual([1, 1]);
  await colleague.patch(`${dialogOf(clinic)}/mark-read`, { messageIDs: [messageID] });
  expect([await unreadIn(centre), await unreadIn(colleague)]).toEqual([0, 0]);
});

test('each message and each mark is told to both sides in the shape that they read', async () => {
  const { centre, doctor, clinic, darya, context } = await open();
  const question = await write(doctor, 'Слышно?');
  const reply = await answer(centre, clinic, 'Да');
  await centre.patch(`${dialogOf(clinic)}/mark-read`, { messageIDs: [question.messageID] });
  await doctor.patch(`${CHAT}/mark-read`, { messageIDs: [reply.messageID] });
  // said before: nothing to tell
  await doctor.patch(`${CHAT}/mark-read`, { messageIDs: [reply.messageID] });
  const told = async (channel: string) =>
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
  const marks = [
    { type: 'messages_read', data: { dialogID, messageID: question.messageID, isAnswer: false } },
    { type: 'messages_read', data: { dialogID, messageID: reply.messageID, isAnswer: true } },
  ];
  expect(await told(`#${clinic.id}`)).toEqual([
    { type: 'new_message', data: question },
    { type: 'new_message', data: { ...withoutDialog(reply), isRead: false } },
    ...marks,
  ]);
  expect(await told('$assistants_messages')).toEqual([
    { type: 'new_message', data: { ...question, dialogID, authorName: clinic.name } },
    { type: 'new_message', data: reply },
    ...marks,
  ]);
  expect(reply.authorName).toBe(darya.name);
});

const withoutDialog = ({
  dialogID: _dialog,
  authorName: _author,
  ...rest
}: Awaited<ReturnType<typeof answer>>) => rest;

test('who writes is on record, without a word of what was written', async () => {
  const { centre, doctor, clinic, context } = await open();
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

test('a message is text of 1 to 4000 characters; what is wrong is said by the name of the field', async () => {
  const { centre, doctor, clinic, darya } = await open();
  const send = (body: unknown) => doctor.post(`${CHAT}/send`, body);
  const wrong: [unknown, string][] = [
    [{}, 'Текст (text): обязательное поле'],
    [{ text: 7 }, 'Текст (text): неверный тип значения'],
    [{ text: ' \n\t ' }, 'Текст (text): не может быть пустым'],
    [{ text: '\u0000\u0007' }, 'Текст (text): не может быть пустым'],
    [{ text: '🦷'.repeat(4001) }, 'Текст (text): не больше 4000 символов'],
    [{ text: 'а', messageUUID: 'один' }, 'Номер сообщения (messageUUID): неверный формат'],
  ];
  for (const [body, sentence] of wrong) {
    expect(refusal(await send(body))).toEqual([400, sentence]);
    expect(refusal(await centre.post(`${dialogOf(clinic)}/send`, body))).toEqual([400, sentence]);
  }
  for (const [text, kept] of [
    ['🦷'.repeat(4000), '🦷'.repeat(4000)],
    [' <b>жирно</b>\r\n\u0000и\u0007 дальше ', '<b>жирно</b>\nи дальше'],
    ['\ud800половина', '\ufffdполовина'],
  ] as const)
    expect(responseOf(sendChatMessage, await send({ text, unknown: 1 })).text).toBe(kept);

  for (const messageIDs of [[], ['1'], [0], [1.5], 'все', undefined, Array(1001).fill(1)])
    expect((await doctor.patch(`${CHAT}/mark-read`, { messageIDs })).status).toBe(400);
  for (const id of badIDs) {
    expect([id, (await centre.get(`${DIALOGS}/${id}/messages`)).status]).toEqual([id, 404]);
    expect([id, (await doctor.get(`${CHAT}?before=${id}`)).status]).toEqual([id, 400]);
  }
  const nobodys = [404, 'Клиент для переписки не найден'];
  const assistants = `${DIALOGS}/${darya.id}`;
  for (const path of [`${DIALOGS}/1000000`, assistants]) {
    expect(refusal(await centre.get(`${path}/messages`))).toEqual(nobodys);
    expect(refusal(await centre.post(`${path}/messages/send`, { text: 'Ау' }))).toEqual(nobodys);
  }
});

test('switched off, the chat is nowhere', async () => {
  const { centre, doctor, clinic } = await open({ CHAT_ENABLED: 'off' });
  for (const path of [DIALOGS, `${DIALOGS}/${clinic.id}`, dialogOf(clinic), '/assistant/messenger/unread'])
    expect((await centre.get(path)).status).toBe(404);
  expect((await doctor.get(CHAT)).status).toBe(404);
  // also before a word of it is read
  for (const body of [{ text: 'Ау' }, {}]) {
    expect((await centre.post(`${dialogOf(clinic)}/send`, body)).status).toBe(404);
    expect((await doctor.post(`${CHAT}/send`, body)).status).toBe(404);
  }
  expect((await centre.patch(`${dialogOf(clinic)}/mark-read`, { messageIDs: [1] })).status).toBe(404);
  expect((await doctor.patch(`${CHAT}/mark-read`, { messageIDs: [1] })).status).toBe(404);
});

test('a program that has run wild on a client’s account is stopped, and the centre is not', async () => {
  const { centre, doctor, clinic, context, clock } = await open();
  await write(doctor, 'Первое');
  await context.db.updateTable('throttles').set({ failures: 899 }).execute();
  await write(doctor, 'Девятисотое');
  const flood = await doctor.post(`${CHAT}/send`, { text: 'Ещё одно' });
  expect(refusal(flood)).toEqual([429, 'Слишком много сообщений подряд. Повторите позже']);
  expect(Number(flood.headers.get('retry-after'))).toBeGreaterThan(0);
  await answer(centre, clinic, 'Что у вас случилось?');
  expect((await chatOf(doctor)).map(({ text }) => text)).toEqual([
    'Что у вас случилось?',
    'Девятисотое',
    'Первое',
  ]);
  clock.advance(15 * 60_000);
  await write(doctor, 'Всё хорошо');
});
