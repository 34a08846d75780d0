import { sendChatMessage } from '@snimok/contract/messaging/messenger';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { badIDs } from '../../testing/requests-and-waiting/pages.ts';
import { answer, CHAT, chatOf, dialogOf, DIALOGS, startMessenger, write } from './messenger.fixture.ts';

test('a message has 1 to 4000 characters; an error names the invalid field', async () => {
  const { centre, doctor, clinic, darya } = await startMessenger();
  const send = (body: unknown) => doctor.post(`${CHAT}/send`, body);
  const invalid: [unknown, string][] = [
    [{}, 'Введите текст (text)'],
    [{ text: 7 }, 'Текст (text): неверный тип значения'],
    [{ text: ' \n\t ' }, 'Введите текст (text)'],
    [{ text: '\u0000\u0007' }, 'Введите текст (text)'],
    [{ text: '🦷'.repeat(4001) }, 'Текст (text): не больше 4000 символов'],
    [{ text: 'а', messageUUID: 'один' }, 'Номер сообщения (messageUUID): неверный формат'],
  ];
  for (const [body, sentence] of invalid) {
    expect(refusal(await send(body))).toEqual([400, sentence]);
    expect(refusal(await centre.post(`${dialogOf(clinic)}/send`, body))).toEqual([400, sentence]);
  }
  for (const [text, stored] of [
    ['🦷'.repeat(4000), '🦷'.repeat(4000)],
    [' <b>жирно</b>\r\n\u0000и\u0007 дальше ', '<b>жирно</b>\nи дальше'],
    ['\ud800половина', '\ufffdполовина'],
  ] as const)
    expect(responseOf(sendChatMessage, await send({ text, unknown: 1 })).text).toBe(stored);

  for (const messageIDs of [[], ['1'], [0], [1.5], 'все', undefined, Array(1001).fill(1)])
    expect((await doctor.patch(`${CHAT}/mark-read`, { messageIDs })).status).toBe(400);
  for (const id of badIDs) {
    expect([id, (await centre.get(`${DIALOGS}/${id}/messages`)).status]).toEqual([id, 404]);
    expect([id, (await doctor.get(`${CHAT}?before=${id}`)).status]).toEqual([id, 400]);
  }
  const notFound = [404, 'Клиент для переписки не найден'];
  const assistants = `${DIALOGS}/${darya.id}`;
  for (const path of [`${DIALOGS}/1000000`, assistants]) {
    expect(refusal(await centre.get(`${path}/messages`))).toEqual(notFound);
    expect(refusal(await centre.post(`${path}/messages/send`, { text: 'Ау' }))).toEqual(notFound);
  }
});

test('with the chat switched off, its endpoints answer 404', async () => {
  const { centre, doctor, clinic } = await startMessenger({ CHAT_ENABLED: 'off' });
  for (const path of [DIALOGS, `${DIALOGS}/${clinic.id}`, dialogOf(clinic), '/assistant/messenger/unread'])
    expect((await centre.get(path)).status).toBe(404);
  expect((await doctor.get(CHAT)).status).toBe(404);
  // also with an invalid body: the setting is checked first
  for (const body of [{ text: 'Ау' }, {}]) {
    expect((await centre.post(`${dialogOf(clinic)}/send`, body)).status).toBe(404);
    expect((await doctor.post(`${CHAT}/send`, body)).status).toBe(404);
  }
  expect((await centre.patch(`${dialogOf(clinic)}/mark-read`, { messageIDs: [1] })).status).toBe(404);
  expect((await doctor.patch(`${CHAT}/mark-read`, { messageIDs: [1] })).status).toBe(404);
});

test('the number of messages per client is limited, the answers of the centre are not', async () => {
  const { centre, doctor, clinic, context, clock } = await startMessenger();
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
