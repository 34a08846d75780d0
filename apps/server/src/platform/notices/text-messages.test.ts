import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { deleteJobs, listJobs, makeKeyedJobsDue } from '../../testing/portal/queued-jobs.ts';
import { startServer } from '../../testing/portal/server.ts';
import { startTextGateway } from '../../testing/outside/text-gateway.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { readConfig } from '../settings/config.ts';
import { ConfigError } from '../settings/config-error.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { sendText } from '../outside/text-gateway/send-text.ts';
import { maintainOutbox } from '../outbox/maintain.ts';
import { deliverNotice, noticeOutbox } from './deliver.ts';
import { sendTextMessage } from './text-messages.ts';

const PHONE = '+79991234567';

const start = async (settings: Record<string, string> = {}) => {
  const gateway = await startTextGateway();
  const server = await startServer({ ...gateway.settings, ...settings });
  const { context } = server;
  const queue = (text = 'Ждём вас завтра в 10:00') =>
    context.db.transaction().execute(async (tx) => {
      const message = {
        to: { ofAccount: '8 (999) 123-45-67' },
        text,
        reason: 'test',
        now: server.clock.now(),
      };
      return (await sendTextMessage(tx, message)) ?? 0;
    });
  const noticeID = await queue();
  const find = () =>
    context.db.selectFrom('notices').selectAll().where('id', '=', noticeID).executeTakeFirstOrThrow();
  const signal = new AbortController().signal;
  const deliver = () => deliverNotice(context, { noticeID }, signal);
  return { ...server, gateway, queue, noticeID, find, deliver };
};

test('a message sent while the gateway is down arrives exactly once', async () => {
  const { gateway, work, find, context } = await start();
  await gateway.stop();
  await work();
  await until('the first attempt to fail', async () => (await find()).attempts === 1);
  expect(await find()).toMatchObject({ lastError: 'Нет связи со шлюзом сообщений', sentAt: null });
  await gateway.startAgain();
  await makeKeyedJobsDue(context.db);
  await until('the message', async () => (await find()).sentAt);
  expect(gateway.delivered).toMatchObject([{ to: PHONE, text: 'Ждём вас завтра в 10:00' }]);
  // the content is deleted
  expect(await find()).toMatchObject({ attempts: 2, content: '', lastError: null });
});

test('a message that was accepted without an answer is sent again with the same id, and arrives once', async () => {
  const { gateway, deliver, find } = await start();
  gateway.setAnswer((reply, { deliver: accept }) => {
    accept();
    reply.destroy();
  });
  await deliver();
  expect(await find()).toMatchObject({ sentAt: null, lastError: 'Нет связи со шлюзом сообщений' });
  gateway.accept();
  await deliver();
  const ids = gateway.received.map(({ url }) => new URL(url, 'http://x').searchParams.get('id'));
  expect(ids).toEqual([(await find()).uuid, (await find()).uuid]);
  expect(gateway.delivered).toHaveLength(1);
});

test('500 and 429 are retried, 429 not before its Retry-After, and a refused number is given up', async () => {
  const { gateway, deliver, find, clock, context } = await start();
  gateway.setAnswer((reply) => void reply.writeHead(500).end('Ошибка для +79991234567'));
  await deliver();
  // the error does not show the number in full
  expect(await find()).toMatchObject({ lastError: '500 Ошибка для +…67', failedAt: null });
  gateway.setAnswer((reply) => void reply.writeHead(429, { 'retry-after': '3600' }).end());
  await deliver();
  const { nextTryAt } = await find();
  expect(nextTryAt!.getTime() - clock.now().getTime()).toBeGreaterThan(3_500_000);
  const [job] = await listJobs(context.db, { task: 'send-notice' });
  expect(job?.runAt).toEqual(nextTryAt);
  gateway.setAnswer((reply) => void reply.writeHead(400).end('wrong number'));
  await deliver();
  expect(await find()).toMatchObject({ lastError: '400 wrong number', content: '', nextTryAt: null });
  expect((await find()).failedAt).not.toBe(null);
  await deliver();
  expect(gateway.received).toHaveLength(3);
});

test('no answer, a part of an answer and a redirect of the gateway are temporary errors', async () => {
  const gateway = await startTextGateway();
  const target = readConfig({ SMS_URL: gateway.settings.SMS_URL }).textGateways.sms!;
  const message = { id: 'x', number: 1, to: PHONE, text: 'x' };
  for (const answer of [() => undefined, (reply: ServerResponse) => void reply.writeHead(200).write('a')]) {
    gateway.setAnswer(answer);
    const sent = sendText(target, message, { withinMs: 300 });
    await expect(sent).rejects.toMatchObject({
      message: 'Шлюз сообщений не ответил вовремя',
      isPermanent: false,
    });
  }
  gateway.setAnswer((reply) => void reply.writeHead(307, { location: 'http://127.0.0.1:1/' }).end());
  await expect(sendText(target, message)).rejects.toMatchObject({ isPermanent: false });
});

test('an answer that does not match SMS_ACCEPT counts as a failure', async () => {
  const { gateway, deliver, find } = await start({ SMS_ACCEPT: '"status":"OK"' });
  gateway.setAnswer((reply) => void reply.writeHead(200).end('{"status":"ERROR","balance":0}'));
  await deliver();
  expect(await find()).toMatchObject({ sentAt: null, lastError: '200 {"status":"ERROR","balance":0}' });
  gateway.accept();
  await deliver();
  expect((await find()).sentAt).not.toBe(null);
});

test('a message is given up after a day of attempts, and an outdated one is not sent', async () => {
  const { gateway, deliver, find, clock } = await start();
  await gateway.stop();
  for (let state = await find(); !state.failedAt; state = await find()) {
    await deliver();
    const { nextTryAt } = await find();
    if (nextTryAt) clock.advance(nextTryAt.getTime() - clock.now().getTime());
  }
  expect(await find()).toMatchObject({ content: '', lastError: 'Нет связи со шлюзом сообщений' });

  const late = await start();
  late.clock.advance(DAY_MS);
  await late.deliver();
  expect(await late.find()).toMatchObject({
    lastError: 'Сообщение устарело, пока его не удавалось отправить',
  });
  expect(late.gateway.received).toEqual([]);
});

test('headers and a JSON body are filled in, and the log has no number and no text', async () => {
  const gateway = await startTextGateway();
  const server = await startServer({
    SMS_URL: gateway.address,
    SMS_HEADERS: '{"Authorization":"Bearer key","Idempotency-Key":"{id}"}',
    SMS_BODY: '{"to":"{digits}","text":"{text}","id":"{number}"}',
  });
  await server.work();
  const text = 'Кавычки " и \\ и\nстрока';
  const id = await server.context.db
    .transaction()
    .execute((tx) => sendTextMessage(tx, { to: { ofAccount: PHONE }, text, reason: 'test' }));
  await until('the message', () => gateway.delivered.length > 0);
  expect(gateway.delivered).toEqual([{ id: String(id), to: '79991234567', text }]);
  expect(gateway.received[0]).toMatchObject({
    method: 'POST',
    headers: {
      authorization: 'Bearer key',
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
      'content-type': 'application/json; charset=utf-8',
    },
  });
  await until('the log', () => server.logged.some((line) => line.includes('notice sent')));
  expect(server.logged.join('\n')).not.toMatch(/9991234567|Кавычки|Bearer/);
});

test('a message without a job gets a new one, and messages older than a month are deleted', async () => {
  const { context, clock } = await start();
  await deleteJobs(context.db, { task: 'send-notice' });
  await maintainOutbox(context, noticeOutbox);
  expect(await listJobs(context.db, { task: 'send-notice' })).toHaveLength(0);
  clock.advance(11 * 60_000);
  await maintainOutbox(context, noticeOutbox);
  expect(await listJobs(context.db, { task: 'send-notice' })).toHaveLength(1);
  clock.advance(31 * DAY_MS);
  await maintainOutbox(context, noticeOutbox);
  expect(await context.db.selectFrom('notices').selectAll().execute()).toEqual([]);
});

test('/metrics counts the messages by channel', async () => {
  const { nobody, address, deliver } = await start();
  const count = async (name: string) => {
    const text = String((await nobody.get(`${address}/metrics`)).body);
    return new RegExp(`^snimok_notices_${name}\\{channel="sms"\\} (\\d+)`, 'm').exec(text)?.[1];
  };
  expect(await count('waiting')).toBe('1');
  await deliver();
  expect([await count('waiting'), await count('sent_last_day')]).toEqual(['0', '1']);
});

test('gateway settings without a placeholder for number or text, or that cannot be parsed, are refused', () => {
  const read = (settings: Record<string, string>) => () => readConfig(settings);
  expect(read({ SMS_URL: 'https://sms.test/?text={text}' })).toThrow(ConfigError);
  expect(read({ MESSENGER_URL: 'https://chat.test/', MESSENGER_BODY: '{"to":"{to}"}' })).toThrow(
    'MESSENGER_URL',
  );
  expect(read({ SMS_HEADERS: 'Authorization: x' })).toThrow('SMS_HEADERS');
  expect(read({ SMS_ACCEPT: '(' })).toThrow('SMS_ACCEPT');
  expect(read({ SMS_URL: 'https://sms.test/?to={to}&text={text}' })().textGateways).toMatchObject({
    sms: { method: 'GET', body: null },
    messenger: null,
  });
});
