import {
  completeSignIn,
  getSignInOptions,
  MFARequired,
  signInWithPasskey,
} from '@snimok/contract/people/auth';
import { getSecondFactors, startPasskey } from '@snimok/contract/people/second-factors';
import { expect, test } from 'vitest';
import { Authenticator } from '../../../testing/callers/authenticator.ts';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import {
  passkeyOptions,
  passwordStep,
  withPasskey,
  withTOTP,
} from '../../../testing/callers/second-factor.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { disableAccount, setPassword } from '../account-rows/accounts.ts';
import { hashPassword } from '../account-rows/passwords.ts';

const WRONG = [403, 'Ключ доступа не подошёл. Попробуйте ещё раз или войдите с паролем'];
const NOT_ADDED = [400, 'Ключ доступа не добавлен: время вышло, или ответ браузера неверен. Начните ещё раз'];

/** Signs in with the passkey alone in a new browser. */
const signInBy = async (server: TestServer, key: Authenticator, forged = {}) => {
  const browser = client(server.address);
  const assertion = key.get(await passkeyOptions(browser), forged);
  return { browser, assertion, reply: await browser.post('/auth/passkey', assertion) };
};

test('a passkey alone replaces e-mail and password, and makes the device known', async () => {
  const server = await startServer();
  const { account, key, owner, recoveryCodes } = await withPasskey(server, await server.make.assistant());
  expect(recoveryCodes).toHaveLength(10);
  const { browser, reply } = await signInBy(server, key);
  expect(responseOf(signInWithPasskey, reply)).toMatchObject({
    user_id: account.id,
    user_role: 'assistant',
    second_factor_required: false,
  });
  expect(reply.headers.getSetCookie().some((cookie) => cookie.startsWith('snimok_device_'))).toBe(true);
  expect((await browser.get('/assistant/settings')).status).toBe(200);
  const { passkeys } = responseOf(getSecondFactors, await owner.get('/account/second-factors'));
  expect(passkeys).toMatchObject([{ name: 'Ноутбук', lastUsedAt: expect.any(String) }]);
  const event = await server.context.db
    .selectFrom('auditEvents')
    .select('details')
    .where('action', '=', 'account.sign-in')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(event?.details).toEqual({ role: 'assistant', secondFactor: 'passkey', password: 'none' });
});

test('a passkey completes a sign-in with a password once, and only with the mfa_token of its challenge', async () => {
  const server = await startServer();
  const { account, key } = await withPasskey(server, await server.make.doctor());
  const browser = client(server.address);
  const asked = await browser.signIn(account.email, account.password);
  const { mfa_token, methods } = MFARequired.parse(asked.body);
  expect(methods).toEqual(['recovery', 'passkey']);
  const step = (token: string, passkey: unknown) =>
    browser.post('/auth/mfa', { mfa_token: token, method: 'passkey', passkey });
  const other = await passwordStep(server.nobody, account);
  // a challenge of another sign-in, and one of a sign-in without a password
  expect(refusal(await step(mfa_token, key.get(await passkeyOptions(browser, other))))).toEqual(WRONG);
  expect(refusal(await step(mfa_token, key.get(await passkeyOptions(browser))))).toEqual(WRONG);
  expect(refusal(await step(mfa_token, undefined))).toEqual(WRONG);
  const ofStep = key.get(await passkeyOptions(browser, mfa_token));
  expect(refusal(await browser.post('/auth/passkey', ofStep))).toEqual(WRONG);
  const options = await passkeyOptions(browser, mfa_token);
  expect(options.allowCredentials).toMatchObject([{ id: key.credentialID.toString('base64url') }]);
  const assertion = key.get(options, { userHandle: null });
  expect(responseOf(completeSignIn, await step(mfa_token, assertion))).toMatchObject({ user_id: account.id });
  expect((await browser.get('/doctor/me')).status).toBe(200);
  expect(refusal(await step(await passwordStep(server.nobody, account), assertion))).toEqual(WRONG);
  expect((await server.nobody.post('/auth/passkey/options', { mfa_token: 'x' })).status).toBe(409);
});

test.for([
  ['of another site', { origin: 'http://portal.test.evil.test' }],
  ['of another relying party', { rpID: 'evil.test' }],
  ['without verification of the user', { userVerified: false }],
  ['to a challenge that the portal did not make', { challenge: 'A'.repeat(43) }],
  ['of a registration', { type: 'webauthn.create' }],
  ['that names no account', { userHandle: null }],
  ['that names another account', { userHandle: 'AAAA' }],
] as const)('an answer %s is refused, and uses up its challenge', async ([, forged]) => {
  const server = await startServer();
  const { key } = await withPasskey(server, await server.make.doctor());
  const browser = client(server.address);
  const options = await passkeyOptions(browser);
  expect(refusal(await browser.post('/auth/passkey', key.get(options, forged)))).toEqual(WRONG);
  const again = 'challenge' in forged ? 200 : 403;
  expect((await browser.post('/auth/passkey', key.get(options))).status).toBe(again);
  expect((await signInBy(server, key)).reply.status).toBe(200);
});

test('a replayed answer, an expired challenge and a signature by another key are refused', async () => {
  const server = await startServer();
  const { key } = await withPasskey(server, await server.make.doctor());
  const { assertion } = await signInBy(server, key);
  expect(refusal(await server.nobody.post('/auth/passkey', assertion))).toEqual(WRONG);

  const late = await passkeyOptions(server.nobody);
  server.clock.advance(5 * 60_000);
  expect(refusal(await server.nobody.post('/auth/passkey', key.get(late)))).toEqual(WRONG);

  const { key: others } = await withPasskey(server, await server.make.doctor());
  const options = await passkeyOptions(server.nobody);
  const id = key.credentialID.toString('base64url');
  const { userHandle } = key;
  const stolen = { ...others.get(options, { userHandle }), id, rawId: id };
  expect(refusal(await server.nobody.post('/auth/passkey', stolen))).toEqual(WRONG);
  expect(refusal((await signInBy(server, new Authenticator())).reply)).toEqual(WRONG);

  const both = key.get(await passkeyOptions(server.nobody));
  const replies = await Promise.all([1, 2, 3].map(() => client(server.address).post('/auth/passkey', both)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
});

test('an account can neither sign in with, remove nor register the passkey of another account', async () => {
  const server = await startServer();
  const mine = await withPasskey(server, await server.make.doctor());
  const other = await withPasskey(server, await server.make.doctor());
  const mfa_token = await passwordStep(server.nobody, mine.account);
  const passkey = other.key.get(await passkeyOptions(server.nobody, mfa_token));
  const step = await server.nobody.post('/auth/mfa', { mfa_token, method: 'passkey', passkey });
  expect(refusal(step)).toEqual(WRONG);
  const { passkeys } = responseOf(getSecondFactors, await other.owner.get('/account/second-factors'));
  const path = `/account/passkeys/${passkeys?.[0]?.passkeyUUID}/remove`;
  expect((await mine.owner.post(path, { password: mine.account.password })).status).toBe(404);
  const options = responseOf(
    startPasskey,
    await mine.owner.post('/account/passkeys/options', { password: mine.account.password }),
  );
  const copy = await mine.owner.post('/account/passkeys', { credential: other.key.create(options) });
  expect(refusal(copy)).toEqual([409, 'Этот ключ доступа уже добавлен']);
});

test('registering a passkey needs the password and a verified answer to the challenge of the same session and site', async () => {
  const server = await startServer();
  const account = await server.make.doctor();
  const owner = await server.as(account);
  const elsewhere = await server.as(account);
  expect((await owner.post('/account/passkeys/options', {})).status).toBe(400);
  expect((await owner.post('/account/passkeys/options', { password: 'Не-тот-пароль-1' })).status).toBe(403);
  const key = new Authenticator();
  const start = async () =>
    responseOf(startPasskey, await owner.post('/account/passkeys/options', { password: account.password }));
  const add = async (browser: typeof owner, forged = {}) =>
    browser.post('/account/passkeys', { credential: key.create(await start(), forged) });
  expect(refusal(await add(elsewhere))).toEqual(NOT_ADDED);
  for (const forged of [
    { origin: 'https://evil.test' },
    { rpID: 'evil.test' },
    { userVerified: false },
    { challenge: 'A'.repeat(43) },
    { type: 'webauthn.get' },
  ])
    expect(refusal(await add(owner, forged))).toEqual(NOT_ADDED);
  expect((await elsewhere.get('/doctor/me')).status).toBe(200);
  expect((await add(owner)).status).toBe(200);
  // this session was opened without the factor, so it has ended
  expect((await elsewhere.get('/doctor/me')).status).toBe(401);
});

test('a passkey whose counter does not increase is refused as a copy, and one without a counter is accepted', async () => {
  const server = await startServer();
  const { key } = await withPasskey(server, await server.make.doctor());
  expect((await signInBy(server, key, { counter: 0 })).reply.status).toBe(200);
  expect((await signInBy(server, key, { counter: 0 })).reply.status).toBe(200);
  expect((await signInBy(server, key, { counter: 7 })).reply.status).toBe(200);
  for (const counter of [7, 3, 0])
    expect(refusal((await signInBy(server, key, { counter })).reply)).toEqual([
      403,
      'Похоже, этот ключ доступа скопирован, вход с ним закрыт. Войдите другим способом и удалите ключ в профиле',
    ]);
  expect((await signInBy(server, key, { counter: 8 })).reply.status).toBe(200);
});

test('several passkeys can be named and removed, and removing the last factor deletes the recovery codes', async () => {
  const server = await startServer();
  const { account, owner } = await withPasskey(server, await server.make.doctor());
  const { password } = account;
  const second = new Authenticator();
  const options = responseOf(startPasskey, await owner.post('/account/passkeys/options', { password }));
  expect(options.excludeCredentials).toHaveLength(1);
  const added = await owner.post('/account/passkeys', { credential: second.create(options) });
  expect(added.body).toEqual({ recoveryCodes: [] });
  const list = async () => responseOf(getSecondFactors, await owner.get('/account/second-factors'));
  const [first, other] = (await list()).passkeys ?? [];
  expect([first?.name, other?.name]).toEqual(['Ноутбук', 'Ключ доступа']);
  const remove = (uuid = '') => owner.post(`/account/passkeys/${uuid}/remove`, { password });
  expect((await owner.post(`/account/passkeys/${first?.passkeyUUID}/remove`, {})).status).toBe(400);
  expect((await remove(first?.passkeyUUID)).status).toBe(204);
  expect(await list()).toMatchObject({ passkeys: [{ name: 'Ключ доступа' }], recoveryCodes: 10 });
  expect((await remove(other?.passkeyUUID)).status).toBe(204);
  expect(await list()).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  expect((await server.nobody.signIn(account.email, password)).status).toBe(200);
});

test('a passkey is required after a password reset, refused for a disabled account and not offered with MFA=off', async () => {
  const server = await startServer();
  const { account, key, owner } = await withPasskey(server, await server.make.doctor());
  await setPassword(server.context.db, account.id, await hashPassword('Iz-pisma-12345'), true);
  const { browser, reply } = await signInBy(server, key);
  expect(responseOf(signInWithPasskey, reply)).toMatchObject({ password_is_temporary: true });
  expect((await browser.get('/doctor/me')).status).toBe(403);
  const chosen = { password: 'Zub-Mudrosti-8', repeat_password: 'Zub-Mudrosti-8' };
  expect((await browser.put('/auth/password', chosen)).status).toBe(204);
  await passwordStep(client(server.address), { ...account, password: 'Zub-Mudrosti-8' });
  expect((await owner.get('/doctor/me')).status).toBe(401);

  await disableAccount(server.context.db, account.id, server.clock.now());
  expect(refusal((await signInBy(server, key)).reply)).toEqual(WRONG);
  expect((await browser.get('/doctor/me')).status).toBe(401);

  const off = await startServer({ MFA: 'off' });
  expect(responseOf(getSignInOptions, await off.nobody.get('/auth/sign-in-options'))).toMatchObject({
    passkeyHost: null,
  });
  expect((await off.nobody.post('/auth/passkey/options', {})).status).toBe(404);
  const atNumber = await startServer({ PUBLIC_URL: 'http://192.0.2.1:8080' });
  expect((await atNumber.nobody.get('/auth/sign-in-options')).body).toMatchObject({ passkeyHost: null });
});

test('with MFA=all a passkey is sufficient as the required factor, and the last one cannot be removed', async () => {
  const server = await startServer({ MFA: 'all' });
  const account = await server.make.doctor();
  const { owner, key } = await withPasskey(server, account);
  expect((await owner.get('/doctor/me')).status).toBe(200);
  const { passkeys } = responseOf(getSecondFactors, await owner.get('/account/second-factors'));
  const path = `/account/passkeys/${passkeys?.[0]?.passkeyUUID}/remove`;
  expect((await owner.post(path, { password: account.password })).status).toBe(409);
  expect((await signInBy(server, key)).reply.status).toBe(200);
  const { recoveryCodes } = await withTOTP(server, await server.make.assistant());
  expect(recoveryCodes).toHaveLength(10);
});

test('a version before passkeys that runs beside this one opens no session with the password alone', async () => {
  const server = await startServer();
  const { account } = await withPasskey(server, await server.make.doctor());
  const createdAt = server.clock.now();
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  const insert = async (secondFactor: string | null) => {
    const tokenHash = Buffer.from(`session ${secondFactor}`);
    const saved = await server.context.db
      .insertInto('sessions')
      .values({ accountID: account.id, createdAt, expiresAt, tokenHash, secondFactor })
      .returning('expiresAt')
      .executeTakeFirstOrThrow();
    return saved.expiresAt > createdAt;
  };
  expect([await insert(null), await insert('none'), await insert('due'), await insert('passed')]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
