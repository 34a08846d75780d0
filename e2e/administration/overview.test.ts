import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { AssistantAPI } from '../portal/assistant-api.ts';
import { contentsOfZip, writePanoramic } from '../portal/files.ts';
import { chooseFromMenu } from '../pages/keyboard.ts';
import type { RunningPortal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

/** Holds back the studies on the page of a patient until they are released. */
async function holdStudies(page: Page) {
  const hold = Promise.withResolvers<void>();
  const url = /\/patients\/\d+\/studies(\?|$)/;
  const requested = page.waitForRequest(
    (request) => new URL(request.url()).pathname.startsWith('/api/') && url.test(request.url()),
  );
  await page.route(
    (address) => address.pathname.startsWith('/api/') && url.test(address.href),
    async (route) => {
      await hold.promise;
      await route.continue();
    },
  );
  return { requested, release: hold.resolve };
}

/** Three patients; the study of the second one has no files. */
async function createStudies(api: AssistantAPI, { mailbox }: RunningPortal, folder: string) {
  const { doctorID } = await api.createClient(newPerson('Клиника обзора'), mailbox);
  const files = await writePanoramic(join(folder, 'ОПТГ'));
  for (const name of ['Обзорова Анна', 'Обзорова Вера', 'Обзорова Галина']) {
    const patient = await api.createPatient(doctorID, name);
    if (name === 'Обзорова Вера') await api.createStudy(patient, 'rg');
    else await api.createDoneStudy(patient, 'rg', files);
  }
}

/** Downloads the selected studies that have files. */
async function expectDownload(actions: Locator, into: string) {
  const download = actions.page().waitForEvent('download');
  await actions.getByRole('button', { name: 'Скачать 2 из 3' }).press('Enter');
  const zip = await download;
  expect(zip.suggestedFilename()).toMatch(/^Исследования_\d{4}-\d\d-\d\d\.zip$/);
  await zip.saveAs(into);
  const names = [...contentsOfZip(into).keys()].map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'день'));
  expect(names).toEqual(['Обзорова_А_день_Рентген/PX0001.dcm', 'Обзорова_Г_день_Рентген/PX0001.dcm']);
}

test('an assistant works with overview, commands and selected studies by keyboard alone', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  await createStudies(api, portal, folder);
  await signIn(page, portal.address, assistant, '/assistant-area/');
  await expect(page.getByRole('table', { name: 'Исследования' })).toBeVisible();

  // in the Russian layout the key types «л»
  const palette = page.getByRole('dialog', { name: 'Команды и поиск' });
  await page.keyboard.press('Control+KeyK');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('j,pjh');
  await expect(palette.getByRole('option', { name: 'Сегодня' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Сегодня', level: 1 })).toBeVisible();
  await expect(palette).toBeHidden();
  await checkScreen(page, 'overview');
  const upload = page.getByRole('link', { name: 'Загрузить снимки: Обзорова Вера' });
  await upload.focus();
  const studies = await holdStudies(page);
  await page.keyboard.press('Enter');
  await studies.requested;
  await page.keyboard.press('Control+KeyK');
  await expect(palette.getByRole('combobox')).toBeFocused();
  studies.release();
  // the card of the study that the link names takes the focus when it is loaded, but not from an open dialog
  const chooser = page.getByRole('button', { name: 'Выбрать папку' });
  await expect(chooser).toBeVisible();
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chooser).toBeFocused();

  await page.keyboard.press('Control+KeyK');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Главная');
  await expect(palette.getByRole('option', { name: 'Главная' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  const boxes = page.getByRole('checkbox', { name: /^Выбрать: Обзорова/ });
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const actions = page.getByRole('group', { name: 'Действия с выбранными' });
  await expect(actions).toContainText('Выбрано: 3 исследования');
  await expect(actions.getByRole('button', { name: 'Восстановить' })).toBeDisabled();
  const list = page.waitForEvent('download');
  await actions.getByRole('button', { name: 'Сохранить список' }).press('Enter');
  expect((await list).suggestedFilename()).toBe('Исследования.csv');
  await expectDownload(actions, join(folder, 'saved.zip'));
  await actions.getByRole('button', { name: 'Снять выбор' }).press('Enter');
  await expect(actions).toBeHidden();

  const today = page.getByRole('button', { name: 'Сегодня' });
  await today.press('Enter');
  await expect(today).toHaveAttribute('aria-pressed', 'true');
  await chooseFromMenu(page, 'Фильтры', 'Сохранить текущий…');
  await page.getByLabel('Название').fill('Мои сегодня');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Сохранить фильтр' })).toBeHidden();
  await page.getByLabel('Месяц', { exact: true }).selectOption('Весь период');
  await expect(today).toHaveAttribute('aria-pressed', 'false');
  await chooseFromMenu(page, 'Фильтры', 'Мои сегодня');
  await expect(today).toHaveAttribute('aria-pressed', 'true');
});
