import { changePassword, getProfile, listSessions } from '@snimok/contract/people/profile';
import { expect, test } from 'vitest';
import { client } from '../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { Account } from '../../testing/portal/make.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/** A client that has signed in with this browser. */
const signedInWith = async ({ address }: TestServer, { email, password }: Account, userAgent: string) => {
  const browser = client(address, { 'user-agent': userAgent });
  expect((await browser.signIn(email, password)).status).toBe(200);
  return browser;
};

test('the owner sees her sessions with browser and last use, ends one, and then all others', async () => {
  const server = await startServer();
  const account = await server.make.doctor();
  const office = await signedInWith(server, account, CHROME);
  server.clock.advance(60_000);
  const phone = await signedInWith(server, account, SAFARI);
  const other = await server.as(await server.make.doctor());
  server.clock.advance(10 * 60_000);
  const listed = async () => responseOf(listSessions, await office.get('/account/sessions')).sessions;
  const [first, second] = await listed();
  expect(first).toMatchObject({ current: true, browser: 'Chrome', system: 'Windows', address: '127.0.0.1' });
  expect(second).toMatchObject({ current: false, browser: 'Safari', system: 'iOS' });
  expect(Date.parse(first?.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(second?.lastSeenAt ?? ''));
  // the phone is used again, so it is the last used session
  server.clock.advance(10 * 60_000);
  await phone.get('/doctor/me');
  expect((await listed()).map(({ system }) => system).toSorted()).toEqual(['Windows', 'iOS']);

  const path = `/account/sessions/${second?.sessionUUID}`;
  expect(refusal(await other.delete(path))).toEqual([404, 'Такого сеанса уже нет']);
  expect((await office.delete(path)).status).toBe(204);
  expect((await phone.get('/doctor/me')).status).toBe(401);
  expect((await office.delete(path)).status).toBe(404);
  const again = await signedInWith(server, account, SAFARI);
  expect((await office.delete('/account/sessions')).status).toBe(204);
  expect((await again.get('/doctor/me')).status).toBe(401);
  expect((await office.get('/doctor/me')).status).toBe(200);
  expect((await other.get('/doctor/me')).status).toBe(200);
});

test('changing the password needs the current one and ends the other sessions', async () => {
  const server = await startServer();
  const account = await server.make.assistant({ name: 'Ольга Петрова' });
  const office = await server.as(account);
  const home = await server.as(account);
  const profile = responseOf(getProfile, await office.get('/account/profile'));
  expect(profile).toMatchObject({ name: 'Ольга Петрова', email: account.email, mfaEnabled: true });
  const change = (current_password: string, password: string, repeat_password = password) =>
    office.put('/account/password', { current_password, password, repeat_password });
  const fresh = 'Zub-Mudrosti-8';
  expect(refusal(await change('Не-тот-пароль-1', fresh))).toEqual([403, 'Неверный пароль']);
  expect((await change(account.password, fresh, 'Drugoj-par0l-26')).status).toBe(400);
  expect((await change(account.password, 'qwerty123')).status).toBe(400);
  expect(refusal(await change(account.password, account.password))).toEqual([
    400,
    'Новый пароль совпадает с прежним',
  ]);
  expect((await home.get('/assistant/settings')).status).toBe(200);
  responseOf(changePassword, await change(account.password, fresh));
  expect((await office.get('/assistant/settings')).status).toBe(200);
  expect((await home.get('/assistant/settings')).status).toBe(401);
  expect((await server.nobody.signIn(account.email, account.password)).status).toBe(403);
  expect((await server.nobody.signIn(account.email, fresh)).status).toBe(200);
});

test('wrong current passwords are limited without limiting the sign-in', async () => {
  const server = await startServer();
  const account = await server.make.doctor();
  const office = await server.as(account);
  const change = (current_password: string) =>
    office.put('/account/password', { current_password, password: 'x', repeat_password: 'x' });
  for (let n = 0; n < 10; n += 1) expect((await change(`Не-тот-пароль-${n}`)).status).toBe(403);
  const refused = await change(account.password);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await server.nobody.signIn(account.email, account.password)).status).toBe(200);
});
