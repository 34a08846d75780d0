import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { Portal } from './portal/portal.ts';
import { checkScreen } from './portal/screen-checks.ts';
import { signOut } from './portal/screens.ts';
import { expect, test } from './portal/test.ts';

const ANNA = {
  ...{ name: 'Анна Ветрова', email: 'anna@centre.test', email_verified: true },
  groups: ['xray'],
};
const CLIENT = { client_id: 'snimok', client_secret: 'a client secret' };

/** The address of an identity provider that begins to answer when it knows where the portal is. */
const planProvider = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, issuer: `http://127.0.0.1:${port}` };
};

/** Everybody who comes is Анна at once. */
const startProvider = (server: Server, issuer: string, portalAddress: string) => {
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${portalAddress}/sso`] }],
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...ANNA }) }),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['a key of the cookies of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: 'anna' } });
  });
};

test('an employee signs in through the identity provider of the centre on a phone by keyboard', async ({
  page,
  allowedErrors,
}) => {
  allowedErrors.push(/40[139].*\/api\/1\//, /503.*\/api\/1\/auth\/sso\//);
  const { server, issuer } = await planProvider();
  const portal = await Portal.start({
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.client_id, OIDC_CLIENT_SECRET: CLIENT.client_secret },
    ...{ OIDC_NAME: 'учётную запись центра', OIDC_GROUPS: 'xray:studies+clients' },
  });
  startProvider(server, issuer, portal.address);
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(portal.address);
    const button = page.getByRole('button', { name: 'Войти через учётную запись центра' });
    await expect(button).toBeVisible();
    await checkScreen(page, 'sign-in-sso');
    await page.setViewportSize({ width: 390, height: 844 });
    await button.press('Enter');
    await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`^${portal.address}/assistant-area`));
    await signOut(page, allowedErrors);

    await test.step('an old link of the provider leads back to the sign-in', async () => {
      await page.goto(`${portal.address}/sso?code=old&state=old`);
      await expect(page.getByRole('alert')).toContainText('Вход не завершён');
      expect(page.url()).toBe(`${portal.address}/sso`);
      await checkScreen(page, 'sso-refused');
      await page.getByRole('link', { name: 'На страницу входа' }).click();
      await expect(button).toBeVisible();
    });
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
    await portal.remove();
  }
});
