import { completeSignIn, MFARequired, signIn } from '@snimok/contract/people/auth';
import { confirmTOTP } from '@snimok/contract/people/second-factors';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { passwordStep, withTOTP } from '../../../testing/callers/second-factor.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { setPassword } from '../account-rows/accounts.ts';
import { hashPassword } from '../account-rows/passwords.ts';

const START_AGAIN = [
  409,
  'Время на ввод кода вышло, или код слишком много раз введён неверно. Введите пароль ещё раз',
];
const WRONG = [403, 'Неверный код. Проверьте, что время на телефоне точное, и введите новый код'];

test('an account with an authenticator app signs in with password and code, and a code works once', async () => {
  const server = await startServer();
  const { account, owner, code } = await withTOTP(server, await server.make.doctor());
  const browser = client(server.address);
  const asked = await browser.signIn(account.email, account.password);
  expect(asked.status).toBe(403);
  expect(MFARequired.strict().parse(asked.body)).toMatchObject({ methods: ['totp', 'recovery'] });
  // the response sets no cookie of a session or of a known device
  expect(asked.headers.getSetCookie()).toEqual([]);
  const { mfa_token } = asked.body as { mfa_token: string };
  const used = code();
  const reply = await browser.post('/auth/mfa', { mfa_token, method: 'totp', code: used });
  expect(responseOf(completeSignIn, reply)).toMatchObject({
    user_id: account.id,
    user_role: 'doctor',
    second_factor_required: false,
  });
  expect((await browser.get('/doctor/me')).status).toBe(200);
  expect((await owner.get('/doctor/me')).status).toBe(200);
  const next = await passwordStep(server.nobody, account);
  const again = await server.nobody.post('/auth/mfa', { mfa_token: next, method: 'totp', code: used });
  expect(refusal(again)).toEqual(WRONG);
  const events = await server.context.db
    .selectFrom('auditEvents')
    .select('details')
    .where('action', '=', 'account.sign-in')
    .orderBy('id')
    .execute();
  expect(events.at(-1)?.details).toEqual({ role: 'doctor', secondFactor: 'totp' });
});

test('with MFA=off accounts sign in with the password alone, and no second factor can be set up', async () => {
  const server = await startServer({ MFA: 'off' });
  const account = await server.make.assistant();
  expect((await (await server.as(account)).post('/account/totp', {})).status).toBe(404);
  await server.context.db
    .insertInto('totpSecrets')
    .values({
      accountID: account.id,
      sealedSecret: Buffer.alloc(40),
      createdAt: new Date(),
      confirmedAt: new Date(),
    })
    .execute();
  const reply = await server.nobody.signIn(account.email, account.password);
  expect(responseOf(signIn, reply)).toMatchObject({ second_factor_required: false });
  expect((await server.nobody.get('/assistant/settings')).status).toBe(200);
});

test('an mfa_token becomes invalid after ten minutes, five wrong codes or a new password, and cannot be forged', async () => {
  const server = await startServer();
  const { account, code } = await withTOTP(server, await server.make.doctor());
  const { nobody, clock, context } = server;
  const step = (mfa_token: string, given = code()) =>
    nobody.post('/auth/mfa', { mfa_token, method: 'totp', code: given });
  for (const forged of ['', 'x', `${account.id}.1.${'a'.repeat(22)}.9999999999999.${'a'.repeat(43)}`])
    expect(refusal(await step(forged))).toEqual(START_AGAIN);

  const old = await passwordStep(nobody, account);
  clock.advance(10 * 60_000);
  expect(refusal(await step(old))).toEqual(START_AGAIN);

  const guessed = await passwordStep(nobody, account);
  for (let n = 0; n < 5; n += 1) expect(refusal(await step(guessed, 'badbad'))).toEqual(WRONG);
  expect(refusal(await step(guessed))).toEqual(START_AGAIN);

  const before = await passwordStep(nobody, account);
  await setPassword(context.db, account.id, await hashPassword('Drugoj-par0l-26'), false);
  expect(refusal(await step(before))).toEqual(START_AGAIN);
  expect((await step(await passwordStep(nobody, { ...account, password: 'Drugoj-par0l-26' }))).status).toBe(
    200,
  );
});

test('a recovery code works once, in any spelling, and the password is needed with it', async () => {
  const server = await startServer();
  const { account, recoveryCodes, owner } = await withTOTP(server, await server.make.assistant());
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', second = ''] = recoveryCodes;
  expect(first).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  const step = async (code: string) => {
    const mfa_token = await passwordStep(server.nobody, account);
    return client(server.address).post('/auth/mfa', { mfa_token, method: 'recovery', code });
  };
  const spelled = first.replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l').toUpperCase();
  expect((await step(spelled)).status).toBe(200);
  expect(refusal(await step(first))).toEqual([403, 'Неверный или уже использованный код восстановления']);
  expect((await owner.get('/account/second-factors')).body).toMatchObject({ recoveryCodes: 9 });
  const stored = await server.context.db.selectFrom('recoveryCodes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(second.replaceAll('-', ''));
});

test('the second factor is still required after the password is reset', async () => {
  const server = await startServer();
  const account = await server.make.doctor();
  const { code } = await withTOTP(server, account);
  await setPassword(server.context.db, account.id, await hashPassword('Iz-pisma-12345'), true);
  const browser = client(server.address);
  const ofLetter = { ...account, password: 'Iz-pisma-12345' };
  const mfa_token = await passwordStep(browser, ofLetter);
  const step = (given: string) => browser.post('/auth/mfa', { mfa_token, method: 'totp', code: given });
  // a wrong code does not use up the one-time password
  expect(refusal(await step('000000'))).toEqual(WRONG);
  expect(responseOf(completeSignIn, await step(code()))).toMatchObject({ password_is_temporary: true });
  expect((await browser.get('/doctor/me')).status).toBe(403);
  const chosen = { password: 'Zub-Mudrosti-8', repeat_password: 'Zub-Mudrosti-8' };
  expect((await browser.put('/auth/password', chosen)).status).toBe(204);
  await passwordStep(client(server.address), { ...account, password: 'Zub-Mudrosti-8' });
});

test.for([
  ['assistants', 'assistant', true],
  ['assistants', 'doctor', false],
  ['all', 'doctor', true],
] as const)(
  'with MFA=%s an account of role %s must set up a second factor first: %s',
  async ([mfa, role, isRequired]) => {
    const server = await startServer({ MFA: mfa });
    const account = await server.make.account(role);
    const home = role === 'assistant' ? '/assistant/settings' : '/doctor/me';
    const browser = client(server.address);
    const reply = await browser.signIn(account.email, account.password);
    expect(responseOf(signIn, reply).second_factor_required).toBe(isRequired);
    expect((await browser.get(home)).status).toBe(isRequired ? 403 : 200);
    if (!isRequired) return;
    for (const path of ['/openapi.json', '/account/second-factors'])
      expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
    expect((await browser.post('/account/recovery-codes', { password: account.password })).status).toBe(403);
    expect((await browser.post('/auth/centrifugo/refresh')).status).toBe(403);
    const { owner } = await withTOTP(server, account).catch(() => ({ owner: null }));
    // the other session, in which the factor was set up, stays valid
    expect(owner).not.toBe(null);
    expect((await owner?.get(home))?.status).toBe(200);
    expect((await browser.get(home)).status).toBe(401);
    const last = await owner?.post('/account/totp/remove', { password: account.password });
    expect(last?.status).toBe(409);
  },
);

test('a version without second factors that runs beside this one opens no session for an account with one', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { account } = await withTOTP(server, await server.make.doctor());
  const other = await server.make.doctor();
  const insert = async (accountID: number) => {
    const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
    const row = {
      accountID,
      createdAt: clock.now(),
      expiresAt,
      tokenHash: Buffer.from(`session ${accountID}`),
    };
    const saved = await context.db
      .insertInto('sessions')
      .values(row)
      .returning(['createdAt', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return saved.expiresAt > saved.createdAt;
  };
  expect([await insert(account.id), await insert(other.id)]).toEqual([false, true]);
});

test('adding a second factor ends the other sessions, and changing factors needs the password or a code', async () => {
  const server = await startServer();
  const account = await server.make.doctor();
  const elsewhere = await server.as(account);
  const { owner, code } = await withTOTP(server, account);
  expect((await elsewhere.get('/doctor/me')).status).toBe(401);
  for (const path of ['/account/totp', '/account/totp/remove', '/account/recovery-codes']) {
    expect([path, ...refusal(await owner.post(path, {}))]).toEqual([
      path,
      400,
      'Введите пароль или код из приложения',
    ]);
    expect((await owner.post(path, { password: 'Не-тот-пароль-1' })).status).toBe(403);
    expect((await owner.post(path, { code: 'абв' })).status).toBe(403);
  }
  const { recoveryCodes } = responseOf(
    confirmTOTP,
    await owner.post('/account/recovery-codes', { password: account.password }),
  );
  expect(recoveryCodes).toHaveLength(10);
  expect((await owner.post('/account/totp/remove', { code: code() })).status).toBe(204);
  expect((await server.nobody.signIn(account.email, account.password)).status).toBe(200);
});
