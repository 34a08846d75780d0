import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Letter } from '../../../platform/outside/mail/mail.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { refusal, sentenceOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { disableAccount } from '../account-rows/accounts.ts';

const LINK_INVALID = 'Ссылка для восстановления пароля недействительна или устарела. Запросите новую';
const NEW_PASSWORD = 'Зубная-фея-7';

const requestReset = ({ nobody }: TestServer, email: string) =>
  nobody.post('/auth/password/reset/request', { email });
const setPassword = ({ nobody }: TestServer, token: string, password: string, repeat = password) =>
  nobody.put('/auth/password/reset', { token, password, repeat_password: repeat });

const tokenIn = ({ text }: Letter): string => {
  const token = /^http:\/\/portal\.test\/forgot-password\/([\w-]+)$/m.exec(text)?.[1];
  if (!token) throw new Error('the letter has no link');
  return token;
};

/** Requests a reset and returns the token from the letter. Needs a running worker. */
const tokenFor = async (server: TestServer, email: string): Promise<string> => {
  const before = server.outbox.length;
  expect((await requestReset(server, email)).status).toBe(204);
  return tokenIn(await until('the letter', () => server.outbox[before]));
};

test('a doctor sets a new password by the link in the reset letter', async () => {
  const server = await startServer();
  await server.work('send-reset-link', 'send-letter');
  const account = await server.make.doctor();
  const office = await server.as(account);

  const token = await tokenFor(server, ` ${account.email.toUpperCase()} `);
  expect(server.outbox).toHaveLength(1);
  expect(server.outbox[0]).toMatchObject({
    to: account.email,
    subject: 'Восстановление пароля от кабинета «Снимок»',
  });
  const rows = await server.context.db.selectFrom('passwordResets').selectAll().execute();
  expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([createHash('sha256').update(token).digest()]);
  // the request alone ends no session
  expect((await office.get('/doctor/me')).status).toBe(200);

  const browser = await server.as(account);
  expect((await setPassword({ ...server, nobody: browser }, token, NEW_PASSWORD)).status).toBe(204);
  expect((await office.get('/doctor/me')).status).toBe(401);
  expect(refusal(await server.nobody.signIn(account.email, account.password))).toEqual([
    403,
    'unauthorized_client',
  ]);
  expect((await server.nobody.signIn(account.email, NEW_PASSWORD)).status).toBe(200);
  // a link works once
  expect(refusal(await setPassword(server, token, 'Другой-пароль-8'))).toEqual([400, LINK_INVALID]);
});

test('one of several concurrent requests with the same link sets the password', async () => {
  const server = await startServer();
  await server.work('send-reset-link', 'send-letter');
  const { email } = await server.make.doctor();
  const token = await tokenFor(server, email);
  const passwords = Array.from({ length: 5 }, (_, i) => `${NEW_PASSWORD}${i}`);
  const replies = await Promise.all(passwords.map((password) => setPassword(server, token, password)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 400, 400, 400, 400]);
  const winner = passwords[replies.findIndex(({ status }) => status === 204)] ?? '';
  expect((await server.nobody.signIn(email, winner)).status).toBe(200);
});

test('a link expires after an hour, and is invalid for a disabled account', async () => {
  const server = await startServer();
  await server.work('send-reset-link', 'send-letter');
  const anna = await server.make.doctor();
  const boris = await server.make.doctor();
  const first = await tokenFor(server, anna.email);
  const second = await tokenFor(server, boris.email);
  server.clock.advance(HOUR_MS - 60_000);
  await disableAccount(server.context.db, boris.id, server.clock.now());
  expect(refusal(await setPassword(server, second, NEW_PASSWORD))).toEqual([400, LINK_INVALID]);
  // a refused password does not use up the link
  expect((await setPassword(server, first, 'короткий')).status).toBe(400);
  server.clock.advance(60_000);
  expect(refusal(await setPassword(server, first, NEW_PASSWORD))).toEqual([400, LINK_INVALID]);
  expect((await server.nobody.signIn(anna.email, anna.password)).status).toBe(200);
});

test('setting a password invalidates all other links of the account', async () => {
  const server = await startServer();
  await server.work('send-reset-link', 'send-letter');
  const { email } = await server.make.doctor();
  const first = await tokenFor(server, email);
  const second = await tokenFor(server, email);
  expect((await setPassword(server, second, NEW_PASSWORD)).status).toBe(204);
  expect(refusal(await setPassword(server, first, 'Другой-пароль-8'))).toEqual([400, LINK_INVALID]);
});

test('the response does not reveal whether an e-mail has an account, and a disabled account gets no letter', async () => {
  const server = await startServer();
  await server.work('send-reset-link', 'send-letter');
  const open = await server.make.doctor();
  const closed = await server.make.doctor();
  await disableAccount(server.context.db, closed.id, server.clock.now());
  const replies = [];
  for (const email of [open.email, closed.email, 'nobody@clinic.test', 'никто@клиника.рф']) {
    const { status, body, headers } = await requestReset(server, email);
    replies.push({ status, body, names: [...headers.keys()] });
  }
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(replies[0]).toMatchObject({ status: 204, body: '' });
  await until('the jobs to end', async () => {
    const { rows } = await server.context.pool.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'send-reset-link'`,
    );
    return rows.length === 0;
  });
  const letters = await server.context.db.selectFrom('letters').selectAll().execute();
  expect(letters.map(({ recipient }) => recipient)).toEqual([open.email]);
});

test('each password rule has its own sentence', async () => {
  const server = await startServer();
  await server.work('send-reset-link', 'send-letter');
  const { email } = await server.make.doctor({ email: 'anna.karenina@clinic.test' });
  const token = await tokenFor(server, email);
  const sentences: [password: string, sentence: string][] = [
    ['', 'Пароль должен содержать не меньше 8 символов'],
    ['Аб1-ёж2', 'Пароль должен содержать не меньше 8 символов'],
    // eight UTF-16 units, four characters
    ['🦷🦷Аб1', 'Пароль должен содержать не меньше 8 символов'],
    [`Аб1${'ж'.repeat(198)}`, 'Пароль должен содержать не больше 200 символов'],
    ['ЗУБНАЯ-ФЕЯ-7', 'Пароль должен содержать строчную букву (кириллица или латиница)'],
    ['зубная-фея-7', 'Пароль должен содержать заглавную букву (кириллица или латиница)'],
    ['Зубная-фея', 'Пароль должен содержать цифру'],
    ['Зубная\u0000фея-7', 'Пароль содержит недопустимые символы'],
    ['Зубная\nфея-7', 'Пароль содержит недопустимые символы'],
  ];
  for (const [password, sentence] of sentences) {
    expect([password, ...refusal(await setPassword(server, token, password))]).toEqual([
      password,
      400,
      sentence,
    ]);
  }
  const simple = [
    'Qwerty123',
    'Password1',
    'Пароль123',
    'Пароль2026!',
    // Russian words typed in the English layout, and English words in the Russian one
    'Gfhjkm123',
    'Йцукен123',
    'Зфыыцщкв1',
    'Привет2026',
    'Снимок2026',
    'Aaaaaaaa1',
    'Abcdefgh1',
    'Anna.Karenina1',
  ];
  for (const password of simple) {
    expect([password, ...refusal(await setPassword(server, token, password))]).toEqual([
      password,
      400,
      'Пароль слишком простой, его легко подобрать. Придумайте другой',
    ]);
  }
  expect(refusal(await setPassword(server, token, NEW_PASSWORD, `${NEW_PASSWORD} `))).toEqual([
    400,
    'Повторный пароль не совпадает',
  ]);
  // none of the refusals used up the link
  expect((await setPassword(server, token, NEW_PASSWORD)).status).toBe(204);
});

test('invalid bodies of reset requests are refused with a sentence that names the field', async () => {
  const { nobody } = await startServer();
  const bodies: [body: unknown, field: string][] = [
    [{ password: 'a', repeat_password: 'a' }, 'token'],
    [{ token: 'x', repeat_password: 'a' }, 'password'],
    [{ token: 'x', password: 'a' }, 'repeat_password'],
    [{ token: 'x', password: 5, repeat_password: 5 }, 'password'],
    [{ token: null, password: 'a', repeat_password: 'a' }, 'token'],
    [{ token: 'x'.repeat(501), password: 'a', repeat_password: 'a' }, 'token'],
    [{ token: 'x', password: 'a'.repeat(1001), repeat_password: 'a' }, 'password'],
  ];
  for (const [body, field] of bodies) {
    const reply = await nobody.put('/auth/password/reset', body);
    expect(reply.status).toBe(400);
    expect(sentenceOf(reply)).toContain(field);
  }
  expect(
    refusal(
      await nobody.put('/auth/password/reset', {
        token: '\u0000',
        password: NEW_PASSWORD,
        repeat_password: NEW_PASSWORD,
      }),
    ),
  ).toEqual([400, LINK_INVALID]);
  for (const email of [undefined, null, 5, '', 'anna', ['a@clinic.test']]) {
    const reply = await nobody.post('/auth/password/reset/request', { email });
    expect(reply.status).toBe(400);
    expect(sentenceOf(reply)).toMatch(/e-mail \(email\)/i);
  }
  // the same response as for an unknown e-mail, although PostgreSQL cannot store NUL
  const withNul = await nobody.post('/auth/password/reset/request', { email: 'an\u0000na@clinic.test' });
  expect(withNul.status).toBe(204);
});
