import { expect, test } from 'vitest';
import { sentenceOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';

const SENTENCE =
  'Слишком много неудачных попыток входа. Повторите позже или задайте новый пароль по ссылке «Забыли пароль?»';
const WINDOW_MS = 15 * 60_000;
const grant = { grant_type: 'client_credentials' };

/** Signs in from any client address. The portal trusts `x-forwarded-for` from a load balancer on the same machine. */
const signInFrom =
  ({ nobody }: TestServer) =>
  (email: string, password: string, address: string) =>
    nobody.post('/auth/token', grant, {
      authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
      'x-forwarded-for': address,
    });

/** Sets the failure count of every existing throttle. */
const pretendFailures = ({ context }: TestServer, failures: number) =>
  context.db.updateTable('throttles').set({ failures }).execute();

test('after ten wrong passwords the right one is refused from that address for a while, and accepted from others', async () => {
  const server = await startServer();
  const signIn = signInFrom(server);
  const { email, password } = await server.make.doctor();
  // sent concurrently: attempts at one account are compared one after another
  const tries = await Promise.all(
    Array.from({ length: 13 }, () => signIn(email, 'Не-тот-пароль-1', '203.0.113.5')),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(403), 429, 429, 429]);

  const refused = await signIn(email.toUpperCase(), password, '203.0.113.5');
  expect([refused.status, sentenceOf(refused)]).toEqual([429, SENTENCE]);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(WINDOW_MS / 1000 - 60);
  expect(seconds).toBeLessThanOrEqual(WINDOW_MS / 1000);
  // accepted: a colleague behind the same router, and the same doctor at home
  const colleague = await server.make.doctor();
  expect((await signIn(colleague.email, colleague.password, '203.0.113.5')).status).toBe(200);
  expect((await signIn(email, password, '198.51.100.7')).status).toBe(200);

  server.clock.advance(seconds * 1000);
  expect((await signIn(email, password, '203.0.113.5')).status).toBe(200);
});

test('a successful sign-in clears the failed attempts before it', async () => {
  const server = await startServer();
  const signIn = signInFrom(server);
  const { email, password } = await server.make.doctor();
  await signIn(email, 'Не-тот-пароль-1', '203.0.113.5');
  await pretendFailures(server, 9);
  expect((await signIn(email, password, '203.0.113.5')).status).toBe(200);
  const next = await signIn(email, 'Не-тот-пароль-1', '203.0.113.5');
  expect(next.status).toBe(403);
  expect((await signIn(email, password, '203.0.113.5')).status).toBe(200);
});

test('an account with many failures is refused on unknown devices for at most a minute', async () => {
  const server = await startServer();
  server.clock.freeze();
  const signIn = signInFrom(server);
  const { email, password } = await server.make.doctor();
  const other = await server.make.doctor();
  const pauses: number[] = [];
  for (let n = 0; n < 36; n++) {
    const reply = await signIn(email, 'Не-тот-пароль-1', `203.0.113.${n}`);
    if (reply.status === 403) continue;
    pauses.push(Number(reply.headers.get('retry-after')));
    server.clock.advance((pauses.at(-1) ?? 0) * 1000);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  await signIn(email, 'Не-тот-пароль-1', '203.0.113.99');
  const refused = await signIn(email, password, '198.51.100.99');
  expect([refused.status, sentenceOf(refused)]).toEqual([429, SENTENCE]);
  expect((await signIn(other.email, other.password, '198.51.100.99')).status).toBe(200);
  server.clock.advance(60_000);
  expect((await signIn(email, password, '198.51.100.99')).status).toBe(200);
});

test('an address with many failures is refused for every account, and an IPv6 /64 counts as one address', async () => {
  const server = await startServer();
  const signIn = signInFrom(server);
  const { email, password } = await server.make.doctor();
  await signIn('a@clinic.test', 'x', '203.0.113.5');
  await signIn('b@clinic.test', 'x', '2001:db8:1:2::5');
  await pretendFailures(server, 100);
  for (const address of [
    '203.0.113.5',
    '::ffff:203.0.113.5',
    '2001:db8:1:2:ffff::9',
    '2001:db8:1:2:3:4:5:6',
  ]) {
    const refused = await signIn(email, password, address);
    expect([address, refused.status]).toEqual([address, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  for (const address of ['203.0.113.6', '2001:db8:1:3::5']) {
    expect([address, (await signIn(email, password, address)).status]).toEqual([address, 200]);
  }
});

test('the table of throttles contains no address and no e-mail', async () => {
  const server = await startServer();
  await signInFrom(server)('anna@clinic.test', 'x', '203.0.113.5');
  const rows = await server.context.db.selectFrom('throttles').selectAll().execute();
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/anna|clinic|203/);
});
