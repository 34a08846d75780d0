import type { Page } from '@playwright/test';
import { signIn } from './portal/screens.ts';
import { expect, test } from './portal/test.ts';

test.beforeEach(({ allowedErrors }) => {
  allowedErrors.push(/Failed to load resource|Failed to fetch dynamically imported module/);
});

const form = '/assistant-area/applications/create';
const comment = (page: Page) => page.getByLabel('Комментарий');
const messenger = (page: Page) =>
  page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: /Мессенджер/ });

/** Parts that are asked for from now on do not come. */
const losePartsOf = (page: Page) => page.route('**/assets/**', (route) => route.abort());

/** The portal has been brought up to date since this page was opened. */
const updateUnder = (page: Page, address: string) =>
  page.route(`${address}/`, async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({
      contentType: 'text/html',
      body: html.replaceAll(/entrance-/g, 'entrance-of-tomorrow-'),
    });
  });

test('a part that a bad line has lost, or an update, takes nothing from a form', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant, form);
  await comment(page).fill('Перед имплантацией 36');
  await losePartsOf(page);
  await updateUnder(page, portal.address);
  const lost = page.waitForEvent('requestfailed');
  await messenger(page).hover();
  await lost;
  await page.waitForLoadState('networkidle');
  await expect(comment(page)).toHaveValue('Перед имплантацией 36');
});

test('whoever asks for a part that an update has taken gets the new page', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant, form);
  await losePartsOf(page);
  await updateUnder(page, portal.address);
  const reloaded = page.waitForEvent('domcontentloaded');
  await messenger(page).click();
  await reloaded;
});

test('whoever asks for a part that a bad line has lost is told so, and can ask again', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant, form);
  await losePartsOf(page);
  await messenger(page).click();
  await expect(page.getByRole('heading', { name: 'Не удалось показать страницу' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Обновить страницу' }).click();
  await expect(messenger(page)).toBeVisible();
});
