import { join } from 'node:path';
import { writePanoramic, writeSeries } from '../portal/files.ts';
import { tabTo } from '../pages/keyboard.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { linkIn } from '../portal/mailbox.ts';
import type { AssistantAPI } from '../portal/assistant-api.ts';
import type { RunningPortal } from '../portal/portal.ts';
import { signIn, studiesPath } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

const COMMENT =
  'Планируется имплантация в области 3.6, 3.7. Просим обратить внимание на нижнечелюстной канал.';

/**
 * Creates a client and three patients with very long and very short names. The first letter of the client puts it on the first
 * page.
 */
const createLongNames = async (api: AssistantAPI, portal: RunningPortal) => {
  const person = newPerson('Амбулатория «Белый клык» на Ленинградском проспекте');
  const client = await api.createClient(person, portal.mailbox);
  const make = (name: string) => api.createPatient(client.doctorID, name);
  const patients = [
    await make('Ёлкин Пётр Ильич'),
    await make('Константинопольская Александра Вячеславовна'),
    await make('Ли Юн'),
  ] as const;
  return { client, patients };
};

test('the signed-out pages are accessible and fit the screen', async ({ page, portal }) => {
  const doctor = await portal.addAccount('doctor', newPerson('Вера Забывчивая'));
  await page.goto(portal.address);
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
  await checkScreen(page, 'sign-in');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByText('Введите e-mail')).toBeVisible();
  await checkScreen(page, 'sign-in-errors');
  await page.goto(`${portal.address}/forgot-password`);
  await page.getByLabel('E-mail').fill(doctor.email);
  await checkScreen(page, 'forgot-password');
  await page.getByRole('button', { name: 'Отправить на почту' }).click();
  await page.goto(linkIn(await portal.mailbox.letter(doctor.email, /Восстановление/)));
  await page.getByLabel('Новый пароль').fill('Horosho');
  await checkScreen(page, 'reset-password');
  await page.goto(`${portal.address}/external-area/study`);
  await expect(page.getByText('Вернуться на главную')).toBeVisible();
  await checkScreen(page, 'not-found');
});

test('the lists of an assistant are accessible and fit the screen', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const { client, patients } = await createLongNames(api, portal);
  const [many, long] = patients;
  await api.createDoneStudy(many, 'rg', await writePanoramic(join(folder, 'ОПТГ')));
  await api.createStudy(long, 'cbct');

  await signIn(page, portal.address, assistant);
  await expect(page.getByRole('link', { name: many.name }).first()).toBeVisible();
  await checkScreen(page, 'assistant-studies');
  for (const [tab, words] of [
    ['doctors', client.name],
    ['in-work', long.name],
    ['for-restore', 'На восстановление'],
  ] as const) {
    await page.goto(`${portal.address}/assistant-area/?tab=${tab}`);
    await expect(page.getByText(words).first()).toBeVisible();
    await checkScreen(page, `assistant-${tab}`);
  }

  await page.goto(`${portal.address}/assistant-area/doctors/${client.doctorID}/patients`);
  await expect(page.getByRole('link', { name: many.name })).toBeVisible();
  await checkScreen(page, 'assistant-patients');
  for (const [button, name] of [
    ['Редактировать', 'edit-client'],
    ['Сбросить пароль', 'reset-client-password'],
    ['Создать карточку пациента', 'create-patient'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await checkScreen(page, `assistant-${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }

  await api.deleteStudy(await api.createStudy(long, 'rg'));
  await page.goto(`${portal.address}/assistant-area/trash`);
  await expect(page.getByRole('row', { name: long.name })).toBeVisible();
  await checkScreen(page, 'assistant-trash');
});

test('a patient page with uploads is accessible and fits the screen', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const cbct = await writeSeries(join(folder, 'КТ'), { slices: 80, side: 140 });
  const rg = await writePanoramic(join(folder, 'ОПТГ'));
  const { client, patients } = await createLongNames(api, portal);
  const [many, long, single] = patients;
  await api.createDoneStudy(many, 'cbct', cbct, COMMENT);
  await api.createDoneStudy(many, 'rg', rg);
  await api.createStudy(long, 'cbct');
  await api.uploadFiles(await api.createStudy(single, 'cbct'), rg);

  const clientPath = `/assistant-area/doctors/${client.doctorID}/patients`;
  await signIn(page, portal.address, assistant, `${clientPath}/${many.patientID}/studies`);
  await expect(page.getByRole('article').getByRole('img', { name: /Ёлкин/ })).toHaveCount(2);
  await checkScreen(page, 'assistant-patient');
  await page.getByRole('button', { name: 'Открыть снимок крупно' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, 'lightbox');
  await page.goto(`${portal.address}${clientPath}/${long.patientID}/studies`);
  await expect(page.getByText('Перетащите файлы, папку или ZIP сюда')).toBeVisible();
  await checkScreen(page, 'assistant-upload');
  await page.getByLabel('Папка для загрузки').setInputFiles(cbct);
  await expect(page.getByText('Проверьте файлы')).toBeVisible();
  await checkScreen(page, 'assistant-chosen');
  await page.goto(`${portal.address}${clientPath}/${single.patientID}/studies`);
  await expect(page.getByText('Загрузка прервана')).toBeVisible();
  await checkScreen(page, 'assistant-interrupted');
});

test('the form of a new study is accessible and fits the screen', async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const { client, patients } = await createLongNames(api, portal);
  await signIn(page, portal.address, assistant, '/assistant-area/applications/create');
  await page.getByRole('button', { name: 'Создать исследование' }).click();
  await expect(page.getByText('Выберите тип исследования')).toBeVisible();
  await checkScreen(page, 'create-study-errors');
  const form = `${portal.address}/assistant-area/applications/create`;
  await page.goto(`${form}/${client.doctorID}/${patients[0].patientID}`);
  await expect(page.getByLabel('ФИО')).toHaveValue(patients[0].name);
  await checkScreen(page, 'create-study');
  await page.goto(`${portal.address}/assistant-area/nowhere`);
  await expect(page.getByText('Вернуться на главную')).toBeVisible();
  await checkScreen(page, 'assistant-not-found');
});

test('the screens of a doctor are accessible and fit the screen', async ({
  page,
  portal,
  api,
  folder,
  allowedErrors,
}) => {
  const doctor = await api.createClient(newPerson('Стоматология «Жемчужина»'), portal.mailbox);
  const otherDoctor = await api.createClient(newPerson('Другая клиника'), portal.mailbox);
  await signIn(page, portal.address, doctor);
  await expect(page.getByText('Нет доступных элементов')).toBeVisible();
  await checkScreen(page, 'doctor-empty');

  const patient = await api.createPatient(doctor.doctorID, 'Соколова Анна Игоревна');
  const other = await api.createPatient(otherDoctor.doctorID, 'Чужой Пациент');
  const rg = await writePanoramic(join(folder, 'ОПТГ'));
  await api.createDoneStudy(patient, 'rg', rg, 'Контроль через полгода');
  await api.createStudy(patient, 'cbct');
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: patient.name })).toBeVisible();
  const newest = page.getByRole('region', { name: 'Последние исследования' });
  await expect(newest.getByRole('listitem')).toHaveCount(2);
  await checkScreen(page, 'doctor-patients');
  await page.getByRole('link', { name: 'Список исследований' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await checkScreen(page, 'doctor-patient');
  allowedErrors.push(/(403|404).*\/api\/1\/doctor\/patients\//);
  await page.goto(`${portal.address}/doctor-area/patients/${other.patientID}/studies`);
  await expect(page.getByText('Доступ запрещен.')).toBeVisible();
  await checkScreen(page, 'doctor-denied');
  await page.goto(`${portal.address}/doctor-area/patients/999999/studies`);
  await expect(page.getByText('Не найдено.')).toBeVisible();
  await checkScreen(page, 'doctor-absent');
});

test('the dialog and the pages of external shares are accessible and fit the screen', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
  allowedErrors,
}) => {
  const { patients } = await createLongNames(api, portal);
  const long = patients[1];
  await api.createDoneStudy(long, 'rg', await writePanoramic(join(folder, 'ОПТГ')), COMMENT);
  const path = studiesPath(long);
  await signIn(page, portal.address, assistant, path);
  await page.getByRole('button', { name: 'Поделиться' }).click();
  const dialog = page.getByRole('dialog', { name: 'Поделиться исследованием' });
  await expect(dialog.getByText('Ссылок пока нет.')).toBeVisible();
  await checkScreen(page, 'share-empty');
  const { email } = newPerson('Коллега');
  await dialog.getByLabel('E-mail получателя').fill(email);
  await dialog.getByLabel('Онлайн-просмотр').check();
  await dialog.getByLabel('Защитить ПИН-кодом').check();
  const pin = await dialog.getByLabel('ПИН-код', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('Письмо отправлено');
  await checkScreen(page, 'share-sent');

  allowedErrors.push(/401 .*\/api\/1\/external\//);
  const screen = await newBrowserPage();
  await screen.goto(linkIn(await portal.mailbox.letter(email, /открыли доступ/)));
  await screen.getByLabel('ПИН-код').fill('0000');
  await screen.getByRole('button', { name: 'Открыть' }).click();
  await expect(screen.getByText('Неверный ПИН-код')).toBeVisible();
  await checkScreen(screen, 'external-pin');
  await screen.getByLabel('ПИН-код').fill(pin);
  await screen.getByRole('button', { name: 'Открыть' }).click();
  await expect(screen.getByRole('heading', { name: long.name })).toBeVisible();
  await checkScreen(screen, 'external-study');
  await screen.getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await expect(screen.locator('canvas[data-drawn]')).toBeVisible();
  await checkScreen(screen, 'external-view', 'dark');
});

/** Sends the empty form in a low window, which scrolls up to the first wrong field. */
async function expectFirstErrorBelowHeader(page: Page) {
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 420 });
  await tabTo(page, 'Комментарий');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const first = page.getByRole('combobox', { name: 'Врач или клиника' });
  await expect(first).toBeFocused();
  const header = (await page.getByRole('banner').boundingBox())!;
  await expect.poll(async () => (await first.boundingBox())!.y).toBeGreaterThan(header.y + header.height);
  await page.setViewportSize(size);
  await page.getByRole('link', { name: 'Создать исследование' }).focus();
}

test('a study is created without a mouse, from the sign-in on', async ({ page, portal, assistant, api }) => {
  const client = await api.createClient(newPerson('Клиника без мыши'), portal.mailbox);
  await page.goto(portal.address);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(assistant.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(assistant.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /Исследования/ })).toBeVisible();

  await tabTo(page, 'Создать исследование');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Создать исследование' })).toBeVisible();
  await expectFirstErrorBelowHeader(page);
  await tabTo(page, 'Врач или клиника');
  await page.keyboard.type('без мыши');
  await expect(page.getByRole('option', { name: client.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Врач или клиника' })).toHaveValue(client.name);
  await tabTo(page, 'ФИО');
  await page.keyboard.type('Клавишина Таня Табовна');
  await tabTo(page, 'Женский');
  await page.keyboard.press('Space');
  await tabTo(page, 'Дата рождения');
  await page.keyboard.type('01021990');
  await tabTo(page, 'Рентген (2D)');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await tabTo(page, 'Комментарий');
  await page.keyboard.type('Без мыши');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Клавишина Таня Табовна' })).toBeVisible();
  await expect(page.getByText('01.02.1990')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Без мыши');
  await tabTo(page, 'Выбрать папку');
});
