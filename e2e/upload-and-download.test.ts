import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import {
  type Contents,
  contentsOfFolder,
  contentsOfZip,
  PHANTOM_PATIENT,
  sharedImages,
  writeSeries,
} from './portal/files.ts';
import { passwordIn } from './portal/mailbox.ts';
import { expectNotice } from './portal/notices.ts';
import { chooseOwnPassword, dropOn, signIn, studyCard, uploadZone } from './portal/screens.ts';
import { expect, type Page, newPerson, test } from './portal/test.ts';

/** «Скачать», and what came of it: the name and the contents. */
const download = async (page: Page, card: Locator, folder: string) => {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Скачать' }).click(),
  ]);
  const path = join(folder, 'saved.zip');
  await saved.saveAs(path);
  return { name: saved.suggestedFilename(), contents: contentsOfZip(path) };
};

const expectSame = (got: Contents, sent: Contents) => {
  expect([...got.keys()]).toEqual([...sent.keys()]);
  expect(got).toEqual(sent);
};

const expectPicture = async (card: Locator) => {
  const picture = card.getByRole('img', { name: /КЛКТ/ });
  await expect(picture).toBeVisible();
  // decoded, not only there
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
};

const seriesOfStory = async (folder: string) =>
  sharedImages
    ? join(sharedImages, 'vol-headsq-both-jaws-lowres/series')
    : writeSeries(join(folder, 'series'), { slices: 60 });

test('a centre takes a client on, uploads a scan, and she downloads it', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  folder,
}) => {
  const clinic = newPerson('Стоматология на Ленина');
  const series = await seriesOfStory(folder);
  const sent = contentsOfFolder(series, 'series/');

  await test.step('the assistant creates a client, who gets a letter with her password', async () => {
    await signIn(page, portal.address, assistant, '/assistant-area/?tab=doctors');
    await page.getByRole('button', { name: 'Создать клиента' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Создать клиента' });
    await dialog.getByLabel('Врач или клиника').fill(clinic.name);
    await dialog.getByLabel('E-mail').fill(clinic.email);
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await expectNotice(
      page,
      'Приветственное письмо с паролем отправлено клиенту на почту',
      'Создать клиента',
    );
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: clinic.name })).toBeVisible();
    clinic.password = passwordIn(await portal.mailbox.letter(clinic.email, /Добро пожаловать/));
  });

  const card = studyCard(page);
  await test.step('she creates a patient and a study in one form', async () => {
    await page.getByRole('navigation', { name: 'Меню' }).getByText('Создать исследование').click();
    const doctor = page.getByRole('combobox', { name: 'Врач или клиника' });
    await doctor.click();
    await doctor.fill('на ленина');
    await page.getByRole('option', { name: clinic.name }).click();
    await page.getByLabel('ФИО').fill(PHANTOM_PATIENT.name);
    await page.getByLabel('Женский').check();
    await page.getByLabel('Дата рождения').fill(PHANTOM_PATIENT.birthday);
    await page.getByLabel('Телефон').fill('+79991234567');
    await page.getByRole('radio', { name: /КЛКТ \(3D\)/ }).click();
    await page.getByLabel('Комментарий').fill('Перед имплантацией 36');
    await page.getByRole('button', { name: 'Создать исследование' }).click();
    await expect(page.getByRole('heading', { name: PHANTOM_PATIENT.name })).toBeVisible();
    await expect(card).toContainText('В работе');
  });

  await test.step('she drops the folder, sees what is in it and watches it arrive', async () => {
    await dropOn(page, uploadZone(card), [series]);
    const count = readdirSync(series).length;
    await expect(card.getByText(new RegExp(`^${count}\\sсним\\S+ DICOM, 1\\sсерия, КЛКТ`))).toBeVisible();
    await card.getByRole('button', { name: 'Загрузить' }).click();
    await expect(card.getByRole('progressbar').first()).toBeVisible();
    await expect(card).toContainText('Выполнено', { timeout: 90_000 });
    await expectPicture(card);
    await expect(card.getByText(`${count} сним`)).toBeVisible();
  });

  await test.step('she downloads what she has sent, under a name in Cyrillic', async () => {
    const { name, contents } = await download(page, card, folder);
    expect(name).toMatch(/^Соколова_А_И_\d{4}-\d\d-\d\d_КЛКТ\.zip$/);
    expectSame(contents, sent);
  });

  await test.step('a letter has told the client that it is ready', async () => {
    await expect(card.getByRole('status').filter({ hasText: /^Отправлено \d\d\./ })).toBeVisible();
    const { text } = await portal.mailbox.letter(clinic.email, /Исследование вашего пациента готово/);
    expect(text).toContain('Пациент: С. А. И.');
    expect(text).not.toContain(PHANTOM_PATIENT.name);
  });

  await test.step('the client signs in with the password of the letter, chooses her own and downloads it too', async () => {
    const screen = await newBrowserPage();
    await signIn(screen, portal.address, clinic);
    await chooseOwnPassword(screen, 'Zub-Mudrosti-8');
    await expect(screen.getByRole('banner').getByText(clinic.email)).toBeVisible();
    await expect(screen.getByText(PHANTOM_PATIENT.name)).toBeVisible();
    await screen.getByRole('link', { name: 'Список исследований' }).click();
    await expect(screen.getByRole('heading', { name: PHANTOM_PATIENT.name })).toBeVisible();
    const study = studyCard(screen);
    await expect(study).toContainText('Доступно');
    await expect(study).toContainText('Перед имплантацией 36');
    await expect(study).toContainText('1 год');
    await expectPicture(study);
    const { name, contents } = await download(screen, study, folder);
    expect(name).toMatch(/^Соколова_А_И_\d{4}-\d\d-\d\d_КЛКТ\.zip$/);
    expectSame(contents, sent);
  });
});

test(
  'a scan of the synthetic patient goes the same way, picked as files',
  { tag: '@one-process' },
  async ({ page, portal, assistant, api, folder }) => {
    const client = await api.createClient(newPerson('Клиника «Улыбка»'), portal.mailbox);
    const patient = await api.createPatient(client.doctorID, PHANTOM_PATIENT.name);
    await api.createStudy(patient);
    const series = await writeSeries(join(folder, 'слои'));
    await signIn(
      page,
      portal.address,
      assistant,
      `/assistant-area/doctors/${client.doctorID}/patients/${patient.patientID}/studies`,
    );
    const card = studyCard(page);
    const files = readdirSync(series).map((name) => join(series, name));
    await card.getByLabel('Файлы для загрузки').setInputFiles(files);
    await expect(card.getByText('пациент в файлах: Соколова А. И.')).toBeVisible();
    await expect(card.getByText('Проверьте файлы')).toBeHidden();
    await card.getByRole('button', { name: 'Загрузить' }).click();
    await expect(card).toContainText('Выполнено', { timeout: 90_000 });
    await expectPicture(card);
    const { contents } = await download(page, card, folder);
    expectSame(contents, contentsOfFolder(series));
  },
);

if (sharedImages) {
  const zip = join(sharedImages, 'vol-plastic-skull-1mm/philips-plastic-head-bone-1mm-140-slices.zip');

  test('a ZIP of 141 files is opened, and comes back file by file', async ({
    page,
    portal,
    assistant,
    api,
    folder,
  }) => {
    const client = await api.createClient(newPerson('Клиника «Череп»'), portal.mailbox);
    const patient = await api.createPatient(client.doctorID, 'Пластиков Пётр Петрович');
    await api.createStudy(patient);
    await signIn(
      page,
      portal.address,
      assistant,
      `/assistant-area/doctors/${client.doctorID}/patients/${patient.patientID}/studies`,
    );
    const card = studyCard(page);
    await dropOn(page, uploadZone(card), [zip]);
    await expect(card.getByText(/архив ZIP \(141\sфайл\)/)).toBeVisible();
    await expect(card.getByText('Проверьте файлы')).toBeVisible();
    await card.getByRole('button', { name: 'Загрузить' }).click();
    await expect(card).toContainText('Выполнено', { timeout: 90_000 });
    // a plastic skull without a lower jaw and without teeth
    await expect(card).toContainText('Зубная дуга не найдена с уверенностью');
    const { name, contents } = await download(page, card, folder);
    expect(name).toMatch(/^Пластиков_П_П_/);
    expectSame(contents, contentsOfZip(zip));
  });
}
