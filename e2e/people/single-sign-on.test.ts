import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signOut } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

const ANNA = {
  name: 'Анна Ветрова',
  email: 'anna@centre.test',
  email_verified: true,
  groups: ['xray'],
};
const VERA = { name: 'Вера Орлова', email: 'vera@centre.test', email_verified: true };
const PEOPLE: Record<string, object> = { anna: ANNA, vera: VERA };
const CLIENT = { client_id: 'snimok', client_secret: 'a client secret' };

/**
 * Reserves the address of an identity provider, which begins to answer when the address of the portal is
 * known.
 */
const planProvider = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, issuer: `http://127.0.0.1:${port}` };
};

/** Starts a provider that signs every visitor in as `visitor.subject` at once. */
const startProvider = (server: Server, issuer: string, portalAddress: string) => {
  const visitor = { subject: 'anna' };
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${portalAddress}/sso`] }],
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...PEOPLE[id] }) }),
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
    void provider.interactionFinished(request, response, { login: { accountId: visitor.subject } });
  });
  return visitor;
};

test('an employee signs in through the identity provider of the centre on a phone by keyboard', async ({
  page,
  allowedErrors,
}) => {
  allowedErrors.push(/40[139].*\/api\/1\//, /503.*\/api\/1\/auth\/sso\//);
  const { server, issuer } = await planProvider();
  const portal = await Portal.start({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_NAME: 'учётную запись центра',
    OIDC_GROUPS: 'xray:studies+clients',
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

test('an existing account is linked by its password once, or by an administrator’s permission without it', async ({
  page,
  newBrowserPage,
  allowedErrors,
}) => {
  allowedErrors.push(/40[139].*\/api\/1\//);
  const { server, issuer } = await planProvider();
  const portal = await Portal.start({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_NAME: 'учётную запись центра',
  });
  const visitor = startProvider(server, issuer, portal.address);
  try {
    const anna = await portal.addAccount('assistant', { ...newPerson(ANNA.name), email: ANNA.email });
    await portal.addAccount('assistant', { ...newPerson(VERA.name), email: VERA.email });
    const enter = async (at: Page) => {
      await at.goto(portal.address);
      await at.getByRole('button', { name: 'Войти через учётную запись центра' }).press('Enter');
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page);
    await expect(page.getByRole('heading', { name: 'Подтвердите паролем' })).toBeVisible();
    await expect(page.getByText(ANNA.email)).toBeVisible();
    await checkScreen(page, 'sso-link');
    await page.setViewportSize({ width: 390, height: 844 });
    const password = page.getByLabel('Пароль портала');
    await expect(password).toBeFocused();
    await password.fill('Not-the-password-1');
    await password.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Неверный e-mail или пароль');
    await password.fill(anna.password);
    await password.press('Enter');
    await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
    await signOut(page, allowedErrors);
    await enter(page);
    await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();

    await test.step('an administrator permits the first sign-in of a colleague without the password', async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${portal.address}/assistant-area/staff`);
      const item = page.getByRole('menuitem', { name: 'Разрешить вход через службу центра' });
      await page.getByRole('button', { name: `Действия: ${ANNA.name}` }).press('Enter');
      await expect(page.getByRole('menuitem', { name: 'История входов' })).toBeVisible();
      await expect(item).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: `Действия: ${VERA.name}` }).press('Enter');
      await item.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Разрешить вход через службу центра' });
      await expect(dialog.getByText(VERA.email)).toBeVisible();
      await checkScreen(page, 'staff-permit-sso');
      await dialog.getByRole('button', { name: 'Разрешить' }).click();
      // the provider does not say when it last asked for the password: the user signs in there again, and
      // repeats the action
      const question = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
      await question.getByRole('button', { name: 'Войти через учётную запись центра' }).click();
      // the browser leaves the page for the provider and comes back to the first one
      await expect(page).toHaveURL(/\/assistant-area(?!\/staff)/);
      await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
      await page.goto(`${portal.address}/assistant-area/staff`);
      await page.getByRole('button', { name: `Действия: ${VERA.name}` }).press('Enter');
      await item.press('Enter');
      await dialog.getByRole('button', { name: 'Разрешить' }).click();
      await expect(dialog).toBeHidden();
    });

    visitor.subject = 'vera';
    const phone = await newBrowserPage();
    await enter(phone);
    await expect(phone.getByRole('button', { name: 'Выйти' })).toBeVisible();
    await phone.close();
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
    await portal.remove();
  }
});
