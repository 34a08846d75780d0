import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOwnBookings } from '@snimok/contract/reception/own-bookings';
import { getStatistics } from '@snimok/contract/administration/statistics';
import { PHANTOM_PATIENT, writeSeries } from '../portal/files.ts';
import { handOutStudy } from '../pages/hand-out-study.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, type Page, test } from '../pages/test.ts';
import { type Centre, CONCLUSION, openCentre, treatOthers } from './week.ts';
import { expectNothingWaits, expectOwnPatientsOnly } from './week-end.ts';

const PATIENT = PHANTOM_PATIENT.name;
const PHONE = { width: 390, height: 844 };
const SCHEDULE = '/doctor-area/schedule';

const freeTimes = (page: Page) =>
  page
    .getByRole('region', { name: 'Ближайшее время во всех центрах' })
    .getByRole('button', { name: /^\d\d:\d\d/ });

const menuItem = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: new RegExp(`^${name}`) });

const chat = (page: Page) => ({
  field: page.getByRole('textbox', { name: 'Сообщение' }),
  message: (text: string) =>
    page.getByRole('region', { name: 'Сообщения' }).getByRole('listitem').filter({ hasText: text }),
});

const write = async (page: Page, text: string) => {
  await chat(page).field.fill(text);
  await chat(page).field.press('Enter');
};

/** The clinic books a new patient and writes the referral of the booking. */
const bookAndRefer = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await freeTimes(page).first().click();
  await dialog.getByRole('button', { name: 'Новый пациент' }).click();
  await dialog.getByLabel('ФИО пациента').fill(PATIENT);
  await dialog.getByLabel('Телефон пациента').fill('+79161234567');
  await dialog.getByRole('button', { name: 'Записать' }).click();
  await expect(page.getByRole('heading', { name: 'Пациент записан' })).toBeVisible();
  await page.getByRole('link', { name: 'Написать направление' }).click();
  await expect(page.getByText('Направление прикрепится к записи пациента.')).toBeVisible();
  await expect(page.getByLabel('ФИО')).toHaveValue(PATIENT);
  await page.getByLabel('Женский').check();
  await page.getByLabel('Дата рождения').fill(PHANTOM_PATIENT.birthday);
  await expect(page.getByLabel('Телефон')).toHaveValue('+7 916 123-45-67');
  await page.getByRole('combobox', { name: 'Что сделать' }).click();
  await page.getByRole('option', { name: 'КЛКТ обеих челюстей' }).click();
  for (const tooth of [36, 46]) await page.getByRole('button', { name: `Зуб ${tooth}:` }).click();
  await page.getByLabel('Клинический вопрос').fill('Оценить объём кости перед имплантацией');
  await page.getByRole('button', { name: 'Отправить направление' }).click();
  await expect(page.getByRole('heading', { name: /Направление № \d+/ })).toBeVisible();
};

/** The registrar finds the booking in the week and marks the arrival, with the study that the chief has created. */
const receive = async (page: Page, { portal, registrar, clinics: [clinic] }: Centre, studyURL: string) => {
  const { bookings } = await clinic!.calls(listOwnBookings);
  const { date } = bookings.find(({ patientName }) => patientName === PATIENT)!;
  await signIn(page, portal.address, registrar.person, `/assistant-area/schedule?date=${date}&view=week`);
  await page.getByRole('button', { name: /Соколова/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отметить приход' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отметить приход' }).click();
  await expect(page.getByRole('heading', { name: PATIENT })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(new URL(page.url()).pathname).toBe(new URL(studyURL).pathname);
};

/** The chief uploads the series, which publishes the study, and asks for a report. */
const upload = async (page: Page, series: string) => {
  const card = studyCard(page);
  await page.getByLabel('Папка для загрузки').setInputFiles(series);
  await card.getByRole('button', { name: 'Загрузить' }).click();
  await expect(card).toContainText('Выполнено', { timeout: 90_000 });
  await card.getByRole('button', { name: 'Нужно заключение' }).click();
  await expect(card.getByRole('group', { name: 'Заключение' })).toContainText('запрошено');
};

const writeReport = async (page: Page, { portal, reporter }: Centre) => {
  await signIn(page, portal.address, reporter.person);
  await expect(
    menuItem(page, 'Заключения').getByRole('img', { name: '1 исследование ждёт заключения' }),
  ).toBeVisible();
  await menuItem(page, 'Заключения').click();
  const row = page.getByRole('row').filter({ hasText: PATIENT });
  await row.getByRole('button', { name: /Написать заключение/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Начать' }).click();
  await expect(page.frameLocator('iframe').locator('canvas[data-drawn]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Добавить находку' }).click();
  await page.getByRole('button', { name: 'Зуб 36', exact: true }).click();
  await page.getByLabel('Описание находки 1').fill('Высота кости 12 мм');
  await page.getByLabel('Заключение', { exact: true }).fill(CONCLUSION);
  await expect(page.getByText(/^Сохранено \d\d:\d\d$/)).toBeVisible();
  await page.getByRole('button', { name: 'Подписать' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Ваш пароль').fill(reporter.person.password);
  await dialog.getByRole('button', { name: 'Подписать' }).click();
  await expect(page.getByRole('article')).toContainText(CONCLUSION);
};

/** The clinic is informed by letter, opens the study in the viewer and reads the report. */
const readReport = async (page: Page, { portal, clinics: [clinic] }: Centre) => {
  const { text } = await portal.mailbox.letter(clinic!.person.email, /Готово заключение/);
  expect(text).not.toContain(PATIENT);
  await portal.mailbox.letter(clinic!.person.email, /Исследование вашего пациента готово/);
  await page.getByRole('link', { name: 'Открыть исследование' }).click();
  await studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await expect(page.locator('canvas[data-drawn]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await studyCard(page).getByRole('link', { name: 'Читать' }).click();
  await expect(page.getByRole('article')).toContainText('Высота кости 12 мм');
  await page.goBack();
};

/** The clinic asks in the chat, and the registrar answers in the messenger. */
const talk = async (page: Page, registrar: Page) => {
  await page.getByRole('button', { name: /^Чат с оператором/ }).click();
  await write(page, 'Можно выдать снимок пациентке?');
  await expect(
    menuItem(registrar, 'Мессенджер').getByRole('img', { name: '1 непрочитанный диалог' }),
  ).toBeVisible();
  await menuItem(registrar, 'Мессенджер').click();
  await registrar
    .getByRole('list', { name: 'Диалоги' })
    .getByRole('link', { name: /Клиника «Астра»/ })
    .click();
  await expect(chat(registrar).message('Можно выдать')).toBeVisible();
  await write(registrar, 'Да, по ПИН-коду');
  await expect(chat(page).message('Да, по ПИН-коду')).toBeVisible();
  await page.keyboard.press('Escape');
};

/** The clinic hands the study out, and the patient opens it on a phone. */
const handOut = async (page: Page, phone: Page) => {
  await studyCard(page).getByRole('button', { name: 'Выдать пациенту' }).click();
  const { shareURL, pin } = await handOutStudy(page);
  await phone.setViewportSize(PHONE);
  await phone.goto(shareURL);
  await phone.getByLabel('ПИН-код').fill(pin);
  await phone.getByRole('button', { name: 'Открыть' }).click();
  await expect(phone.getByRole('heading', { name: 'Ваш снимок' })).toBeVisible();
  await expect(phone.getByText(PATIENT)).toBeVisible();
  await phone.getByRole('button', { name: 'Посмотреть снимок' }).click();
  await expect(phone.locator('canvas[data-drawn]').first()).toBeVisible();
};

/** Another clinic books one of its patients, moves the booking and cancels it. */
const bookMoveCancel = async (page: Page, { portal, clinics: [, clinic] }: Centre) => {
  const [patient = ''] = clinic!.patients;
  await signIn(page, portal.address, clinic!.person, SCHEDULE);
  const dialog = page.getByRole('dialog');
  await freeTimes(page).first().click();
  await dialog.getByRole('button', { name: patient }).click();
  // the patient's phone number is loaded before the patient is chosen
  await expect(dialog.getByLabel('Телефон пациента')).not.toHaveValue('');
  await dialog.getByRole('button', { name: 'Записать' }).click();
  await expect(page.getByRole('heading', { name: 'Пациент записан' })).toBeVisible();
  await page.getByRole('link', { name: 'Мои записи' }).first().click();
  const booking = page.getByRole('main').getByRole('listitem').filter({ hasText: patient });
  await booking.getByRole('button', { name: 'Перенести' }).click();
  await dialog
    .getByRole('button', { name: /^\d\d:\d\d/ })
    .nth(2)
    .click();
  await dialog.getByRole('button', { name: 'Перенести' }).click();
  await expect(booking.getByText('Перенесена')).toBeVisible();
  await portal.mailbox.letter(clinic!.person.email, /перенесена/);
  await booking.getByRole('button', { name: 'Отменить' }).click();
  await dialog.getByRole('button', { name: 'Отменить запись' }).click();
  await expect(booking).toHaveCount(0);
  await portal.mailbox.letter(clinic!.person.email, /отменена/);
};

/** The numbers in the lists: for the clinic with the volume, and for the others. */
const countsOf = (at: number) => (at === 0 ? ['3', '1', '4'] : ['4', '0', '4']);

/** The registrar compares the statistics and the monthly list with the work of the week. */
const readFigures = async (page: Page, { registrar, chief, clinics }: Centre, folder: string) => {
  // the group is folded for assistants who do not set up the centre
  await page.getByRole('navigation', { name: 'Меню' }).getByRole('button', { name: 'Центр' }).click();
  await menuItem(page, 'Статистика').click();
  const byClient = page.getByRole('region', { name: 'По клиентам' });
  const byAssistant = page.getByRole('region', { name: 'Кто создал' });
  const bills = page.getByRole('region', { name: 'Для счетов' });
  for (const [at, { person }] of clinics.entries())
    for (const list of [byClient, bills])
      await expect(list.getByRole('row', { name: person.name }).getByRole('cell')).toHaveText([
        person.name,
        ...countsOf(at),
      ]);
  for (const [{ person }, count] of [
    [chief, '11'],
    [registrar, '9'],
  ] as const)
    await expect(byAssistant.getByRole('row', { name: person.name }).getByRole('cell').last()).toHaveText(
      count,
    );
  const download = page.waitForEvent('download');
  await bills.getByRole('button', { name: 'Экспорт' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const path = join(folder, 'счета.csv');
  await (await download).saveAs(path);
  const lines = readFileSync(path, 'utf8').trim().split('\r\n').slice(1);
  const patients = clinics.flatMap((clinic) => clinic.patients);
  expect(lines).toHaveLength(patients.length);
  for (const name of patients) expect(lines.filter((line) => line.includes(`"${name}"`))).toHaveLength(1);
  const today = new Date();
  const [from, to] = [-1, 1].map((days) => new Date(today.getTime() + days * 86_400_000).toISOString());
  const query = { from: from!.slice(0, 10), to: to!.slice(0, 10) };
  const { created, publication, sources } = await registrar.calls(getStatistics, { query });
  expect([created, publication.studies, sources.page]).toEqual([{ rg: 19, cbct: 1 }, 20, 20]);
};

/** Reloads the page and expects no counter in the menu, once the counts have been loaded. */
const expectNoCounters = async (page: Page, counts: string[]) => {
  await Promise.all([
    ...counts.map((path) => page.waitForResponse((reply) => reply.url().endsWith(path) && reply.ok())),
    page.reload(),
  ]);
  await expect(page.getByRole('navigation', { name: 'Меню' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Меню' }).getByRole('img', { name: /\d/ })).toHaveCount(
    0,
  );
};

test('a week of a centre with three assistants, five clinics and twenty patients, from referral to report read', async ({
  page,
  ownPortal,
  newBrowserPage,
  folder,
  allowedErrors,
}) => {
  // twenty patients: beside other scenarios this one takes longer than they do
  test.slow();
  // the patient's page sends a request before it knows the PIN, and the editor may learn of the signature before its
  // answer
  allowedErrors.push(/401 .*\/api\/1\/external\/study/, /404 .*\/reports\/draft/);
  const centre = await test.step('the centre opens', () => openCentre(ownPortal));
  const { address } = ownPortal;
  const clinic = await newBrowserPage();
  const registrar = await newBrowserPage();
  await test.step('a clinic books a patient and writes the referral', async () => {
    await signIn(clinic, address, centre.clinics[0]!.person, SCHEDULE);
    await bookAndRefer(clinic);
  });
  await test.step('an assistant accepts it with one click', async () => {
    await signIn(page, address, centre.chief.person);
    await expect(
      menuItem(page, 'Направления').getByRole('img', { name: '1 направление ждёт решения' }),
    ).toBeVisible();
    await menuItem(page, 'Направления').click();
    await page.getByRole('button', { name: `Принять: ${PATIENT}` }).click();
    await expect(page.getByRole('heading', { name: PATIENT })).toBeVisible();
    await expect(studyCard(page).getByText('36, 46', { exact: true })).toBeVisible();
  });
  await test.step('the registrar receives the patient in the week view', () =>
    receive(registrar, centre, page.url()));
  await test.step('the images are uploaded', async () => upload(page, await writeSeries(join(folder, 'КТ'))));
  const reporter = await newBrowserPage();
  await test.step('a colleague writes and signs the report', () => writeReport(reporter, centre));
  await test.step('the clinic reads the report', () => readReport(clinic, centre));
  await test.step('the clinic asks a question, and the registrar answers', () => talk(clinic, registrar));
  const phone = await newBrowserPage();
  await test.step('the patient opens the study on her phone', () => handOut(clinic, phone));
  await test.step('the other patients of the week', () => treatOthers(centre, folder));
  const other = await newBrowserPage();
  await test.step('another clinic books, moves and cancels', () => bookMoveCancel(other, centre));
  await test.step('the statistics agree with the week', () => readFigures(registrar, centre, folder));
  await test.step('no referral, report, message or booking is left waiting', async () => {
    await expectNothingWaits(centre);
    await expectNoCounters(page, ['/referrals/waiting', '/reports/waiting', '/messenger/unread']);
    await expectNoCounters(reporter, ['/reports/waiting']);
    await expectNoCounters(registrar, ['/referrals/waiting', '/messenger/unread']);
  });
  await test.step('no clinic sees another’s patients', () => expectOwnPatientsOnly(centre));
});
