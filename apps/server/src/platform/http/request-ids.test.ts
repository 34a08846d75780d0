import { request } from 'node:http';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MailRefusal } from '../outside/mail/mail.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const fromBalancer = '7c1f0a52d3e94b6f8a1b2c3d4e5f6071';
const client = { name: 'Клиника', email: 'clinic@clinic.test' };

/** What was logged as `words`, oldest first. */
const linesOf = (logged: string[], words: string) =>
  logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === words);

test('one id leads from the balancer over the request and its job to the letter, the second try too', async () => {
  const { as, make, context, logged, outbox, work } = await startServer();
  const assistant = await as(await make.assistant());
  const { mail } = context;
  context.mail = { ...mail, send: () => Promise.reject(new MailRefusal('451 later', false)) };
  await work();
  const made = await assistant.post('/assistant/doctors', client, { 'x-request-id': fromBalancer });
  expect(made.headers.get('x-request-id')).toBe(fromBalancer);
  expect(linesOf(logged, 'request').at(-1)).toMatchObject({
    requestID: fromBalancer,
    route: '/api/1/assistant/doctors',
  });

  const requestID = fromBalancer;
  await until('the first try', () => linesOf(logged, 'letter not sent yet').length > 0);
  expect(linesOf(logged, 'letter not sent yet')).toMatchObject([{ requestID }]);
  context.mail = mail;
  await until('the second try', async () => {
    await sql`update graphile_worker._private_jobs set run_at = now() where key is not null`.execute(
      context.db,
    );
    return outbox[0];
  });
  const jobs = () => linesOf(logged, 'job done').filter(({ job }) => job === 'send-letter');
  await until('the lines of both tries', () => jobs().length === 2);
  const { id, messageUUID } = await context.db
    .selectFrom('letters')
    .select(['id', 'messageUUID'])
    .executeTakeFirstOrThrow();
  expect(linesOf(logged, 'letter sent')).toMatchObject([{ requestID, letterID: id, messageUUID }]);
  for (const line of jobs()) expect(line).toMatchObject({ requestID, attempt: 1 });
});

test('what is asked for in a body that comes slowly has its request too', async () => {
  const { as, make, address, context } = await startServer();
  const { cookie } = await as(await make.assistant());
  const headers = { cookie, 'content-type': 'application/json', 'x-request-id': fromBalancer };
  const [begin, end] = [JSON.stringify(client).slice(0, 10), JSON.stringify(client).slice(10)];
  await new Promise<void>((resolve, reject) => {
    const slow = request(`${address}/api/1/assistant/doctors`, { method: 'POST', headers }, (reply) =>
      reply.resume().once('end', resolve),
    );
    slow.once('error', reject);
    slow.write(begin);
    // long enough for the server to wait for the second half
    setTimeout(() => slow.end(end), 100);
  });
  const { rows } = await context.pool.query(
    `select payload->>'requestID' as id from graphile_worker._private_jobs where key like 'send-letter:%'`,
  );
  expect(rows).toEqual([{ id: fromBalancer }]);
});

test('a request without an id gets one, and nobody writes words of his own into the log', async () => {
  const { nobody, logged } = await startServer();
  const given = ['', 'Иванов', 'anna@clinic.test', 'a'.repeat(32), `${fromBalancer}\t"x"`, 'a'.repeat(65)];
  const answered: string[] = [];
  for (const id of given) {
    const reply = await nobody.get('/settings/none', { 'x-request-id': encodeURI(id) });
    answered.push(reply.headers.get('x-request-id') ?? '');
  }
  // of these only the fourth is an id
  expect(answered.map((id, i) => id === given[i])).toEqual([false, false, false, true, false, false]);
  for (const id of answered) expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(new Set(answered).size).toBe(given.length);
  expect(linesOf(logged, 'request').map(({ requestID }) => requestID)).toEqual(answered);
});

test('a failure of ours is found by the id that its answer names', async () => {
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
