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
} from '../portal/files.ts';
import { type Mailbox, passwordIn } from '../portal/mailbox.ts';
import type { Person } from '../portal/portal.ts';
import { expectNotice } from '../pages/notices.ts';
import {
  chooseOwnPassword,
  confirmPatient,
  dropOn,
  signIn,
  studiesPath,
  studyCard,
  uploadZone,
} from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

/** Downloads the study with «Скачать»; returns the file name and the contents of the ZIP. */
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
  // decoded, not only in the document
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
};

const prepareSeries = async (folder: string) =>
  sharedImages
    ? join(sharedImages, 'vol-headsq-both-jaws-lowres/series')
    : writeSeries(join(folder, 'series'), { slices: 60 });

/** Creates a client; returns the password from the welcome letter. */
const createClient = async (page: Page, mailbox: Mailbox, { name, email }: Person) => {
  await page.getByRole('button', { name: 'Создать клиента' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Создать клиента' });
  await dialog.getByLabel('Врач или клиника').fill(name);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await expectNotice(page, 'Приветственное письмо с паролем отправлено клиенту на почту', 'Создать клиента');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name })).toBeVisible();
  return passwordIn(await mailbox.letter(email, /Добро пожаловать/));
};

/** Creates the synthetic patient and a study with the form «Создать исследование». */
const createPatientAndStudy = async (page: Page, clientName: string) => {
  await page.getByRole('navigation', { name: 'Меню' }).getByText('Создать исследование').click();
  const doctor = page.getByRole('combobox', { name: 'Врач или клиника' });
  await doctor.click();
  await doctor.fill('на ленина');
  await page.getByRole('option', { name: clientName }).click();
  await page.getByLabel('ФИО').fill(PHANTOM_PATIENT.name);
  await page.getByLabel('Женский').check();
  const birthday = page.getByLabel('Дата рождения');
  await birthday.fill('31.12.1999');
  // replaced as a whole, as by pasting: completed when the field is left
  await birthday.fill('5.3.1985');
  await birthday.blur();
  await expect(birthday).toHaveValue('05.03.1985');
  await birthday.fill(PHANTOM_PATIENT.birthday);
  await page.getByLabel('Телефон').fill('+79991234567');
  await page.getByRole('radio', { name: /КЛКТ \(3D\)/ }).click();
  await page.getByLabel('Комментарий').fill('Перед имплантацией 36');
  await page.getByLabel('Нужно заключение').check();
  await page.getByLabel('Вопрос к заключению').fill('Какова высота кости?');
  await page.getByRole('button', { name: 'Создать исследование' }).click();
  await expect(page.getByRole('heading', { name: PHANTOM_PATIENT.name })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Заключение' })).toContainText('Вопрос: Какова высота кости?');
};

const uploadSeries = async (page: Page, card: Locator, series: string) => {
  await dropOn(page, uploadZone(card), [series]);
  const count = readdirSync(series).length;
  await expect(card.getByText(new RegExp(`^${count}\\sсним\\S+ DICOM, 1\\sсерия, КЛКТ`))).toBeVisible();
  await card.getByRole('button', { name: 'Загрузить' }).click();
  if (sharedImages) await confirmPatient(page, 'Снимки для проверки портала');
  await expect(card.getByRole('progressbar').first()).toBeVisible();
  await expect(card).toContainText('Выполнено', { timeout: 90_000 });
  await expectPicture(card);
  await expect(card.getByText(`${count} сним`)).toBeVisible();
};

test('the centre creates a client and uploads a scan, which the client downloads unchanged', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  folder,
}) => {
  // a name with a digit sorts first: the list shows 30 clients per page, and other scenarios create more
  const clinic = newPerson('1-я стоматология на Ленина');
  const series = await prepareSeries(folder);
  const sent = contentsOfFolder(series, 'series/');

  await test.step('the assistant creates a client, who gets a letter with a password', async () => {
    await signIn(page, portal.address, assistant, '/assistant-area/?tab=doctors');
    clinic.password = await createClient(page, portal.mailbox, clinic);
  });

  const card = studyCard(page);
  await test.step('the assistant creates a patient and a study in one form', async () => {
    await createPatientAndStudy(page, clinic.name);
    await expect(card).toContainText('В работе');
  });

  await test.step('the assistant drops the folder, and the study becomes done', () =>
    uploadSeries(page, card, series));

  await test.step('the assistant downloads the same files under a Cyrillic name', async () => {
    const { name, contents } = await download(page, card, folder);
    expect(name).toMatch(/^Соколова_А_И_\d{4}-\d\d-\d\d_КЛКТ\.zip$/);
    expectSame(contents, sent);
  });

  await test.step('the client gets a letter that the study is ready', async () => {
    await expect(card.getByRole('status').filter({ hasText: /^Отправлено \d\d\./ })).toBeVisible();
    const { text } = await portal.mailbox.letter(clinic.email, /Исследование вашего пациента готово/);
    expect(text).toContain('Пациент: С. А. И.');
    expect(text).not.toContain(PHANTOM_PATIENT.name);
  });

  await test.step('the client signs in, chooses a password and downloads the study', async () => {
    const screen = await newBrowserPage();
    await signIn(screen, portal.address, clinic);
    await chooseOwnPassword(screen, 'Zub-Mudrosti-8');
    await expect(screen.getByRole('banner').getByText(clinic.email)).toBeVisible();
    await expect(screen.getByRole('row').filter({ hasText: PHANTOM_PATIENT.name })).toBeVisible();
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
  'a scan picked as single files is uploaded and downloaded unchanged',
  { tag: '@one-process' },
  async ({ page, portal, assistant, api, folder }) => {
    const client = await api.createClient(newPerson('Клиника «Улыбка»'), portal.mailbox);
    const patient = await api.createPatient(client.doctorID, PHANTOM_PATIENT.name);
    await api.createStudy(patient);
    const series = await writeSeries(join(folder, 'слои'));
    await signIn(page, portal.address, assistant, studiesPath(patient));
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

  test('a ZIP of 141 files is unpacked, and all files are downloaded unchanged', async ({
    page,
    portal,
    assistant,
    api,
    folder,
  }) => {
    const client = await api.createClient(newPerson('Клиника «Череп»'), portal.mailbox);
    const patient = await api.createPatient(client.doctorID, 'Пластиков Пётр Петрович');
    await api.createStudy(patient);
    await signIn(page, portal.address, assistant, studiesPath(patient));
    const card = studyCard(page);
    await dropOn(page, uploadZone(card), [zip]);
    await expect(card.getByText(/архив ZIP \(141\sфайл\)/)).toBeVisible();
    await expect(card.getByText('Проверьте файлы')).toBeVisible();
    await card.getByRole('button', { name: 'Загрузить' }).click();
    await confirmPatient(page, 'Учебный череп');
    await expect(card).toContainText('Выполнено', { timeout: 90_000 });
    // the plastic skull has neither a lower jaw nor teeth
    await expect(card).toContainText('Зубная дуга не найдена: зубов или челюстей на снимке может не быть');
    const { name, contents } = await download(page, card, folder);
    expect(name).toMatch(/^Пластиков_П_П_/);
    expectSame(contents, contentsOfZip(zip));
  });
}
