import { expect, test } from 'vitest';
import { refusal } from '../../testing/contract.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const OWN = 'Zub-Mudrosti-8';
const twice = (password: string) => ({ password, repeat_password: password });

/** A new client, signed in with the password from the welcome letter. */
const setUp = async () => {
  const server = await startServer();
  const { as, make, outbox, work } = server;
  await work();
  const assistant = await as(await make.assistant());
  await assistant.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' });
  const { text } = await until('her letter', () => outbox[0]);
  const password = /Пароль: (\S+)/.exec(text)?.[1] ?? '';
  const account = { id: 0, name: 'Анна', email: 'anna@clinic.test', password };
  return { ...server, assistant, account, doctor: await as(account) };
};

test('the response to a sign-in with the password from a letter marks it as temporary, and the session works', async () => {
  const { nobody, account, doctor, make } = await setUp();
  const signIn = async ({ email, password }: { email: string; password: string }) =>
    (await nobody.signIn(email, password)).body;
  expect(await signIn(account)).toMatchObject({ password_is_temporary: true });
  expect((await doctor.get('/doctor/patients')).status).toBe(200);
  expect(await signIn(await make.doctor())).toMatchObject({ password_is_temporary: false });
});

test('choosing a password keeps this session and ends all others', async () => {
  const { doctor, as, account, nobody, context } = await setUp();
  const elsewhere = await as(account);
  expect((await doctor.put('/auth/password', twice(OWN))).status).toBe(204);
  expect((await doctor.get('/doctor/me')).status).toBe(200);
  expect((await elsewhere.get('/doctor/me')).status).toBe(401);
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

test('a chosen password cannot be replaced from an open session, and one of two concurrent choices succeeds', async () => {
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
