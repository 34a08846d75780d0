import { signIn } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';
import { startUpdatedPortal } from './updated-portal.ts';

test.use({ serviceWorkers: 'allow' });

test('a reload without a server shows the application, which stores no data of people', async ({
  page,
  ownPortal,
  allowedErrors,
}) => {
  allowedErrors.push(/Failed to load resource|WebSocket|ERR_/);
  const assistant = await ownPortal.addAccount('assistant', newPerson('Ольга Кэшева'));
  await signIn(page, ownPortal.address, assistant);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Главная' })).toBeVisible();
  const stored = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.length).toBeGreaterThan(1);
  expect(stored.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);

  await ownPortal.kill();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Меню' })).toBeVisible();
  await expect(page.getByText('Нет связи с сервером')).toBeVisible();
  await ownPortal.start();
  await expect(page.getByText('Нет связи с сервером')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Главная' })).toBeVisible();
});

const isUpdating = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready;
    return installing !== null || waiting !== null || active?.state !== 'activated';
  });

/** The names of the caches, one for each version that is kept. */
const listVersions = (page: Page) => page.evaluate(() => caches.keys());

test('after an update an open page still loads the rest of its version, which a reload replaces', async ({
  page,
  portal,
  assistant,
  allowedErrors,
}) => {
  allowedErrors.push(/Failed to load resource|WebSocket|ERR_/);
  const proxy = await startUpdatedPortal(portal.address);
  await signIn(page, proxy.address, assistant, '/assistant-area/applications/create');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByLabel('Комментарий').fill('Перед имплантацией 36');
  const [old] = await listVersions(page);

  proxy.update();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => isUpdating(page)).toBe(false);
  expect(await listVersions(page)).toEqual([old, `${old}-newer`]);
  const menu = page.getByRole('navigation', { name: 'Меню' });
  await menu.getByRole('link', { name: 'Корзина' }).click();
  await expect(page.getByRole('heading', { name: 'Корзина', level: 1 })).toBeVisible();
  await menu.getByRole('link', { name: 'Главная' }).click();
  await page.getByRole('link', { name: 'Создать исследование' }).first().click();
  await expect(page.getByLabel('Комментарий')).toHaveValue('Перед имплантацией 36');

  await page.goto(`${proxy.address}/assistant-area/`);
  await expect(menu).toBeVisible();
  await expect(page.locator('script[src*="/entrance-"]')).toHaveAttribute('src', /-newer/);
  proxy.close();
});

/** Delivers a push message to the installed service worker, as the browser does after receiving one. */
const deliverPush = async (page: Page, address: string, notice: object) => {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL }) => scopeURL === `${address}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const data = JSON.stringify(notice);
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: address, registrationId, data });
};

test('a push message is shown as a notice with its title, text and page', async ({
  page,
  portal,
  assistant,
}) => {
  await page.context().grantPermissions(['notifications'], { origin: portal.address });
  await signIn(page, portal.address, assistant);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await deliverPush(page, portal.address, {
    title: 'Новое сообщение',
    body: 'Ответ центра в чате',
    tag: 'dialog:1',
    path: '/assistant-area/trash',
  });
  const listNotices = () =>
    page.evaluate(async () => {
      const notices = await (await navigator.serviceWorker.ready).getNotifications();
      return notices.map(({ title, body, data }) => ({ title, body, path: data.path as string }));
    });
  await expect
    .poll(listNotices)
    .toEqual([{ title: 'Новое сообщение', body: 'Ответ центра в чате', path: '/assistant-area/trash' }]);
});
