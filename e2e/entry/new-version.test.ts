import type { Page } from '@playwright/test';
import { signIn } from '../pages/screens.ts';
import { expect, test } from '../pages/test.ts';

test.beforeEach(({ allowedErrors }) => {
  allowedErrors.push(/Failed to load resource|Failed to fetch dynamically imported module/);
});

const form = '/assistant-area/applications/create';
const comment = (page: Page) => page.getByLabel('Комментарий');
const messenger = (page: Page) =>
  page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: /Мессенджер/ });

/** From now on requests for scripts and styles fail. */
const abortAssets = (page: Page) => page.route('**/assets/**', (route) => route.abort());

/** From now on the portal serves the entry page of a newer version. */
const serveNewerVersion = (page: Page, address: string) =>
  page.route(`${address}/`, async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({
      contentType: 'text/html',
      body: html.replaceAll(/entrance-/g, 'entrance-of-newer-version-'),
    });
  });

test('a form keeps its input when a preload fails, also after an update', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant, form);
  await comment(page).fill('Перед имплантацией 36');
  await abortAssets(page);
  await serveNewerVersion(page, portal.address);
  const lost = page.waitForEvent('requestfailed');
  await messenger(page).hover();
  await lost;
  await page.waitForLoadState('networkidle');
  await expect(comment(page)).toHaveValue('Перед имплантацией 36');
});

test('a navigation to a page whose script an update has removed loads the new version', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant, form);
  await abortAssets(page);
  await serveNewerVersion(page, portal.address);
  const reloaded = page.waitForEvent('domcontentloaded');
  await messenger(page).click();
  await reloaded;
});

test('a navigation to a page whose script cannot be loaded shows an error and can be repeated', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant, form);
  await abortAssets(page);
  await messenger(page).click();
  await expect(page.getByRole('heading', { name: 'Не удалось показать страницу' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Обновить страницу' }).click();
  await expect(messenger(page)).toBeVisible();
});
