import { finishFirstStart, readFirstStart } from '@snimok/contract/administration/first-start';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { totpAt } from '../../people/second-factors/totp.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { readConfigAtStart } from '../../platform/stored-settings/effective-config.ts';
import { findSettingsState } from '../../platform/stored-settings/queries.ts';
import { secretOf } from '../../testing/callers/second-factor.ts';
import { startMailServer } from '../../testing/outside/mail-server.ts';
import { during } from '../../testing/portal/locks.ts';
import { startServer } from '../../testing/portal/server.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { renewToken } from './state.ts';

const FINISHED = 'Портал уже настроен, и этот адрес больше не действует. Войдите в портал';
const person = {
  name: 'Анна Орлова',
  email: 'orlova@centre.test',
  password: 'Верхняя-8-челюсть',
  repeat_password: 'Верхняя-8-челюсть',
};

const start = async (settings: Record<string, string | undefined> = {}) => {
  const server = await startServer({ FIRST_START: 'browser', ...settings });
  const { context, nobody } = server;
  const token = (await renewToken(context)) ?? '';
  const call = (path: string, body: object = {}) => nobody.post(`/first-start/${path}`, { token, ...body });
  const state = async () => responseOf(readFirstStart, await call('state'));
  return { ...server, token, call, state };
};

test('until it is set up, the portal answers pages and calls with 503, and the first start is open', async () => {
  const { nobody, address, state } = await start();
  expect(refusal(await nobody.get('/doctor/studies'))).toEqual([
    503,
    expect.stringContaining('ещё не настроен'),
  ]);
  expect((await nobody.signIn('a@b.test', 'x')).status).toBe(503);
  const page = await nobody.get(`${address}/`, { accept: 'text/html' });
  expect([page.status, page.body]).toEqual([503, expect.stringContaining('Портал ещё не настроен')]);
  expect((await nobody.get(`${address}/storage/x`)).status).toBe(503);
  expect((await nobody.get(`${address}/first-start`, { accept: 'text/html' })).status).not.toBe(503);
  expect((await nobody.get(`${address}/readyz`)).status).toBe(200);
  expect(await state()).toEqual({
    steps: expect.arrayContaining(['centre', 'administrator', 'factor', 'mail', 'finish']),
    answered: [],
    email: '',
    centreName: '',
    canFillDemo: false,
  });
});

test('the answers of the first start make a portal in which the administrator signs in with a second factor', async () => {
  const { call, state, nobody, token, context, clock } = await start();
  clock.freeze();
  expect((await call('centre', { name: 'Центр «Резец»' })).status).toBe(204);
  expect((await call('administrator', person)).status).toBe(204);
  const { secret } = (await call('totp')).body as { secret: string };
  const code = totpAt(secretOf(secret), clock.now());
  expect((await call('totp/confirm', { code: '000000' })).status).toBe(400);
  expect((await call('totp/confirm', { code })).body).toEqual({
    recoveryCodes: expect.arrayContaining([expect.any(String)]),
  });
  expect(
    (await call('settings', { step: 'mail', changes: { MAIL_FROM: 'portal@centre.test' } })).status,
  ).toBe(204);
  expect(await state()).toMatchObject({
    answered: ['centre', 'administrator', 'factor', 'mail'],
    email: person.email,
    centreName: 'Центр «Резец»',
  });
  const before = await findSettingsState(context.db);
  expect(responseOf(finishFirstStart, await call('finish', { demo: false }))).toEqual({
    demoAccounts: [],
    publicURL: 'http://portal.test',
  });
  expect((await findSettingsState(context.db)).restarts).toBe(before.restarts + 1);
  expect((await readConfigAtStart(context, context.db)).mailFrom).toBe('portal@centre.test');
  for (const path of ['state', 'administrator', 'finish'])
    expect(refusal(await call(path, { ...person, demo: false }))).toEqual([410, FINISHED]);
  expect(await renewToken(context)).toBeNull();
  const signIn = await nobody.signIn(person.email, person.password);
  expect([signIn.status, JSON.stringify(signIn.body)]).toEqual([
    403,
    expect.stringContaining('mfa_required'),
  ]);
  expect(token).toHaveLength(43);
});

test('the end of the first start names the saved address of the portal', async () => {
  const { call } = await start({ PUBLIC_URL: undefined });
  await call('administrator', person);
  const changes = { PUBLIC_URL: 'https://portal.centre.test/' };
  expect((await call('settings', { step: 'address', changes })).status).toBe(204);
  const { publicURL } = responseOf(finishFirstStart, await call('finish', { demo: false }));
  expect(publicURL).toBe('https://portal.centre.test');
});

test('the token is stored as a hash and is in no line of the log', async () => {
  const { call, token, context, logged } = await start();
  await call('state');
  await call('administrator', { ...person, password: 'x' });
  const row = await context.db.selectFrom('firstStart').select('tokenHash').executeTakeFirstOrThrow();
  expect(row.tokenHash).toEqual(hashToken(token));
  expect(logged.join()).not.toContain(token);
  expect(logged.some((line) => line.includes('/first-start/state'))).toBe(true);
});

test('an address is valid for 24 hours, and a new one replaces it', async () => {
  const { call, context, clock } = await start();
  clock.advance(24 * 3_600_000 + 1);
  expect(refusal(await call('state'))).toEqual([410, expect.stringContaining('Срок адреса истёк')]);
  expect(await renewToken(context)).not.toBeNull();
  expect(refusal(await call('state'))).toEqual([403, expect.stringContaining('последний адрес')]);
});

test('wrong tokens are limited, and the right one is refused until the limit ends', async () => {
  const { nobody, call, clock } = await start();
  const guess = () => nobody.post('/first-start/state', { token: 'wrong' });
  const statuses = [];
  for (let tries = 0; tries < 21; tries += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([...Array(20).fill(403), 429]);
  expect((await call('state')).status).toBe(429);
  clock.advance(16 * 60_000);
  expect((await call('state')).status).toBe(200);
});

test('of two requests at once only one makes an administrator', async () => {
  const { call, context } = await start();
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and wait_event <> 'object' and datname = current_database()`;
  // no account can be inserted until both requests have begun
  const replies = await during(context, {
    hold: (tx) => sql`lock table accounts in share mode`.execute(tx),
    request: () =>
      Promise.all(
        ['a', 'b'].map((name) => call('administrator', { ...person, email: `${name}@centre.test` })),
      ),
    change: (tx) =>
      until('both requests to wait', async () => (await waiting.execute(tx)).rows[0]?.count === 2),
  });
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(await context.db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
});

test('an account that the command has made ends the first start', async () => {
  const { call, make, nobody } = await start();
  expect((await call('state')).status).toBe(200);
  const account = await make.assistant();
  expect(refusal(await call('state'))).toEqual([410, FINISHED]);
  expect((await nobody.signIn(account.email, account.password)).status).toBe(200);
});

test('a portal that is not set up in the browser has no first start', async () => {
  const { nobody, context } = await startServer();
  expect(await renewToken(context)).toBeNull();
  expect((await nobody.post('/first-start/state', { token: 'x' })).status).toBe(410);
});

test('weak passwords, settings of other steps and a finish without an administrator are refused', async () => {
  const { call } = await start();
  const weak = { ...person, password: 'Qwerty123', repeat_password: 'Qwerty123' };
  expect(refusal(await call('administrator', weak))).toEqual([
    400,
    expect.stringContaining('слишком простой'),
  ]);
  expect((await call('administrator', { ...person, repeat_password: 'x' })).status).toBe(400);
  expect((await call('settings', { step: 'mail', changes: { PUBLIC_URL: 'http://x.test' } })).status).toBe(
    400,
  );
  expect((await call('settings', { step: 'mail', changes: { MAIL_URL: 'ftp://x.test' } })).status).toBe(400);
  expect((await call('finish', { demo: false })).status).toBe(409);
  expect((await call('totp')).status).toBe(409);
});

test('steps whose settings the environment fixes are left out', async () => {
  // the tests of the portal set PUBLIC_URL
  const { state } = await start({ MAIL_URL: 'smtp://mail.test', MFA: 'off' });
  const { steps } = await state();
  for (const step of ['mail', 'address', 'factor']) expect(steps).not.toContain(step);
});

test('the test letter goes to the administrator', async () => {
  const { call } = await start();
  const mail = await startMailServer();
  const settings = { MAIL_URL: mail.url };
  expect((await call('test-letter', { settings })).status).toBe(409);
  await call('administrator', person);
  expect((await call('test-letter', { settings })).status).toBe(204);
  expect(mail.received).toMatchObject([{ to: person.email }]);
});

test('the demonstration data are made beside the administrator, and the centre keeps its name', async () => {
  const { call, context, as } = await start();
  context.config.databaseURL = undefined;
  await call('centre', { name: 'Центр «Резец»' });
  await call('administrator', person);
  const { demoAccounts } = responseOf(finishFirstStart, await call('finish', { demo: true }));
  expect(demoAccounts.map(({ role }) => role)).toContain('doctor');
  const admin = await as({ ...person, id: 0 } as never);
  expect((await admin.get('/identity')).body).toMatchObject({ name: 'Центр «Резец»' });
  expect((await context.db.selectFrom('patients').select('id').execute()).length).toBeGreaterThan(30);
});
