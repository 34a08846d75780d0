import { signIn } from './portal/screens.ts';
import { expect, newPerson, test } from './portal/test.ts';

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
