import { createHmac } from 'node:crypto';
import {
  listWebhookMessages,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from '@snimok/contract/platform/webhooks';
import { expect, test } from 'vitest';
import { freeSlots, makeCentre, walkInPatient } from '../../testing/callers/booking.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { makeKeyedJobsDue } from '../../testing/portal/queued-jobs.ts';
import { sendFiles, sendStudy } from '../../testing/scans/sending.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { LOCAL, makeWebhook, startReceiver } from '../../testing/outside/webhook-receiver.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { lockWebhook } from './queries.ts';

const signatureWith = (secret: string, id: string, seconds: string, body: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')}`;

const logOf = async (assistant: TestClient, path: string) =>
  responseOf(listWebhookMessages, await assistant.get(`${path}/messages`)).messages;

const newest = async (assistant: TestClient, path: string) => (await logOf(assistant, path))[0];

/** A portal with a worker, a receiver on this machine and a webhook for all events of bookings. */
const startWith = async (...answer: Parameters<typeof startReceiver>) => {
  const server = await startServer(LOCAL);
  const centre = await makeCentre(server);
  const receiver = await startReceiver(...answer);
  const events = ['booking.made', 'booking.moved', 'booking.cancelled'];
  const webhook = await makeWebhook(centre.assistant, { url: receiver.url, events });
  return { ...server, ...centre, ...receiver, webhook };
};

test('receivers get signed messages about bookings, with ids and links, but no names', async () => {
  const portal = await startWith();
  const { assistant, doctor, at, day, locationID, account, received, webhook, work, context } = portal;
  const [first, second] = await freeSlots(doctor, at, day);
  const path = `/assistant${at}/${day}`;
  const request = { ...walkInPatient, doctorID: account.id };
  const { body } = await assistant.post(`${path}/${first?.slotUUID}`, request);
  const { bookingID } = body as { bookingID: number };
  // a refused booking causes no message
  expect((await assistant.post(`${path}/${first?.slotUUID}`, request)).status).toBe(409);
  const booking = `/assistant/schedule/bookings/${bookingID}`;
  const target = { locationID, date: day, slotUUID: second?.slotUUID };
  expect((await assistant.post(`${booking}/move`, target)).status).toBe(204);
  expect((await assistant.post(`${booking}/cancel`, { reason: 'Заболел' })).status).toBe(204);
  await work();
  await until('three messages', () => received.length === 3);
  const bodies = received.map((message) => JSON.parse(message.body) as { type: string });
  expect(bodies.map(({ type }) => type).toSorted()).toEqual([
    'booking.cancelled',
    'booking.made',
    'booking.moved',
  ]);
  for (const { body: text, headers } of received) {
    const { data, timestamp } = JSON.parse(text) as { data: object; timestamp: string };
    expect(data).toEqual({
      bookingID,
      locationID,
      doctorID: account.id,
      url: `http://portal.test/assistant-area/schedule?centre=${locationID}&date=${day}`,
      apiURL: `http://portal.test/api/1/assistant/schedule/locations/${locationID}/days?from=${day}`,
    });
    expect(Number.isNaN(Date.parse(timestamp))).toBe(false);
    const id = String(headers['webhook-id']);
    const seconds = String(headers['webhook-timestamp']);
    expect(id).toMatch(/^msg_[0-9a-f-]{36}$/);
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60);
    expect(headers['webhook-signature']).toBe(signatureWith(webhook.secret, id, seconds, text));
  }
  await until('the log', async () =>
    (await logOf(assistant, webhook.path)).every(({ status }) => status === 'delivered'),
  );
  expect(await newest(assistant, webhook.path)).toMatchObject({
    answerStatus: 204,
    attempts: 1,
    error: null,
  });
  const { rows } = await context.pool.query('select to_jsonb(webhooks)::text as row from webhooks');
  expect(rows[0].row).not.toContain(webhook.secret.slice(6));
});

test('a message that is not accepted is sent again with the same id, and the log shows the answer', async () => {
  const portal = await startWith((reply, count) => {
    if (count === 1) reply.writeHead(503).end(`перегрузка ${'x'.repeat(2000)}`);
    else reply.writeHead(200).end('принято');
  });
  const { assistant, received, webhook, work, context } = portal;
  await work();
  const { messageUUID } = responseOf(testWebhook, await assistant.post(`${webhook.path}/test`));
  const failed = await until('the first attempt', async () => {
    const message = await newest(assistant, webhook.path);
    return message?.attempts === 1 && message;
  });
  expect(failed).toMatchObject({ messageUUID, event: 'webhook.test', status: 'waiting', answerStatus: 503 });
  expect(failed.nextTryAt).not.toBeNull();
  expect(Buffer.byteLength(failed.answer ?? '')).toBe(1024);
  await makeKeyedJobsDue(context.db);
  await until('the delivery', async () => (await newest(assistant, webhook.path))?.status === 'delivered');
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
    `msg_${messageUUID}`,
    `msg_${messageUUID}`,
  ]);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(await newest(assistant, webhook.path)).toMatchObject({
    attempts: 2,
    answer: 'принято',
    nextTryAt: null,
  });
  await assistant.post(`${webhook.path}/messages/${messageUUID}/repeat`);
  await until('the repetition', () => received.length === 3);
});

test('a receiver that fails for two days is stopped, administrators get a letter, and events wait', async () => {
  let isRepaired = false;
  const portal = await startWith((reply) => void reply.writeHead(isRepaired ? 200 : 500).end());
  const { assistant, doctor, at, day, received, webhook, work, context, outbox } = portal;
  await assistant.post(`${webhook.path}/test`);
  // the attempts of the first day have failed
  await context.db.updateTable('webhookMessages').set({ attempts: 11 }).execute();
  await work();
  const status = async () =>
    responseOf(listWebhooks, await assistant.get('/assistant/integrations/webhooks')).webhooks[0];
  await until('the stop', async () => (await status())?.status === 'stopped');
  expect(await newest(assistant, webhook.path)).toMatchObject({ status: 'failed', attempts: 12 });
  const letter = await until('the letter', () =>
    outbox.find(({ subject }) => subject === 'Вебхук остановлен'),
  );
  expect(letter.text).toContain('Учётная система');
  expect(refusal(await assistant.post(`${webhook.path}/test`))).toEqual([
    409,
    'Вебхук приостановлен. Сначала возобновите его',
  ]);
  const [slot] = await freeSlots(doctor, at, day);
  expect((await assistant.post(`/assistant${at}/${day}/${slot?.slotUUID}`, walkInPatient)).status).toBe(201);
  expect(await status()).toMatchObject({ status: 'stopped', waitingCount: 1 });
  isRepaired = true;
  await assistant.put(`${webhook.path}/paused`, { paused: false });
  await until('the waiting message', async () => (await status())?.waitingCount === 0);
  expect(await status()).toMatchObject({ status: 'active' });
  expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({ type: 'booking.made' });
});

test('an event that occurs while an administrator changes the webhook is sent', async () => {
  const { assistant, doctor, at, day, received, webhook, work, context } = await startWith();
  const [slot] = await freeSlots(doctor, at, day);
  await context.db.transaction().execute(async (tx) => {
    await lockWebhook(tx, Number(webhook.path.split('/').at(-1)));
    const booked = await assistant.post(`/assistant${at}/${day}/${slot?.slotUUID}`, walkInPatient);
    expect(booked.status).toBe(201);
  });
  expect(await newest(assistant, webhook.path)).toMatchObject({ event: 'booking.made' });
  await work();
  await until('the message', () => received.length === 1);
});

test('a receiver that answers 410 gets no more messages', async () => {
  const { assistant, webhook, work } = await startWith((reply) => void reply.writeHead(410).end());
  await work();
  await assistant.post(`${webhook.path}/test`);
  await until('the end', async () => (await newest(assistant, webhook.path))?.status === 'failed');
  expect((await assistant.post(`${webhook.path}/test`)).status).toBe(409);
});

test('for a day after the secret is rotated, messages are signed with both secrets', async () => {
  const { assistant, received, webhook, work, clock, as, make } = await startWith();
  await work();
  const rotated = responseOf(rotateWebhookSecret, await assistant.post(`${webhook.path}/secret`));
  const signaturesOf = async (count: number) => {
    // the session of the first day has ended
    await (await as(await make.assistant())).post(`${webhook.path}/test`);
    await until('the message', () => received.length === count);
    const { headers, body } = received.at(-1) ?? { headers: {}, body: '' };
    const of = (secret: string) =>
      signatureWith(secret, String(headers['webhook-id']), String(headers['webhook-timestamp']), body);
    return [headers['webhook-signature'], of(rotated.secret), of(webhook.secret)];
  };
  const [both, fresh, previous] = await signaturesOf(1);
  expect(both).toBe(`${fresh} ${previous}`);
  clock.advance(DAY_MS);
  const [one, alone] = await signaturesOf(2);
  expect(one).toBe(alone);
});

test('messages are not sent into the internal network, nor without TLS', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  for (const [url, problem] of [
    ['https://10.0.0.1/', 'Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются'],
    ['http://ris.test/', 'Адрес должен начинаться с https://'],
    ['https://ris.test:4190/', 'Этот порт занят другим протоколом, на него сообщения не отправляются'],
  ]) {
    const reply = await assistant.post('/assistant/integrations/webhooks', {
      name: 'РИС',
      url,
      events: ['study.ready'],
    });
    expect(refusal(reply)).toEqual([400, problem]);
  }
  await server.work();
  const { path } = await makeWebhook(assistant, { url: 'https://localhost/', events: ['study.ready'] });
  await assistant.post(`${path}/test`);
  const message = await until('the attempt', async () => {
    const first = await newest(assistant, path);
    return first?.attempts === 1 && first;
  });
  expect(message).toMatchObject({
    status: 'waiting',
    answerStatus: null,
    error: 'Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются',
  });
});

test('a receiver gets the events of a processed study and of an upload that is held for another patient', async () => {
  const server = await startServer(LOCAL);
  const { make, as, work, context } = server;
  await work();
  const assistant = await as(await make.assistant());
  const { received, url } = await startReceiver();
  await makeWebhook(assistant, { url, events: ['study.ready', 'upload.held'] });
  const patient = await make.patient();
  const { studyID } = await make.study({ type: 'rg', patient });
  await setExamined(context, studyID, { day: '2026-02-27', time: '23:10', offset: '-05:00' });
  await sendStudy(assistant, studyID, [radiograph()]);
  const held = await make.study({ type: 'rg', patient: await make.patient({ name: 'Петрова Анна' }) });
  const uploadUUID = await sendFiles(assistant, held.studyID, [radiograph()]);
  const finalFiles = [radiograph().filename];
  await assistant.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles, holdIfDiffers: true });
  await until('both messages', () => received.length === 2);
  const bodies = received.map(({ body }) => JSON.parse(body) as { type: string; data: unknown });
  expect(bodies.map(({ type, data }) => [type, data])).toEqual([
    [
      'study.ready',
      {
        studyID,
        patientID: patient.patientID,
        doctorID: patient.doctorID,
        examinedAt: {
          day: '2026-02-27',
          time: '23:10',
          offset: '-05:00',
          instant: '2026-02-28T04:10:00.000Z',
          source: 'person',
        },
        url: `http://portal.test/assistant-area/doctors/${patient.doctorID}/patients/${patient.patientID}/studies#study-${studyID}`,
        apiURL: `http://portal.test/api/1/assistant/studies/${studyID}`,
      },
    ],
    ['upload.held', expect.objectContaining({ studyID: held.studyID, uploadUUID, examinedAt: null })],
  ]);
  expect(JSON.stringify(bodies)).not.toMatch(/Иванов|Петров/);
});
