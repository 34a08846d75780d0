import { expect, test } from 'vitest';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { findAccountByEmail } from '../account-rows/accounts.ts';
import { openSession } from '../sessions/sessions.ts';

const OWN = 'Zub-Mudrosti-8';
const twice = (password: string) => ({ password, repeat_password: password });

/** A new client, signed in with the password from the welcome letter. */
const setUp = async () => {
  const server = await startServer();
  const { as, make, outbox, work, address } = server;
  await work('send-letter');
  const assistant = await as(await make.assistant());
  await assistant.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' });
  const { text } = await until('her letter', () => outbox[0]);
  const password = /Пароль: (\S+)/.exec(text)?.[1] ?? '';
  const account = { email: 'anna@clinic.test', password };
  const doctor = client(address);
  const reply = await doctor.signIn(account.email, password);
  return { ...server, assistant, account, doctor, reply };
};

test('the response to a sign-in with the password from a letter marks it as temporary', async () => {
  const { nobody, reply, make } = await setUp();
  expect(reply.body).toMatchObject({ password_is_temporary: true });
  const { email, password } = await make.doctor();
  expect((await nobody.signIn(email, password)).body).toMatchObject({ password_is_temporary: false });
});

test('choosing a password keeps this session and ends all others', async () => {
  const { doctor, account, nobody, context } = await setUp();
  // earlier versions could open a second session like this
  const { id } = (await findAccountByEmail(context.db, account.email)) ?? { id: 0 };
  const elsewhere = { cookie: `snimok_session=${(await openSession(context, id)).token}` };
  expect((await doctor.put('/auth/password', twice(OWN))).status).toBe(204);
  expect((await doctor.get('/doctor/me')).status).toBe(200);
  expect((await nobody.get('/doctor/me', elsewhere)).status).toBe(401);
  expect((await nobody.signIn(account.email, account.password)).status).toBe(403);
  expect((await nobody.signIn(account.email, OWN)).body).toMatchObject({ password_is_temporary: false });
  const events = await context.db.selectFrom('auditEvents').select('action').execute();
  expect(events.map(({ action }) => action)).toContain('account.choose-password');
});

test('a chosen password that breaks a rule or equals the one from the letter is refused with its own sentence', async () => {
  const { doctor, account } = await setUp();
  const refused = async (body: unknown) => refusal(await doctor.put('/auth/password', body));
  expect(await refused({ password: OWN, repeat_password: `${OWN}!` })).toEqual([
    400,
    'Повторный пароль не совпадает',
  ]);
  expect(await refused(twice('Korotk1'))).toEqual([400, 'Пароль должен содержать не меньше 8 символов']);
  expect(await refused(twice('Qwerty123'))).toEqual([
    400,
    'Пароль слишком простой, его легко подобрать. Придумайте другой',
  ]);
  expect(await refused(twice(account.password))).toEqual([
    400,
    'Это и есть пароль из письма. Придумайте другой',
  ]);
});

test('a session can choose a password only once, also with two concurrent requests', async () => {
  const { doctor, nobody } = await setUp();
  const replies = await Promise.all([
    doctor.put('/auth/password', twice(OWN)),
    doctor.put('/auth/password', twice('Zub-Mudrosti-9')),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(refusal(await doctor.put('/auth/password', twice('Zub-Mudrosti-7')))).toEqual([
    409,
    'Пароль уже задан. Сменить его можно по ссылке «Забыли пароль?» на странице входа',
  ]);
  expect(refusal(await nobody.put('/auth/password', twice(OWN)))[0]).toBe(401);
});
