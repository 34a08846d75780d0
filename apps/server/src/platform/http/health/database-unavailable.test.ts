import { expect, test } from 'vitest';
import { REQUEST_TIMEOUTS } from '../../db/client.ts';
import { startOtherAPI } from '../../../testing/portal/other-process.ts';
import { startTCPProxy } from '../../../testing/requests-and-waiting/tcp-proxy.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

const UNAVAILABLE = { error: 'Портал временно недоступен. Подождите минуту и повторите' };

/** An API whose connection to the database can be cut, and a signed-in assistant. */
const startCuttable = async () => {
  const first = await startServer();
  const databaseURL = first.context.pool.options.connectionString ?? '';
  const line = await startTCPProxy(databaseURL);
  const { nobody, address, context } = await startOtherAPI(first, {
    databaseURL: line.urlThroughProxy(databaseURL),
    timeouts: REQUEST_TIMEOUTS,
  });
  const { email, password } = await first.make.assistant();
  await nobody.signIn(email, password);
  const list = () => nobody.get('/assistant/doctors');
  const ready = async () => (await nobody.get(`${address}/readyz`)).status;
  expect([(await list()).status, await ready()]).toEqual([200, 200]);
  return { line, list, ready, nobody, context, logged: first.logged };
};

test('the portal answers 503 with one sentence while the database is unreachable, and recovers by itself', async () => {
  const { line, list, ready, nobody, logged } = await startCuttable();
  line.disconnect();
  const refused = await list();
  expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([503, UNAVAILABLE, '5']);
  expect(await ready()).toBe(503);
  expect(await nobody.signIn('a@b.test', 'Wrong-password-1')).toMatchObject({ status: 503 });
  expect(logged.some((text) => text.includes('"request failed"'))).toBe(true);
  line.reconnect();
  expect((await list()).status).toBe(200);
  expect(await ready()).toBe(200);
});

test('requests to a database that does not answer time out, and their connections are not reused', async () => {
  const { line, list, ready, context } = await startCuttable();
  line.stall();
  // some use an open connection, others have to open one
  const refused = await Promise.all(Array.from({ length: 12 }, list));
  expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(
    Array.from({ length: 12 }, () => ({ status: 503, body: UNAVAILABLE })),
  );
  expect(await ready()).toBe(503);
  line.reconnect();
  await until('the end of all earlier connections', () => context.pool.totalCount === context.pool.idleCount);
  const answered = await Promise.all(Array.from({ length: 12 }, list));
  expect(answered.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  expect(await ready()).toBe(200);
});

test('a session uses our keepalive settings unless DATABASE_URL has its own', async () => {
  const { context } = await startServer();
  const shown = async (name: string) => (await context.pool.query(`show ${name}`)).rows[0];
  expect(await shown('tcp_keepalives_idle')).toEqual({ tcp_keepalives_idle: '5' });
  expect(await shown('tcp_user_timeout')).toEqual({ tcp_user_timeout: '14000' });
  const url = new URL(context.pool.options.connectionString ?? '');
  url.searchParams.set('options', '-c tcp_keepalives_idle=33');
  const { context: other } = await startOtherAPI({ context }, { databaseURL: String(url) });
  expect((await other.pool.query('show tcp_keepalives_idle')).rows).toEqual([{ tcp_keepalives_idle: '33' }]);
});
