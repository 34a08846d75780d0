import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { chooseFromMenu } from '../pages/keyboard.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

const DAY_MS = 86_400_000;
/** DD.MM.YYYY in the browser's time zone, which is the centre's. */
const dayInMoscow = (instant: number) =>
  new Intl.DateTimeFormat('ru', { timeZone: 'Europe/Moscow' }).format(instant);

test('the list of today contains only the studies of today, and its link keeps the day', async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const client = await api.createClient(newPerson('Клиника одного дня'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Сегодняшняя Дарья Днёвна');
  await api.createStudy(patient);

  const yesterday = dayInMoscow(Date.now() - DAY_MS)
    .split('.')
    .toReversed()
    .join('-');
  await signIn(page, portal.address, assistant, `/assistant-area/?period=${yesterday}`);
  await expect(page.getByText('За этот день исследований нет')).toBeVisible();
  await expect(page.getByLabel('Месяц', { exact: true })).toHaveValue(yesterday);

  await page.getByRole('button', { name: 'Сегодня' }).click();
  const row = page.getByRole('row').filter({ hasText: patient.name });
  await expect(row).toContainText(new RegExp(`${dayInMoscow(Date.now())} \\d\\d:\\d\\d`));
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Сегодня', pressed: true })).toBeVisible();

  await page.getByLabel('Месяц', { exact: true }).selectOption({ index: 2 });
  await expect(page).toHaveURL(/period=\d{4}-\d\d$/);
  await expect(row).toBeVisible();
});

/** Opens a page whose list fails, checks the rest of it, and loads the list again. */
const expectOnlyListFails = async (
  screen: Page,
  url: string,
  list: string,
  expectRest: () => Promise<void>,
  loaded: Locator,
) => {
  await screen.route(list, (route) => route.fulfill({ status: 500, json: { error: 'Ошибка' } }));
  await screen.goto(url);
  await expect(screen.getByRole('alert')).toContainText('Не удалось загрузить');
  await expectRest();
  await screen.unroute(list);
  await screen.getByRole('button', { name: 'Повторить' }).click();
  await expect(loaded).toBeVisible();
  await expect(screen.getByRole('alert')).toHaveCount(0);
};

test('a list that fails to load leaves the rest of its page usable, and can be loaded again', async ({
  page,
  portal,
  assistant,
  api,
  newBrowserPage,
  allowedErrors,
}) => {
  allowedErrors.push(/500 .*\/api\/1\//);
  const client = await api.createClient(newPerson('Клиника неполного списка'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Отказова Ольга Списковна');
  await api.createStudy(patient);

  await signIn(page, portal.address, assistant);
  const row = page.getByRole('row').filter({ hasText: patient.name });
  const openTab = async (name: string, words: Locator) => {
    await page.getByRole('tab', { name }).click();
    await expect(words).toBeVisible();
  };
  await expectOnlyListFails(
    page,
    `${portal.address}/assistant-area/`,
    '**/api/1/assistant/studies?*',
    async () => {
      await openTab('Пациенты в работе', row);
      await openTab('Исследования', page.getByRole('alert'));
      await expect(page.getByRole('heading', { name: 'Главная' })).toBeVisible();
    },
    row,
  );
  await expectOnlyListFails(
    page,
    `${portal.address}${studiesPath(patient)}`,
    '**/api/1/assistant/patients/*/studies?*',
    async () => {
      await page.getByRole('button', { name: 'Редактировать' }).click();
      await expect(page.getByRole('dialog').getByLabel('ФИО')).toHaveValue(patient.name);
      await page.keyboard.press('Escape');
    },
    studyCard(page),
  );
  await expectOnlyListFails(
    page,
    `${portal.address}/assistant-area/schedule`,
    '**/api/1/assistant/schedule/locations/*/days?*',
    async () => {
      const failed = page.waitForResponse(/\/locations\/\d+\/days\?/);
      await page.getByRole('button', { name: 'Следующий день' }).click();
      await expect(page).toHaveURL(/date=/);
      // the alert of the previous day may still be shown
      await failed;
      await expect(page.getByRole('alert')).toBeVisible();
    },
    page.getByRole('heading', { level: 2 }),
  );
  await expectOnlyListFails(
    page,
    `${portal.address}/assistant-area/messenger?dialog=${client.doctorID}`,
    '**/api/1/assistant/messenger/dialogs',
    () => expect(page.getByRole('region', { name: 'Переписка' })).toContainText(client.name),
    page.getByLabel('Поиск по имени'),
  );

  const own = await newBrowserPage();
  await signIn(own, portal.address, client);
  await expectOnlyListFails(
    own,
    `${portal.address}/doctor-area/patients/${patient.patientID}/studies`,
    '**/api/1/doctor/patients/*/studies?*',
    () => expect(own.getByRole('heading', { name: patient.name })).toBeVisible(),
    studyCard(own),
  );
});

test('an assistant sorts the clients, hides a column on every computer, and exports the list', async ({
  page,
  portal,
  assistant,
  api,
  newBrowserPage,
  allowedErrors,
}) => {
  const client = await api.createClient(newPerson('Клиника столбцов'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Столбцова Софья Списковна');
  for (let i = 0; i < 3; i++) await api.createStudy(patient);

  const path = '/assistant-area/?tab=doctors';
  await signIn(page, portal.address, assistant);
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/1/assistant/doctors?*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${portal.address}${path}`);
  const sorted = page.getByRole('columnheader', { name: 'Исследования' });
  await sorted.getByRole('link').focus();
  gate.resolve();
  await expect(page.getByRole('table', { name: 'Клиенты' })).toBeVisible();
  // the header element was not replaced, so the key reaches the focused link
  await page.keyboard.press('Enter');
  await expect(sorted).toHaveAttribute('aria-sort', 'descending');
  const row = page.getByRole('row').filter({ hasText: client.name });
  await expect(row.getByRole('cell').nth(4)).toHaveText('3');

  const email = page.getByRole('columnheader', { name: 'E-mail' });
  await expect(email).toBeVisible();
  await page.getByRole('button', { name: 'Столбцы' }).press('Enter');
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.status() === 204);
  await page.getByRole('checkbox', { name: 'E-mail' }).press('Space');
  await expect(email).toHaveCount(0);
  await saved;
  await page.keyboard.press('Escape');

  const other = await newBrowserPage();
  await signIn(other, portal.address, assistant, path);
  await expect(other.getByRole('row').filter({ hasText: client.name })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0);

  const download = page.waitForEvent('download');
  await chooseFromMenu(page, 'Экспорт', 'CSV');
  const file = await download;
  expect(file.suggestedFilename()).toBe('Клиенты.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain(`"${client.name}";"${client.email}"`);

  allowedErrors.push(/429 .*exports/);
  const error = 'Вы скачали слишком много за час. Попробуйте позже';
  await page.route('**/exports/**', (route) => route.fulfill({ status: 429, json: { error } }));
  await chooseFromMenu(page, 'Экспорт', 'CSV');
  await expect(page.getByRole('alert').filter({ hasText: error })).toBeVisible();
});
