import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { fillSignIn, signInForm, signOut } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

/** A phone or a USB key that holds passkeys and recognises its owner, as Chromium simulates them. */
const addAuthenticator = async (page: Page, transport: 'internal' | 'usb') => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const recognise = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { recognise };
};

test('an assistant sets up a passkey on a phone by keyboard, and signs in with it alone and after the password', async ({
  page,
  allowedErrors,
}) => {
  allowedErrors.push(/40[139].*\/api\/1\//);
  const portal = await Portal.start({ MFA: 'assistants' });
  try {
    const person = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    // browsers make no passkeys for an IP address
    const home = `http://localhost:${portal.port}`;
    const { recognise } = await addAuthenticator(page, 'internal');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(home);
    await expect(page.getByRole('button', { name: 'Войти с ключом доступа' })).toBeVisible();
    await checkScreen(page, 'sign-in-passkey');
    await page.setViewportSize({ width: 390, height: 844 });
    await fillSignIn(page, person);
    await expect(page.getByRole('heading', { name: 'Защитите вход' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Создать ключ доступа' })).toBeVisible();
    await checkScreen(page, 'passkey-set-up');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Создать ключ доступа' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Коды восстановления' })).toBeVisible();
    expect(await page.getByRole('listitem').allInnerTexts()).toHaveLength(10);
    await page.getByRole('button', { name: 'Коды сохранены, продолжить' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();

    await test.step('the passkey alone opens the portal, if the phone recognises its owner', async () => {
      await signOut(page, allowedErrors);
      const button = page.getByRole('button', { name: 'Войти с ключом доступа' });
      await recognise(false);
      await button.press('Enter');
      await expect(page.getByRole('alert')).toContainText('Ключ доступа не использован');
      await expect(signInForm(page).submit).toBeVisible();
      await recognise(true);
      await button.press('Enter');
      await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
    });

    await test.step('after the password, the passkey or a recovery code is requested', async () => {
      await signOut(page, allowedErrors);
      await fillSignIn(page, person);
      const button = page.getByRole('button', { name: 'Подтвердить ключом доступа' });
      await expect(button).toBeFocused();
      await expect(page.getByRole('button', { name: 'Ввести код восстановления' })).toBeVisible();
      await checkScreen(page, 'passkey-step');
      await page.setViewportSize({ width: 390, height: 844 });
      await button.press('Enter');
      await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
    });

    await test.step('in the profile the last passkey stays, and another one is added and removed', async () => {
      await page.goto(`${home}/assistant-area/profile`);
      const section = page.getByRole('region', { name: 'Подтверждение входа' });
      await expect(section.getByText('последний вход')).toBeVisible();
      await expect(section.getByRole('button', { name: /^Удалить/ })).toHaveCount(0);
      await checkScreen(page, 'profile-passkey');
      await page.setViewportSize({ width: 390, height: 844 });
      await section.getByRole('button', { name: 'Добавить ключ доступа' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Добавить ключ доступа' });
      await dialog.getByLabel('Название').fill('Ключ в сейфе');
      await dialog.getByLabel('Ваш пароль').fill(person.password);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toContainText('На этом устройстве уже есть ключ доступа');
      await checkScreen(page, 'profile-add-passkey');
      await page.setViewportSize({ width: 390, height: 844 });
      await addAuthenticator(page, 'usb');
      await dialog.getByRole('button', { name: 'Добавить' }).press('Enter');
      await expect(dialog).toBeHidden();
      await section.getByRole('button', { name: 'Удалить ключ доступа: Ключ в сейфе' }).press('Enter');
      await page.getByRole('dialog').getByLabel('Ваш пароль').fill(person.password);
      await page.keyboard.press('Enter');
      await expect(section.getByText('Ключ в сейфе')).toHaveCount(0);
    });
  } finally {
    await page.close();
    await portal.remove();
  }
});

/** Signs a challenge of another party with the passkey of this browser, from the page that is open. */
const signAs = (page: Page, options: { challenge: string; rpId: string }) =>
  page.evaluate(async ({ challenge, rpId }) => {
    const bytes = Uint8Array.from(atob(challenge.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const credential = await navigator.credentials.get({
      publicKey: { challenge: bytes, rpId, userVerification: 'required' },
    });
    return (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>;
  }, options);

test('a passkey used on another origin gives no session, and each of its responses works once', async ({
  page,
  allowedErrors,
}) => {
  allowedErrors.push(/40[139].*\/api\/1\//);
  const portal = await Portal.start({ MFA: 'assistants' });
  // the browser lets every page of this host use its passkeys, whatever the port
  const other = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<title>Другой сайт</title>');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const elsewhere = `http://localhost:${(other.address() as AddressInfo).port}/`;
  const home = `http://localhost:${portal.port}`;
  try {
    const person = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    await addAuthenticator(page, 'internal');
    await page.goto(home);
    await fillSignIn(page, person);
    await page.getByRole('button', { name: 'Создать ключ доступа' }).press('Enter');
    await page.getByRole('button', { name: 'Коды сохранены, продолжить' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
    await signOut(page, allowedErrors);

    /** A program without a browser, which relays messages to and from the portal. */
    const send = async (path: string, body: unknown) =>
      fetch(`${home}/api/1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const newOptions = async () =>
      (await (await send('/auth/passkey/options', {})).json()) as { challenge: string; rpId: string };

    await test.step('the other site gets a response of the passkey, which the portal refuses', async () => {
      await page.goto(elsewhere);
      const stolen = await signAs(page, await newOptions());
      expect(
        Buffer.from((stolen.response as { clientDataJSON: string }).clientDataJSON, 'base64url').toString(),
      ).toContain(elsewhere.slice(0, -1));
      const reply = await send('/auth/passkey', stolen);
      expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []]);
    });

    await test.step('the portal’s own page signs in, and the same response is refused afterwards', async () => {
      await page.goto(home);
      const sent = page.waitForRequest(/\/auth\/passkey$/);
      await page.getByRole('button', { name: 'Войти с ключом доступа' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
      const replayed = await send('/auth/passkey', (await sent).postDataJSON());
      expect([replayed.status, replayed.headers.getSetCookie()]).toEqual([403, []]);
      // the same challenge with a new signature
      const challenge = JSON.parse(
        Buffer.from((await sent).postDataJSON().response.clientDataJSON, 'base64url').toString(),
      ).challenge as string;
      const again = await send('/auth/passkey', await signAs(page, { challenge, rpId: 'localhost' }));
      expect(again.status).toBe(403);
      const fresh = await send('/auth/passkey', await signAs(page, await newOptions()));
      expect(fresh.status).toBe(200);
    });
  } finally {
    await page.close();
    other.closeAllConnections();
    other.close();
    await portal.remove();
  }
});
