import { expect, test } from 'vitest';
import { finishSignIn } from '../../../people/accounts/sign-in/second-step.ts';
import { signInByPasskey } from '../../../people/accounts/sign-in/passkey-sign-in.ts';
import { signMFAToken } from '../../../people/accounts/sign-in/mfa-token.ts';
import { bindingsOf } from '../../../people/accounts/sign-in/step-device.ts';
import { findAccountByID } from '../../../people/accounts/account-rows/accounts.ts';
import { relyingPartyOf } from '../../../people/second-factors/relying-party.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { addressOf } from '../../../testing/callers/guessing.ts';
import {
  passkeyOptions,
  passwordStep,
  withPasskey,
  withTOTP,
} from '../../../testing/callers/second-factor.ts';
import { startServer } from '../../../testing/portal/server.ts';

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

/** Endpoints that need no session, and the status that they answer to a request without any other secret. */
const open: Record<string, number> = {
  'POST /auth/token': 400,
  'POST /auth/mfa': 400,
  'POST /auth/passkey/options': 400,
  'POST /auth/passkey': 400,
  'GET /auth/sign-in-options': 200,
  'POST /demo/session': 400,
  'POST /demo/patient-link': 400,
  'POST /auth/sso/start': 404,
  'POST /auth/sso': 400,
  'POST /auth/sso/logout': 400,
  'POST /auth/device': 400,
  'POST /auth/password/reset/request': 400,
  'PUT /auth/password/reset': 400,
  'POST /auth/invitation': 400,
  'PUT /auth/invitation': 400,
  'DELETE /auth/token': 204,
  'GET /identity': 200,
  'GET /identity/logo': 404,
  'POST /visit': 400,
  'POST /visit/free-days': 400,
  'POST /visit/confirm': 400,
  'POST /visit/move': 400,
  'POST /visit/cancel': 400,
  'POST /share-code': 400,
  'POST /first-start/state': 400,
  'POST /first-start/centre': 400,
  'POST /first-start/administrator': 400,
  'POST /first-start/totp': 400,
  'POST /first-start/totp/confirm': 400,
  'POST /first-start/settings': 400,
  'POST /first-start/test-letter': 400,
  'POST /first-start/finish': 400,
};

/** Bodies of endpoints that check the schema before the session. */
const bodies: Record<string, unknown> = { 'PUT /auth/password': { password: 'x', repeat_password: 'y' } };

test.for([
  ['an app', withTOTP],
  ['a passkey', withPasskey],
] as const)('with a stolen password and without %s every call is refused', async ([, withFactor]) => {
  const server = await startServer();
  const { account } = await withFactor(server, await server.make.assistant());
  const thief = client(server.address);
  const mfa_token = await passwordStep(thief, account);
  const { paths } = (await thief.get('/openapi.json')).body as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path.replace('/api/1', '')] as const),
  );
  expect(calls.length).toBeGreaterThan(140);
  const credentials: Record<string, string>[] = [
    {},
    { cookie: `snimok_session=${mfa_token}` },
    { authorization: `Bearer ${mfa_token}` },
    { authorization: `Basic ${Buffer.from(`${account.email}:${account.password}`).toString('base64')}` },
  ];
  for (const [method, path] of calls) {
    for (const headers of credentials) {
      const reply = await thief.send(
        method,
        path.replaceAll(/\{\w+\}/g, '1'),
        bodies[`${method} ${path}`],
        headers,
      );
      // some areas take a bearer token for the secret of a share
      const expected =
        open[`${method} ${path}`] ?? (headers.authorization?.startsWith('Bearer') ? [401, 403, 404] : 401);
      expect([expected].flat(), `${method} ${path}`).toContain(reply.status);
      expect(reply.headers.getSetCookie().filter((cookie) => !cookie.startsWith('snimok_session=;'))).toEqual(
        [],
      );
    }
  }
});

test('10,000 wrong codes are throttled, the right one among them fails, and the owner signs in', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { account, code, recoveryCodes } = await withTOTP(server, await server.make.assistant());
  // the owner's own browser has signed in with both factors
  const mfa_token = await passwordStep(server.nobody, account);
  const own = await server.nobody.post('/auth/mfa', { mfa_token, method: 'totp', code: code() });
  const deviceCookie = own.headers.getSetCookie().find((cookie) => cookie.startsWith('snimok_device')) ?? '';
  clock.freeze();
  clock.advance(60_000);
  const row = await findAccountByID(context.db, account.id);
  if (!row) throw new Error('no account');
  const statuses: Record<number, number> = {};
  let next = 0;
  const guess = async () => {
    for (let n = next++; n < 10_000; n = next++) {
      const guessed = n === 9_999 ? code() : String(n).padStart(6, '0');
      if (guessed === code() && n !== 9_999) continue;
      // every guess brings a token of its own and comes from another address
      const by = { actor: { kind: 'nobody' as const }, address: addressOf(n), devices: [] };
      const [binding = ''] = bindingsOf(by);
      const token = signMFAToken(context.secrets.mfaTokens, row, binding, clock.now());
      const status = await finishSignIn(
        context,
        { mfa_token: token, method: 'totp', code: guessed },
        by,
      ).then(
        () => 200,
        (cause: unknown) => (cause instanceof Problem ? cause.status : 500),
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, guess));
  expect(Object.keys(statuses)).toEqual(['403', '429']);
  expect(statuses[403]).toBeLessThanOrEqual(10);

  const signInWith = async (second: { method: string; code: string }, cookie = '') => {
    const browser = client(server.address, cookie ? { cookie: cookie.split(';')[0] ?? '' } : {});
    return (await browser.post('/auth/mfa', { mfa_token: await passwordStep(browser, account), ...second }))
      .status;
  };
  expect(await signInWith({ method: 'totp', code: code() })).toBe(429);
  expect(await signInWith({ method: 'recovery', code: recoveryCodes[0] ?? '' })).toBe(200);
  expect(await signInWith({ method: 'totp', code: code() }, deviceCookie)).toBe(200);
});

test('10,000 wrong signatures are throttled, and the owner of the passkey signs in with it', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { key } = await withPasskey(server, await server.make.assistant());
  clock.freeze();
  const party = relyingPartyOf(context.config);
  if (!party) throw new Error('no passkeys');
  const wrong = key.get(await passkeyOptions(server.nobody), { origin: 'https://evil.test' });
  const by = { actor: { kind: 'nobody' as const }, address: addressOf(1), devices: [] };
  const statuses: Record<number, number> = {};
  let next = 0;
  const guess = async () => {
    while (next++ < 10_000) {
      const status = await signInByPasskey(context, party, wrong, by).then(
        () => 200,
        (cause: unknown) => (cause instanceof Problem ? cause.status : 500),
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, guess));
  expect(Object.keys(statuses)).toEqual(['403', '429']);
  expect(statuses[403]).toBeLessThanOrEqual(100);
  const browser = client(server.address);
  expect((await browser.post('/auth/passkey', key.get(await passkeyOptions(browser)))).status).toBe(200);
});
