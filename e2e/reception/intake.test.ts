import { join } from 'node:path';
import { writePanoramic, writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { dropOn, fillSignIn, signIn } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

const row = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

/** Counts clicks and typed characters on all documents of the page from now on. */
const countActions = async (page: Page) => {
  const actions = { clicks: 0, keys: 0 };
  await page.exposeFunction('countAction', (kind: keyof typeof actions) => void (actions[kind] += 1));
  await page.addInitScript(() => {
    const { countAction } = window as unknown as { countAction: (kind: string) => void };
    // a click of a label clicks its field too, without a pointer
    addEventListener('pointerdown', () => countAction('clicks'), true);
    addEventListener('keydown', () => countAction('keys'), true);
  });
  return actions;
};

test('the first study of a new assistant takes at most five clicks and no typing', async ({
  page,
  portal,
  api,
  folder,
  newBrowserPage,
}) => {
  const assistant = await portal.addAccount('assistant', newPerson('Нина Новенькая'));
  const client = await api.createClient(newPerson('Клиника «Первый снимок»'), portal.mailbox);
  await api.createStudy(await api.createPatient(client.doctorID, 'Прежний Пациент'), 'rg');
  const patient = {
    name: 'Пятикликова Ирина Олеговна',
    id: 'E2E-5',
    birthDate: '1991-07-08',
    sex: 'F',
  } as const;
  const series = await writePanoramic(join(folder, 'ОПТГ'), { patient, studyInstanceUID: '2.25.501' });

  const actions = await countActions(page);
  await page.goto(portal.address);
  await fillSignIn(page, assistant);
  await expect(page.getByRole('link', { name: 'Загрузить снимки' })).toBeVisible();
  actions.keys = 0;

  await dropOn(page, page.getByRole('main'), [series]);
  actions.clicks += 1;
  const card = row(page, patient.name);
  await expect(card).toContainText('08.07.1991 · жен. · снято 20.11.2026');
  await expect(card.getByRole('radio', { name: 'Рентген (2D)' })).toBeChecked();
  await checkScreen(page, 'assistant-intake');
  await card.getByText(client.name, { exact: true }).click();
  await card.getByRole('button', { name: 'Создать и загрузить' }).click();
  await expect(card).toContainText(`Готово: исследование видит ${client.name}`, { timeout: 90_000 });
  expect(actions.clicks).toBeLessThanOrEqual(5);
  expect(actions.keys).toBe(0);

  const doctorPage = await newBrowserPage();
  await signIn(doctorPage, portal.address, client);
  await doctorPage.getByRole('row').filter({ hasText: patient.name }).getByRole('link').first().click();
  await expect(doctorPage.getByRole('article')).toContainText('Доступно');
  await expect(doctorPage.getByText('08.07.1991')).toBeVisible();
});

/** Holds back all files until `release`. */
const holdFiles = async (page: Page) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/storage/**', async (route) => {
    if (route.request().method() === 'PUT') await released.promise;
    return route.continue();
  });
  return released.resolve;
};

/** Holds back the patients of a client until the result is called. */
const holdPatients = async (page: Page) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/dropdown/doctors/*/patients', async (route) => {
    await released.promise;
    return route.continue();
  });
  return released.resolve;
};

test('studies chosen together are taken in by keyboard and uploaded while the assistant works elsewhere', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника «Две записи»'), portal.mailbox);
  const known = await api.createPatient(client.doctorID, 'Двойнова Софья Ильинична', '1979-09-09');
  const intoKnown = { name: 'Двойнова Софья', id: 'E2E-6', birthDate: '1979-09-09', sex: 'F' } as const;
  await writePanoramic(join(folder, 'всё', 'ОПТГ'), { patient: intoKnown, studyInstanceUID: '2.25.601' });
  const namesake = await api.createPatient(client.doctorID, 'Другой Человек', '1950-01-01');
  await writeSeries(join(folder, 'всё', 'КТ'));

  await signIn(page, portal.address, assistant);
  const release = await holdFiles(page);
  page.once('filechooser', (chooser) => chooser.setFiles(join(folder, 'всё')));
  await page.getByRole('link', { name: 'Загрузить снимки' }).focus();
  await page.keyboard.press('Enter');
  const choose = page.getByRole('button', { name: 'Выбрать папку' });
  await expect(choose).toBeFocused();
  await page.keyboard.press('Enter');

  const first = row(page, intoKnown.name);
  const second = row(page, 'Соколова Анна Игоревна');
  await test.step('the only certain card is selected, and the mismatch of another card is shown', async () => {
    await expect(first.getByRole('radio', { name: new RegExp(known.name) })).toBeChecked();
    await second.getByRole('radio', { name: /Выбрать из имеющихся карточек/ }).focus();
    await page.keyboard.press('Space');
    const releasePatients = await holdPatients(page);
    await second.getByLabel('Врач или клиника').focus();
    await page.keyboard.type('две записи');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const cards = second.getByLabel('Карточка пациента');
    await expect(cards).toBeFocused();
    await page.keyboard.type('друго');
    await expect(page.getByText('Загрузка…')).toBeVisible();
    await page.keyboard.press('Enter');
    releasePatients();
    await expect(page.getByRole('option', { name: namesake.name })).toBeVisible();
    await page.keyboard.type('й');
    await page.keyboard.press('Enter');
    await expect(cards).toHaveValue(namesake.name);
    await expect(second.getByRole('alert')).toContainText(
      'В файлах указан другой пациент: Соколова Анна Игоревна. В карточке: Другой Человек.',
    );
    await checkScreen(page, 'assistant-intake-several');
  });

  await test.step('both studies are uploaded while another page is open', async () => {
    for (const card of [first, second]) {
      await card.getByRole('button', { name: 'Загрузить в эту карточку' }).focus();
      await page.keyboard.press('Enter');
    }
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Соколова Анна Игоревна');
    await expect(question).toContainText('снимки сразу увидит врач');
    await expect(page.getByRole('radio', { name: /^Опечатка на аппарате/ })).toBeFocused();
    await checkScreen(page, 'assistant-intake-mismatch');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(page.getByRole('progressbar', { name: 'Ход загрузки' })).toHaveCount(2);
    await page.getByRole('link', { name: 'Создать исследование' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Создать исследование' })).toBeVisible();
    const indicator = page.getByRole('button', { name: /^Загрузка: 0\s%, 2\sисследования/ });
    await expect(indicator).toBeVisible();
    release();
    await expect(indicator).toBeHidden();
    await page.goBack();
    const ready = `Готово: исследование видит ${client.name}`;
    await expect(row(page, known.name)).toContainText(ready, { timeout: 90_000 });
    const other = row(page, namesake.name);
    await expect(other).toContainText(ready, { timeout: 90_000 });
  });
  expect((await api.listStudies(known.patientID)).map(({ type }) => type)).toEqual(['rg']);
  expect((await api.listStudies(namesake.patientID)).map(({ type }) => type)).toEqual(['cbct']);
});
