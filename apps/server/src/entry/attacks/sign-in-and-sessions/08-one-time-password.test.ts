import { expect, test } from 'vitest';
import { insertAccount } from '../../../people/accounts/account-rows/accounts.ts';
import { hashPassword } from '../../../people/accounts/account-rows/passwords.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { requestCodes } from '../../../testing/callers/program.ts';
import { listRoutes } from '../../../testing/portal/routes.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

const OWN = 'Zub-Mudrosti-8';
const twice = (password: string) => ({ password, repeat_password: password });
const FORBIDDEN = [403, 'У вас нет прав на это действие'];
const USED = [
  403,
  'Пароль из письма уже использован для входа. Задайте свой пароль по ссылке «Забыли пароль?» на странице входа',
];
const EXPIRED = [
  403,
  'Срок действия пароля из письма истёк. Задайте свой пароль по ссылке «Забыли пароль?» на странице входа',
];

const passwordIn = (text: string) => /Пароль: (\S+)/.exec(text)?.[1] ?? '';

/** A new client and the password of her welcome letter. */
const invite = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  const email = 'anna@clinic.test';
  const { body } = await assistant.post('/assistant/doctors', { name: 'Анна', email });
  const { doctorID } = body as { doctorID: number };
  const { text } = await until('her letter', () => server.outbox[0]);
  return { ...server, server, assistant, email, doctorID, password: passwordIn(text) };
};

const openTo = ['DELETE /auth/token', 'PUT /auth/password'];
/** These endpoints require a credential of their own or none; a session has no effect on them. */
const withoutSession = [
  'POST /auth/token',
  'POST /auth/mfa',
  'POST /auth/passkey/options',
  'POST /auth/passkey',
  'GET /auth/sign-in-options',
  'POST /demo/session',
  'POST /demo/patient-link',
  'POST /auth/sso/start',
  'POST /auth/sso',
  'POST /auth/sso/logout',
  'POST /auth/invitation',
  'PUT /auth/invitation',
  'POST /auth/device',
  'POST /auth/password/reset/request',
  'PUT /auth/password/reset',
  'GET /openapi.json',
  'GET /identity',
  'GET /identity/logo',
  // a patient's visit: the credential is the token of its link
  'POST /visit',
  'POST /visit/free-days',
  'POST /visit/confirm',
  'POST /visit/move',
  'POST /visit/cancel',
  // a patient's link: the credential is the code on the printed sheet
  'POST /share-code',
];

test('the session of a one-time password opens nothing but the choice of another password', async () => {
  const { nobody, email, password } = await invite();
  const reply = await nobody.signIn(email, password);
  expect([reply.status, reply.body]).toMatchObject([
    200,
    { password_is_temporary: true, user_role: 'doctor' },
  ]);
  const routes = (await listRoutes(startServer))
    .filter((route) => route.includes(' /api/1/') && !/^(HEAD|OPTIONS) /.test(route))
    .map((route) => route.replace(' /api/1', ' '))
    .filter((route) => ![...openTo, ...withoutSession].includes(route));
  expect(routes.length).toBeGreaterThan(100);
  for (const route of routes) {
    const [method = '', url = ''] = route.split(' ');
    // these areas require credentials of their own and ignore a session
    const isOtherArea = /^\/(external|viewer)\//.test(url);
    const reply = await nobody.send(method, url.replace(/:\w+/g, '1'));
    expect([route, reply.status]).toEqual([route, isOtherArea ? 401 : 403]);
    if (!isOtherArea) expect([route, ...refusal(reply)]).toEqual([route, ...FORBIDDEN]);
  }
  expect((await nobody.put('/auth/password', twice(OWN))).status).toBe(204);
  expect((await nobody.get('/doctor/patients')).status).toBe(200);
});

test('a one-time password opens one session; after that only a reset link leads in', async () => {
  const { server, nobody, email, password, outbox } = await invite();
  expect((await nobody.signIn(email, password)).status).toBe(200);
  // as if the tab was closed before a password was chosen
  expect(refusal(await nobody.signIn(email, password))).toEqual(USED);
  expect(refusal(await nobody.signIn(email, 'Не-тот-пароль-1'))).toEqual([403, 'unauthorized_client']);
  await nobody.post('/auth/password/reset/request', { email });
  const { text } = await until('the reset letter', () => outbox[1]);
  const token = /forgot-password\/([\w-]+)$/m.exec(text)?.[1];
  expect((await nobody.put('/auth/password/reset', { token, ...twice(OWN) })).status).toBe(204);
  expect(refusal(await nobody.signIn(email, password))).toEqual([403, 'unauthorized_client']);
  expect((await nobody.signIn(email, OWN)).body).toMatchObject({ password_is_temporary: false });
  expect((await server.nobody.get('/doctor/me')).status).toBe(200);
});

test('only one of several concurrent sign-ins with a one-time password succeeds', async () => {
  const { address, email, password } = await invite();
  const replies = await Promise.all(Array.from({ length: 8 }, () => client(address).signIn(email, password)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(403)]);
});

test('a one-time password is refused after 72 hours, and so is the choice of another by its session', async () => {
  const { assistant, address, clock, nobody, email, password, outbox } = await invite({
    SESSION_MAX_AGE: '720h0m0s',
  });
  await assistant.post('/assistant/doctors', { name: 'Борис', email: 'boris@clinic.test' });
  const { text } = await until('his letter', () => outbox[1]);
  clock.advance(71 * HOUR_MS);
  expect((await nobody.signIn(email, password)).status).toBe(200);
  clock.advance(HOUR_MS);
  expect(refusal(await nobody.put('/auth/password', twice(OWN)))).toEqual(EXPIRED);
  const boris = client(address);
  expect(refusal(await boris.signIn('boris@clinic.test', passwordIn(text)))).toEqual(EXPIRED);
  expect(refusal(await boris.signIn('boris@clinic.test', 'Не-тот-пароль-1'))).toEqual([
    403,
    'unauthorized_client',
  ]);
});

test('the age of a one-time password is a setting', async () => {
  const { clock, nobody, email, password } = await invite({ WELCOME_PASSWORD_MAX_AGE: '2h0m0s' });
  clock.advance(2 * HOUR_MS);
  expect(refusal(await nobody.signIn(email, password))).toEqual(EXPIRED);
});

test('a new one-time password from the centre opens one session again', async () => {
  const { assistant, nobody, email, password, doctorID, outbox } = await invite();
  await nobody.signIn(email, password);
  await assistant.patch(`/assistant/doctors/${doctorID}/reset-password`);
  const { text } = await until('the letter', () => outbox[1]);
  expect((await nobody.get('/doctor/me')).status).toBe(401);
  expect((await nobody.signIn(email, passwordIn(text))).status).toBe(200);
  expect(refusal(await nobody.signIn(email, passwordIn(text)))).toEqual(USED);
});

test('a one-time password that an earlier version sets is valid for its full age and for one session', async () => {
  const { nobody, email, password, doctorID, context } = await invite();
  await nobody.signIn(email, password);
  // sets a password as an earlier version does, which does not know the columns for its age and its use
  const passwordHash = await hashPassword('Odnorazovyj-1');
  await context.pool.query(`update accounts set password_set_at = '2020-01-01' where id = $1`, [doctorID]);
  await context.db
    .updateTable('accounts')
    .set({ passwordHash, passwordIsTemporary: true })
    .where('id', '=', doctorID)
    .execute();
  expect((await nobody.signIn(email, 'Odnorazovyj-1')).status).toBe(200);
  expect(refusal(await nobody.signIn(email, 'Odnorazovyj-1'))).toEqual(USED);
});

test('an assistant with a one-time password cannot give an upload program access', async () => {
  const server = await startServer();
  const { context, nobody } = server;
  const account = { role: 'assistant', email: 'olga@clinic.test', name: 'Ольга', featureFlags: [] };
  await insertAccount(context.db, account, await hashPassword(OWN), true);
  const codes = await requestCodes(nobody);
  const assistant = await server.as({ id: 0, name: 'Ольга', email: account.email, password: OWN });
  expect(refusal(await assistant.patch(`${codes.path}/accept`))).toEqual(FORBIDDEN);
  expect(refusal(await codes.poll())).toEqual([400, 'authorization_pending']);
});

test('accounts with a password chosen by an operator stay usable', async () => {
  const server: TestServer = await startServer();
  const account = await server.make.doctor();
  for (let round = 0; round < 3; round++) {
    expect((await server.nobody.signIn(account.email, account.password)).status).toBe(200);
    server.clock.advance(100 * HOUR_MS);
  }
});
