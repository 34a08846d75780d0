import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { MessageRefusal } from '../outside/message-refusal.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { listJobs, makeKeyedJobsDue } from '../../testing/portal/queued-jobs.ts';

const fromBalancer = '7c1f0a52d3e94b6f8a1b2c3d4e5f6071';
const client = { name: 'Клиника', email: 'clinic@clinic.test' };

/** The log lines with this message, oldest first. */
const linesOf = (logged: string[], message: string) =>
  logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === message);

test('the request id from the proxy is in the log lines of the request, its job and all attempts at its letter', async () => {
  const { as, make, context, logged, outbox, work } = await startServer();
  const assistant = await as(await make.assistant());
  const { mail } = context;
  context.mail = { ...mail, send: () => Promise.reject(new MessageRefusal('451 later')) };
  await work();
  const made = await assistant.post('/assistant/doctors', client, { 'x-request-id': fromBalancer });
  expect(made.headers.get('x-request-id')).toBe(fromBalancer);
  expect(linesOf(logged, 'request').at(-1)).toMatchObject({
    requestID: fromBalancer,
    route: '/api/1/assistant/doctors',
  });

  const requestID = fromBalancer;
  await until('the first attempt', () => linesOf(logged, 'letter not sent yet').length > 0);
  expect(linesOf(logged, 'letter not sent yet')).toMatchObject([{ requestID }]);
  context.mail = mail;
  await until('the second attempt', async () => {
    await makeKeyedJobsDue(context.db);
    return outbox[0];
  });
  const jobs = () => linesOf(logged, 'job done').filter(({ job }) => job === 'send-letter');
  await until('the lines of both attempts', () => jobs().length === 2);
  const { id, messageUUID } = await context.db
    .selectFrom('letters')
    .select(['id', 'messageUUID'])
    .executeTakeFirstOrThrow();
  expect(linesOf(logged, 'letter sent')).toMatchObject([{ requestID, letterID: id, messageUUID }]);
  for (const line of jobs()) expect(line).toMatchObject({ requestID, attempt: 1 });
});

test('a job queued by a request with a slow body has its request id', async () => {
  const { app, as, make, address, context } = await startServer();
  const { cookie } = await as(await make.assistant());
  const headers = { cookie, 'content-type': 'application/json', 'x-request-id': fromBalancer };
  const begin = JSON.stringify(client).slice(0, 10);
  const end = JSON.stringify(client).slice(10);
  await new Promise<void>((resolve, reject) => {
    const slow = request(`${address}/api/1/assistant/doctors`, { method: 'POST', headers }, (reply) =>
      reply.resume().once('end', resolve),
    );
    slow.once('error', reject);
    app.server.once('request', (received: IncomingMessage) => {
      until('the server to read the body', () => received.listenerCount('data') > 0).then(
        () => slow.end(end),
        reject,
      );
    });
    slow.write(begin);
  });
  const letters = await listJobs(context.db, { task: 'send-letter' });
  expect(letters.map(({ payload }) => payload.requestID)).toEqual([fromBalancer]);
});

test('a request without a valid id gets a new one, so clients cannot write text into the log', async () => {
  const { nobody, logged } = await startServer();
  const given = ['', 'Иванов', 'anna@clinic.test', 'a'.repeat(32), `${fromBalancer}\t"x"`, 'a'.repeat(65)];
  const answered: string[] = [];
  for (const id of given) {
    const reply = await nobody.get('/settings/none', { 'x-request-id': encodeURI(id) });
    answered.push(reply.headers.get('x-request-id') ?? '');
  }
  // only the fourth is a valid id
  expect(answered.map((id, i) => id === given[i])).toEqual([false, false, false, true, false, false]);
  for (const id of answered) expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(new Set(answered).size).toBe(given.length);
  expect(linesOf(logged, 'request').map(({ requestID }) => requestID)).toEqual(answered);
});

test('the log line of an internal error has the request id of the response', async () => {
  const { as, make, context, logged } = await startServer();
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study({ status: 'done' });
  context.storage.presign = async () => {
    throw new Error('the store is away');
  };
  const reply = await assistant.get(`/assistant/studies/${studyID}/download`);
  expect(reply.status).toBe(500);
  expect(linesOf(logged, 'request failed')).toMatchObject([
    { requestID: reply.headers.get('x-request-id'), err: { message: 'the store is away' } },
  ]);
});
