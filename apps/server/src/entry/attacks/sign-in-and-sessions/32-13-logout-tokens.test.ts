import { finishSSO, startSSO } from '@snimok/contract/people/single-sign-on';
import { expect, test } from 'vitest';
import { client, type TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startIdentityProvider } from '../../../testing/outside/identity-provider.ts';
import { startOtherAPI } from '../../../testing/portal/other-process.ts';
import { startServer } from '../../../testing/portal/server.ts';

const ANNA = { name: 'Анна Ветрова', email: 'anna@centre.test', email_verified: true, groups: ['xray'] };

const setUp = async () => {
  const idp = await startIdentityProvider({ anna: ANNA });
  const server = await startServer({ ...idp.settings, OIDC_GROUPS: 'xray:studies' });
  const signIn = async () => {
    const browser = client(server.address);
    const { url } = responseOf(startSSO, await browser.post('/auth/sso/start'));
    const reply = await browser.post('/auth/sso', { query: await idp.visit('anna', url) });
    responseOf(finishSSO, reply);
    browser.cookie = reply.headers.getSetCookie().find((each) => each.startsWith('snimok_session=')) ?? '';
    return browser;
  };
  /** Sends the provider's newest logout token again, as any person who has seen the token can. */
  const replayAt = async (address: string) => {
    const body = new URLSearchParams({ logout_token: idp.logoutTokens.at(-1) ?? '' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await client(address).send('POST', '/auth/sso/logout', body, headers)).status;
  };
  return { idp, server, signIn, replayAt };
};

const isOpen = async (browser: TestClient) => (await browser.get('/account/profile')).status === 200;

test('a logout token that is sent again ends no later session, at any API process and after a restart', async () => {
  const { idp, server, signIn, replayAt } = await setUp();
  const second = await startOtherAPI(server);
  const first = await signIn();
  await (
    await idp.backChannelLogout(`${server.address}/api/1/auth/sso/logout`)
  )('anna');
  expect(await isOpen(first)).toBe(false);

  const next = await signIn();
  // a process that starts later knows nothing but the database
  const restarted = await startOtherAPI(server);
  const statuses = [];
  for (const { address } of [server, second, restarted]) statuses.push(await replayAt(address));
  expect(statuses).toEqual([400, 400, 400]);
  expect(await isOpen(next)).toBe(true);
});

test('only one of several requests with the same logout token at the same time is accepted', async () => {
  const { idp, server, signIn, replayAt } = await setUp();
  const second = await startOtherAPI(server);
  await signIn();
  idp.setLogoutLost(true);
  await (
    await idp.backChannelLogout(`${server.address}/api/1/auth/sso/logout`)
  )('anna');
  const addresses = Array.from({ length: 10 }, (_, n) => (n % 2 ? server : second).address);
  const statuses = await Promise.all(addresses.map(replayAt));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(9);
});

test('a logout token that came before the first sign-in of its person does not end that session', async () => {
  const { idp, server, signIn, replayAt } = await setUp();
  await (
    await idp.backChannelLogout(`${server.address}/api/1/auth/sso/logout`)
  )('anna');
  const browser = await signIn();
  expect(await replayAt(server.address)).toBe(400);
  expect(await isOpen(browser)).toBe(true);
});
