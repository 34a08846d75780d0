import { getSignInOptions } from '@snimok/contract/people/auth';
import { finishSSO, startSSO } from '@snimok/contract/people/single-sign-on';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { client } from '../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import { startServer } from '../../testing/portal/server.ts';
import { disableAccount } from '../accounts/account-rows/accounts.ts';

const PEOPLE = {
  anna: { name: 'Анна Ветрова', email: 'anna@centre.test', email_verified: true, groups: ['xray'] },
  boris: {
    name: 'Борис Зимин',
    email: 'boris@centre.test',
    email_verified: true,
    groups: ['chiefs', 'xray'],
  },
  guest: { name: 'Гость', email: 'guest@centre.test', email_verified: true, groups: ['cleaning'] },
  unverified: { name: 'Не проверен', email: 'someone@centre.test', email_verified: false, groups: ['xray'] },
};
const GROUPS = 'chiefs:admin+history,xray:studies+clients';

const setUp = async (settings: Record<string, string> = { OIDC_GROUPS: GROUPS }) => {
  const people = structuredClone(PEOPLE);
  const idp = await startIdentityProvider(people);
  const server = await startServer({ ...idp.settings, OIDC_NAME: 'учётную запись центра', ...settings });
  const begin = async () => {
    const browser = client(server.address);
    const { url } = responseOf(startSSO, await browser.post('/auth/sso/start'));
    return { browser, url };
  };
  const signIn = async (subject: string) => {
    const { browser, url } = await begin();
    const query = await idp.visit(subject, url);
    const reply = await browser.post('/auth/sso', { query });
    // the first cookie of the reply deletes the cookie of the attempt
    browser.cookie = reply.headers.getSetCookie().find((each) => each.startsWith('snimok_session=')) ?? '';
    return { browser, reply };
  };
  const findRow = (email: string) =>
    server.context.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  return { idp, people, server, begin, signIn, findRow };
};

test('the first sign-in at the provider creates an account with the rights of the groups, later found by subject', async () => {
  const { server, people, signIn, findRow } = await setUp();
  const options = responseOf(getSignInOptions, await server.nobody.get('/auth/sign-in-options'));
  expect(options.ssoName).toBe('учётную запись центра');
  const { browser, reply } = await signIn('anna');
  const { user_id } = responseOf(finishSSO, reply);
  expect(reply.body).toMatchObject({ user_role: 'assistant', password_is_temporary: false });
  expect(await findRow('anna@centre.test')).toMatchObject({ id: user_id, rights: ['studies', 'clients'] });
  expect((await browser.get('/assistant/settings')).status).toBe(200);
  expect((await browser.get('/assistant/staff')).status).toBe(403);

  // the person has another address and other groups, and is recognised by the subject
  Object.assign(people.anna, { email: 'anna.vetrova@centre.test', groups: ['chiefs'] });
  const again = await signIn('anna');
  expect(responseOf(finishSSO, again.reply).user_id).toBe(user_id);
  expect(await findRow('anna@centre.test')).toMatchObject({ rights: ['admin', 'history'] });
  expect((await again.browser.get('/assistant/staff')).status).toBe(200);
  // a right was withdrawn, so the earlier session has ended
  expect((await browser.get('/assistant/settings')).status).toBe(401);
  const actions = await server.context.db
    .selectFrom('auditEvents')
    .select(['action', 'details'])
    .where('action', '!=', 'access.deny')
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'staff.create',
    'account.sign-in',
    'staff.change',
    'account.sign-in',
  ]);
  expect(actions[1]?.details).toMatchObject({ provider: expect.stringContaining('127.0.0.1') });
});

test('the existing account of an assistant who permitted it is found by verified e-mail and linked to the subject', async () => {
  const { server, people, signIn } = await setUp({});
  const boris = await server.make.assistant({ email: 'boris@centre.test' });
  // without this permission the password is needed (entry/attacks/sign-in-and-sessions/32-07-single-sign-on)
  expect((await (await server.as(boris)).put(`/assistant/staff/${boris.id}/sso`)).status).toBe(204);
  const { reply, browser } = await signIn('boris');
  expect(responseOf(finishSSO, reply).user_id).toBe(boris.id);
  // the settings name no groups, so the rights of the portal stay
  expect((await browser.get('/assistant/staff')).status).toBe(200);
  const other = { ...people.anna, email: 'boris@centre.test' };
  Object.assign(people.anna, other);
  expect((await signIn('anna')).reply.status).toBe(403);
  await server.make.doctor({ email: 'guest@centre.test' });
  expect((await signIn('guest')).reply.status).toBe(403);
  await server.make.assistant({ email: 'someone@centre.test' });
  expect((await signIn('unverified')).reply.status).toBe(403);
});

test('a person without a group, without a verified e-mail or with a disabled account cannot sign in', async () => {
  const { server, signIn, findRow } = await setUp();
  expect(refusal((await signIn('guest')).reply)).toEqual([
    403,
    'Ваша учётная запись центра не даёт прав в портале. Обратитесь к администратору центра',
  ]);
  expect((await signIn('unverified')).reply.status).toBe(403);
  expect(await findRow('someone@centre.test')).toBe(undefined);
  const { browser, reply } = await signIn('anna');
  await disableAccount(server.context.db, responseOf(finishSSO, reply).user_id, server.clock.now());
  expect((await browser.get('/assistant/settings')).status).toBe(401);
  expect(refusal((await signIn('anna')).reply)).toEqual([
    403,
    'Ваша учётная запись в портале отключена. Обратитесь к администратору центра',
  ]);
});

test('an authorization code works once, within ten minutes, and only with the browser and state of its sign-in', async () => {
  const { idp, server, begin } = await setUp();
  const { browser, url } = await begin();
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    redirect_uri: 'http://portal.test/sso',
    response_type: 'code',
    code_challenge_method: 'S256',
  });
  const query = await idp.visit('anna', url);
  expect((await server.nobody.post('/auth/sso', { query })).status).toBe(409);
  const other = await begin();
  expect((await other.browser.post('/auth/sso', { query })).status).toBe(403);
  const forged = await begin();
  const own = await idp.visit('anna', forged.url);
  const code = new URLSearchParams(own).get('code') ?? '';
  const swapped = `${query.replace(/code=[^&]+/, `code=${code}`)}`;
  expect((await browser.post('/auth/sso', { query: swapped })).status).toBe(403);

  const good = await begin();
  const right = await idp.visit('anna', good.url);
  const { cookie } = good.browser;
  expect((await good.browser.post('/auth/sso', { query: right })).status).toBe(200);
  const replay = client(server.address, { cookie });
  expect((await replay.post('/auth/sso', { query: right })).status).toBe(403);

  const late = await begin();
  const lateQuery = await idp.visit('anna', late.url);
  server.clock.advance(10 * 60_000);
  expect((await late.browser.post('/auth/sso', { query: lateQuery })).status).toBe(409);
});

test('the provider can end sessions by back-channel logout, and forged logout tokens are refused', async () => {
  const { idp, server, signIn } = await setUp();
  const one = await signIn('anna');
  const two = await signIn('anna');
  const boris = await signIn('boris');
  const row = await server.context.db
    .selectFrom('sessions')
    .select('ssoSessionID')
    .where('accountID', '=', responseOf(finishSSO, one.reply).user_id)
    .orderBy('createdAt')
    .executeTakeFirstOrThrow();
  const logout = (token: string) =>
    server.nobody.send('POST', '/auth/sso/logout', new URLSearchParams({ logout_token: token }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  // signed with another key
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const forged = await new SignJWT({
    sub: 'anna',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
    .setProtectedHeader({ alg: 'RS256', kid: String((await exportJWK(publicKey)).kid) })
    .setIssuer(idp.issuer)
    .setAudience('snimok')
    .setIssuedAt()
    .setJti('1')
    .sign(privateKey);
  expect((await logout(forged)).status).toBe(400);
  expect((await logout('x')).status).toBe(400);
  expect((await one.browser.get('/assistant/settings')).status).toBe(200);

  const end = await idp.backChannelLogout(`${server.address}/api/1/auth/sso/logout`);
  await end('anna', row.ssoSessionID ?? '');
  expect((await one.browser.get('/assistant/settings')).status).toBe(401);
  expect((await two.browser.get('/assistant/settings')).status).toBe(200);
  await end('anna');
  expect((await two.browser.get('/assistant/settings')).status).toBe(401);
  expect((await boris.browser.get('/assistant/settings')).status).toBe(200);
});

test('while the provider is down, single sign-on answers 503 and passwords still work', async () => {
  const { idp, server } = await setUp();
  idp.setDown(true);
  expect(refusal(await server.nobody.post('/auth/sso/start'))).toEqual([
    503,
    'Служба входа центра не отвечает. Повторите позже или войдите с паролем',
  ]);
  const assistant = await server.make.assistant();
  expect((await server.nobody.signIn(assistant.email, assistant.password)).status).toBe(200);
  idp.setDown(false);
  expect((await server.nobody.post('/auth/sso/start')).status).toBe(200);
});
