import { expect, test } from 'vitest';
import { client, type TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import {
  passkeyOptions,
  passwordStep,
  withPasskey,
  withTOTP,
} from '../../../testing/callers/second-factor.ts';
import { startServer } from '../../../testing/portal/server.ts';

const START_AGAIN = [
  409,
  'Время на ввод кода вышло, или код слишком много раз введён неверно. Введите пароль ещё раз',
];
/** Browsers name the page's origin with every POST. */
const ORIGIN = { origin: 'http://portal.test' };

const step = (from: TestClient, mfa_token: string, method: string, code: string) =>
  from.post('/auth/mfa', { mfa_token, method, code });

test('an mfa_token that has opened a session opens no other, with whatever factor', async () => {
  const server = await startServer();
  const { account, owner, code, recoveryCodes } = await withTOTP(server, await server.make.doctor());
  const browser = client(server.address);
  const mfa_token = await passwordStep(browser, account);
  expect((await step(browser, mfa_token, 'totp', code())).status).toBe(200);
  server.clock.advance(60_000);
  const again = client(server.address);
  for (const [method, given = ''] of [
    ['totp', code()],
    ['recovery', recoveryCodes[0]],
  ] as const)
    expect(refusal(await step(again, mfa_token, method, given))).toEqual(START_AGAIN);
  expect(again.cookie).toBe('');
  // the codes that were sent with the refused token are not used up
  expect((await owner.get('/account/second-factors')).body).toMatchObject({ recoveryCodes: 10 });
  const next = await passwordStep(again, account);
  expect((await step(again, next, 'totp', code())).status).toBe(200);
});

test('only one of several concurrent second steps with one mfa_token and different codes opens a session', async () => {
  const server = await startServer();
  const { account, recoveryCodes } = await withTOTP(server, await server.make.doctor());
  const mfa_token = await passwordStep(server.nobody, account);
  const replies = await Promise.all(
    recoveryCodes.map((code) => step(client(server.address), mfa_token, 'recovery', code)),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
});

test('only the browser that began a sign-in can complete its second step', async () => {
  const server = await startServer();
  const { account, code } = await withTOTP(server, await server.make.doctor());
  const browser = client(server.address, ORIGIN);
  const asked = await browser.signIn(account.email, account.password);
  const { mfa_token } = asked.body as { mfa_token: string };
  expect(asked.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^snimok_second_step=[\w-]{43}; Max-Age=600; Path=\/api\/1\/auth; HttpOnly; SameSite=Strict$/,
    ),
  ]);
  const thief = client(server.address);
  const thiefsBrowser = client(server.address, ORIGIN);
  // the thief's browser has a cookie of its own
  await passwordStep(thiefsBrowser, account);
  for (const other of [thief, thiefsBrowser])
    expect(refusal(await step(other, mfa_token, 'totp', code()))).toEqual(START_AGAIN);
  // as in another tab of the browser
  const second = await passwordStep(browser, account);
  expect((await step(browser, mfa_token, 'totp', '000000')).status).toBe(403);
  expect((await step(browser, second, 'totp', '000000')).status).toBe(403);
  expect((await step(browser, mfa_token, 'totp', code())).status).toBe(200);
});

test('only the browser that began a sign-in gets the passkey challenge and can use it', async () => {
  const server = await startServer();
  const { account, key } = await withPasskey(server, await server.make.doctor());
  const browser = client(server.address, ORIGIN);
  const mfa_token = await passwordStep(browser, account);
  expect(refusal(await server.nobody.post('/auth/passkey/options', { mfa_token }))).toEqual(START_AGAIN);
  const passkey = key.get(await passkeyOptions(browser, mfa_token));
  const body = { mfa_token, method: 'passkey', passkey };
  expect(refusal(await server.nobody.post('/auth/mfa', body))).toEqual(START_AGAIN);
  expect((await browser.post('/auth/mfa', body)).status).toBe(200);
});

test('a program without cookies completes its sign-in only from the same address and with the same User-Agent', async () => {
  const server = await startServer();
  const { account, code } = await withTOTP(server, await server.make.doctor());
  const program = (address: string, name: string) =>
    client(server.address, { 'x-forwarded-for': address, 'user-agent': name });
  const mfa_token = await passwordStep(program('198.18.0.1', 'curl/8.9'), account);
  for (const other of [program('198.18.0.2', 'curl/8.9'), program('198.18.0.1', 'Wget/1.24')])
    expect(refusal(await step(other, mfa_token, 'totp', code()))).toEqual(START_AGAIN);
  expect((await step(program('198.18.0.1', 'curl/8.9'), mfa_token, 'totp', code())).status).toBe(200);
});
