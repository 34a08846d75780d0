import { completeSignIn } from '@snimok/contract/people/auth';
import { finishSSO, linkSSO, LinkRequired, startSSO } from '@snimok/contract/people/single-sign-on';
import { getStaffMember } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import { client, type TestClient, type TestReply } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startIdentityProvider } from '../../../testing/outside/identity-provider.ts';
import { passwordStep, withTOTP } from '../../../testing/callers/second-factor.ts';
import { startServer } from '../../../testing/portal/server.ts';

const boris = { name: 'Борис Зимин', email: 'boris@centre.test', email_verified: true, groups: ['xray'] };
const mallory = { name: 'Мария Лори', email: 'mallory@centre.test', email_verified: true, groups: ['xray'] };

/** Adds all cookies of a reply to those that the browser had; the test client itself keeps only one. */
const keepCookies = (browser: TestClient, reply: TestReply) => {
  const cookies = new Map(
    [
      ...browser.cookie.split('; '),
      ...reply.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? ''),
    ]
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair] as const),
  );
  browser.cookie = [...cookies.values()].filter((pair) => !pair.endsWith('=')).join('; ');
};

const setUp = async (
  people: Parameters<typeof startIdentityProvider>[0],
  settings: Record<string, string> = {},
) => {
  const idp = await startIdentityProvider(people);
  const server = await startServer({ ...idp.settings, OIDC_GROUPS: 'xray:studies+clients', ...settings });
  /** Every reply adds its cookies to those of the browser. */
  const openBrowser = () => {
    const browser = client(server.address);
    const post = async (path: string, body?: unknown) => {
      const { cookie } = browser;
      const reply = await browser.post(path, body);
      browser.cookie = cookie;
      keepCookies(browser, reply);
      return reply;
    };
    const visitProvider = async (subject: string) => {
      const { url } = responseOf(startSSO, await post('/auth/sso/start'));
      return post('/auth/sso', { query: await idp.visit(subject, url) });
    };
    const signIn = async (account: { email: string; password: string }) => {
      const { cookie } = browser;
      const reply = await browser.signIn(account.email, account.password);
      browser.cookie = cookie;
      keepCookies(browser, reply);
      return reply;
    };
    return { browser, post, visitProvider, signIn };
  };
  return { idp, server, openBrowser };
};

const sources: [string, Record<string, unknown>, typeof boris][] = [
  ['the ID token names another address', { email: boris.email }, mallory],
  [
    'userinfo does not confirm its address',
    { email_verified: true },
    { ...mallory, ...boris, email_verified: false },
  ],
  ['the ID token denies it', { email: boris.email, email_verified: false }, boris],
  ['both name a verified one', { email: mallory.email, email_verified: true }, boris],
];
test.for(sources)(
  'an e-mail counts as verified only if the source that names it verifies it: %s',
  async ([, idToken, userinfo]) => {
    const { server, openBrowser } = await setUp({ mallory: { ...userinfo, idToken } });
    const owner = await server.make.assistant({ email: boris.email });
    const { browser, visitProvider } = openBrowser();
    const reply = await visitProvider('mallory');
    // she gets an account of her own, or none
    expect(reply.status === 200 || refusal(reply)[0] === 403).toBe(true);
    expect(reply.body).not.toMatchObject({ user_id: owner.id });
    expect(reply.body).not.toMatchObject({ error: 'link_required' });
    expect((await browser.get('/account/profile')).body).not.toMatchObject({ email: boris.email });
  },
);

test('an existing account is bound only with its password, in the browser that came from the provider', async () => {
  const { idp, server, openBrowser } = await setUp({ boris });
  const account = await server.make.assistant({ email: boris.email });
  const other = await server.make.assistant();
  const { browser, post, visitProvider, signIn } = openBrowser();
  const stolen = await server.as(account);

  const first = await visitProvider('boris');
  expect(first.status).toBe(403);
  expect(LinkRequired.strict().parse(first.body)).toEqual({ error: 'link_required', email: boris.email });
  expect((await browser.get('/account/profile')).status).toBe(401);
  expect((await post('/auth/sso/link')).status).toBe(401);

  // a session that was opened earlier does not prove the password
  await visitProvider('boris');
  browser.cookie = `${browser.cookie}; ${stolen.cookie}`;
  expect((await post('/auth/sso/link')).status).toBe(403);
  // refused in another browser, which has not come from the provider
  expect((await (await server.as(account)).post('/auth/sso/link')).status).toBe(409);
  // the password of another account does not prove this one
  const second = openBrowser();
  await second.visitProvider('boris');
  await second.signIn(other);
  expect((await second.post('/auth/sso/link')).status).toBe(403);

  const third = openBrowser();
  await third.visitProvider('boris');
  expect((await third.signIn({ ...account, password: 'Not-the-password-1' })).status).toBe(403);
  expect((await third.post('/auth/sso/link')).status).toBe(401);
  await third.visitProvider('boris');
  await third.signIn(account);
  const linked = await third.post('/auth/sso/link');
  expect(responseOf(linkSSO, linked).user_id).toBe(account.id);
  // the rights follow the groups from now on
  expect((await third.browser.get('/assistant/staff')).status).toBe(403);
  expect((await third.browser.get('/assistant/settings')).status).toBe(200);

  const again = openBrowser();
  expect(responseOf(finishSSO, await again.visitProvider('boris')).user_id).toBe(account.id);
  await (
    await idp.backChannelLogout(`${server.address}/api/1/auth/sso/logout`)
  )('boris');
  expect((await third.browser.get('/assistant/settings')).status).toBe(401);
  // the refusal of the wrong password has bound nothing (`signIn` belongs to the first browser)
  expect((await signIn(account)).status).toBe(200);
});

test('an administrator can permit the first single sign-on of an account without its password', async () => {
  const { server, openBrowser } = await setUp({ boris, mallory: { ...mallory, email: boris.email } });
  const account = await server.make.assistant({ email: boris.email });
  const admin = await server.as(await server.make.assistant());
  const clerkAccount = await server.make.assistant();
  await admin.put(`/assistant/staff/${clerkAccount.id}`, { name: 'Зимина Вера', rights: ['studies'] });
  const withoutRight = await server.as(clerkAccount);
  const url = `/assistant/staff/${account.id}/sso`;
  const stateOf = async () =>
    responseOf(getStaffMember, await admin.get(`/assistant/staff/${account.id}`)).singleSignOn;

  expect(await stateOf()).toBe('unbound');
  expect((await withoutRight.put(url)).status).toBe(403);
  expect((await admin.put(url)).status).toBe(204);
  expect(await stateOf()).toBe('permitted');
  server.clock.advance(72 * 3600_000);
  const newAdmin = await server.as(await server.make.assistant());
  expect((await openBrowser().visitProvider('boris')).body).toMatchObject({ error: 'link_required' });

  expect((await newAdmin.put(url)).status).toBe(204);
  const signedIn = await openBrowser().visitProvider('boris');
  expect(responseOf(finishSSO, signedIn).user_id).toBe(account.id);
  const row = await newAdmin.get(`/assistant/staff/${account.id}`);
  expect(responseOf(getStaffMember, row).singleSignOn).toBe('bound');
  expect((await newAdmin.put(url)).status).toBe(409);
  // another person with the same address is refused
  expect((await openBrowser().visitProvider('mallory')).status).toBe(403);
  const { events } = (await newAdmin.get(`/assistant/staff/${account.id}/history`)).body as {
    events: { action: string }[];
  };
  const actions = events.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['staff.permit-sso', 'account.bind-sso']));
});

type Case = [string, { amr?: string[]; acr?: string }, Record<string, string>, boolean];
const cases: Case[] = [
  ['no second factor at the provider', {}, {}, false],
  ['a password there', { amr: ['pwd'] }, {}, false],
  ['a second factor there', { amr: ['pwd', 'otp', 'mfa'] }, {}, true],
  ['a level that the settings do not name', { acr: 'urn:loa:2' }, {}, false],
  ['a level that the settings name', { acr: 'urn:loa:2' }, { OIDC_SECOND_FACTOR: 'hwk, urn:loa:2' }, true],
  ['any sign-in, by the settings', {}, { OIDC_SECOND_FACTOR: 'any' }, true],
  ['none, by the settings', { amr: ['mfa'] }, { OIDC_SECOND_FACTOR: 'none' }, false],
];
test.for(cases)(
  'the portal asks for its own second factor unless the factor at the provider counts: %s',
  async ([, how, settings, counts]) => {
    const { idp, server, openBrowser } = await setUp(
      { boris: { ...boris, ...how }, mallory: { ...mallory, ...how } },
      { MFA: 'assistants', ...settings },
    );
    // the rights follow the groups, and the last administrator keeps hers
    await server.make.assistant();
    const account = await server.make.assistant({ email: boris.email });
    const { code } = await withTOTP(server, account);
    const { browser, post, visitProvider, signIn } = openBrowser();
    await visitProvider('boris');
    const { mfa_token } = (await signIn(account)).body as { mfa_token: string };
    responseOf(completeSignIn, await post('/auth/mfa', { mfa_token, method: 'totp', code: code() }));
    responseOf(linkSSO, await post('/auth/sso/link'));

    server.clock.advance(60_000);
    const next = openBrowser();
    const reply = await next.visitProvider('boris');
    if (counts) responseOf(finishSSO, reply);
    else {
      expect(reply).toMatchObject({
        status: 403,
        body: { error: 'mfa_required', methods: ['totp', 'recovery'] },
      });
      expect((await next.browser.get('/account/profile')).status).toBe(401);
      const step = { mfa_token: (reply.body as { mfa_token: string }).mfa_token, method: 'totp' };
      expect((await next.post('/auth/mfa', { ...step, code: '000000' })).status).toBe(403);
      responseOf(completeSignIn, await next.post('/auth/mfa', { ...step, code: code() }));
    }
    expect((await next.browser.get('/account/profile')).status).toBe(200);
    // a new account has no second factor of its own
    const fresh = responseOf(finishSSO, await openBrowser().visitProvider('mallory'));
    expect(fresh.second_factor_required).toBe(!counts);

    // a session that the second step has opened also belongs to the provider, and ends with its logout
    await (
      await idp.backChannelLogout(`${server.address}/api/1/auth/sso/logout`)
    )('boris');
    for (const each of [browser, next.browser]) expect((await each.get('/account/profile')).status).toBe(401);
    expect(await passwordStep(client(server.address), account)).toBeTruthy();
  },
);

test('the authentication method at the provider is read only from the ID token', async () => {
  const { server, openBrowser } = await setUp(
    { mallory: { ...mallory, idToken: {}, userinfo: { amr: ['mfa'], acr: 'mfa' } } },
    { MFA: 'assistants' },
  );
  const signedIn = responseOf(finishSSO, await openBrowser().visitProvider('mallory'));
  expect(signedIn.second_factor_required).toBe(true);
  expect(server.logged.join('\n')).not.toContain('mallory@');
});
