import { expect, test } from 'vitest';
import { refusal } from '../../testing/contract.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const OWN = 'Zub-Mudrosti-8';
const twice = (password: string) => ({ password, repeat_password: password });

/** A client just made, signed in with the password of her letter. */
const scene = async () => {
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

test('the password of a letter is said to be temporary, and a program may go on with it', async () => {
  const { nobody, account, doctor, make } = await scene();
  const said = async ({ email, password }: { email: string; password: string }) =>
    (await nobody.signIn(email, password)).body;
  expect(await said(account)).toMatchObject({ password_is_temporary: true });
  expect((await doctor.get('/doctor/patients')).status).toBe(200);
  expect(await said(await make.doctor())).toMatchObject({ password_is_temporary: false });
});

test("one's own password takes its place: this session goes on, all others are over", async () => {
  const { doctor, as, account, nobody, context } = await scene();
  const elsewhere = await as(account);
  expect((await doctor.put('/auth/password', twice(OWN))).status).toBe(204);
  expect((await doctor.get('/doctor/me')).status).toBe(200);
  expect((await elsewhere.get('/doctor/me')).status).toBe(401);
  expect((await nobody.signIn(account.email, account.password)).status).toBe(403);
  expect((await nobody.signIn(account.email, OWN)).body).toMatchObject({ password_is_temporary: false });
  const events = await context.db.selectFrom('auditEvents').select('action').execute();
  expect(events.map(({ action }) => action)).toContain('account.choose-password');
});

test('each rule that a new password breaks is named, and the one from the letter is none', async () => {
  const { doctor, account } = await scene();
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

test('a password chosen once is not changed by who finds a session open; of two tabs at once one wins', async () => {
  const { doctor, nobody } = await scene();
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
