import { join } from 'node:path';
import type { AssistantAPI } from './portal/assistant-api.ts';
import { DAY_MS } from './portal/duration.ts';
import { writePanoramic, writeSeries } from './portal/files.ts';
import { checkLayout } from './portal/layout-checks.ts';
import { linkIn, type Mailbox } from './portal/mailbox.ts';
import { openSharing, share } from './portal/sharing.ts';
import { signIn, studiesPath } from './portal/screens.ts';
import { expect, type Page, newPerson, test } from './portal/test.ts';

// Every screen with awkward data, at all widths from a phone's to a large monitor's. A screen is one line of a list.

interface Screen {
  name: string;
  path: string;
  /** a text of the loaded screen */
  shows: string | RegExp;
  /** opens a dialog or a tab, and waits until it is visible */
  open?: (page: Page) => Promise<unknown>;
}

const walk = async (page: Page, address: string, screens: Screen[]) => {
  for (const { name, path, shows, open } of screens) {
    await page.goto(address + path);
    await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
    await open?.(page);
    await checkLayout(page, name);
  }
};

const CLINIC = 'Амбулатория «Архангельско-Константинопольская стоматологическая» на Ленинградском проспекте';
const NAMES = [
  'Константинопольская-Преображенская Александра Вячеславовна',
  'Абрикосов-Железнобетоновский Христофор Бонифатьевич',
  'Староконстантиновский Мстислав Святополкович',
  'Ли Юн',
] as const;
const COMMENT =
  'Планируется имплантация в области 3.6, 3.7. Просим обратить внимание на нижнечелюстной канал, ' +
  'прежний снимок: https://clinic.test/patients/konstantinopolskaya-preobrazhenskaya/studies/2026-11-20/orthopantomogram';

const longPerson = (name: string) => {
  const person = newPerson(name);
  return { ...person, email: `konstantinopolskaya.preobrazhenskaya.${person.email}` };
};

/** A client with patients of awkward names and studies in all states. */
const createAwkwardData = async (api: AssistantAPI, mailbox: Mailbox, folder: string) => {
  const client = await api.createClient(longPerson(CLINIC), mailbox);
  await api.setFeatures(client, ['remote-viewer', 'schedule']);
  const [many, double, long, short] = [
    await api.createPatient(client.doctorID, NAMES[0]),
    await api.createPatient(client.doctorID, NAMES[1]),
    await api.createPatient(client.doctorID, NAMES[2]),
    await api.createPatient(client.doctorID, NAMES[3]),
  ];
  const rg = await writePanoramic(join(folder, 'ОПТГ'));
  const cbct = await writeSeries(join(folder, 'КТ'), { slices: 80, side: 140 });
  await api.createDoneStudy(double, 'rg', rg, COMMENT);
  await api.createDoneStudy(many, 'rg', rg, ARCHIVED);
  await api.createDoneStudy(many, 'cbct', cbct, COMMENT);
  await api.createStudy(many, 'cbct', COMMENT);
  await api.uploadFiles(await api.createStudy(long, 'rg', COMMENT), rg);
  return { client, many, double, long, short, rg };
};

/** Studies with this comment are shown as archived, since the portal archives studies after a year only. */
const ARCHIVED = 'Снимок в архиве';
const showArchived = (page: Page, status: 'archived' | 'need-restore') =>
  page.route(/\/api\/1\/(assistant|doctor)\/.*studies(\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const body = await response.json();
    for (const study of body.studies) if (study.comment === ARCHIVED) study.status = status;
    return route.fulfill({ response, json: body });
  });

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** In the week view a time is on the same line in all days, also beside a name of several lines. */
const expectAlignedTimes = async (page: Page) => {
  const rows = await page.locator('section li').evaluateAll((items) =>
    items.map((item) => ({
      time: item.querySelector('time')?.textContent ?? '',
      top: item.getBoundingClientRect().top,
    })),
  );
  const topOf = new Map(rows.map(({ time, top }) => [time, top]));
  expect(rows.length).toBeGreaterThan(topOf.size);
  expect(rows.filter(({ time, top }) => topOf.get(time) !== top)).toEqual([]);
};

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test('the signed-out pages and the page of a share fit every width', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
  allowedErrors,
}) => {
  allowedErrors.push(/401 .*\/api\/1\/external\//);
  const doctor = await portal.addAccount('doctor', longPerson('Вера Забывчивая'));
  const { double } = await createAwkwardData(api, portal.mailbox, folder);
  await walk(page, portal.address, [
    { name: 'sign-in', path: '/', shows: 'Войти' },
    {
      name: 'sign-in-errors',
      path: '/',
      shows: 'Войти',
      open: (at) => at.getByRole('button', { name: 'Войти' }).click(),
    },
    {
      name: 'forgot-password',
      path: '/forgot-password',
      shows: 'Отправить на почту',
      open: async (at) => {
        await at.getByLabel('E-mail').fill(doctor.email);
        await at.getByRole('button', { name: 'Отправить на почту' }).click();
        await expect(at.getByText(/отправлено письмо/)).toBeVisible();
      },
    },
    { name: 'not-found', path: '/external-area/study', shows: 'Вернуться на главную' },
  ]);
  await page.goto(linkIn(await portal.mailbox.letter(doctor.email, /Восстановление/)));
  await page.getByLabel('Новый пароль').fill('Horosho');
  await checkLayout(page, 'reset-password');

  const sender = await newBrowserPage();
  await signIn(sender, portal.address, assistant, studiesPath(double));
  const dialog = await openSharing(sender);
  const { link, pin } = await share(dialog, portal, {
    flags: ['Скачивание', 'Онлайн-просмотр'],
    withPIN: true,
  });
  await checkLayout(sender, 'share-sent');
  await page.goto(link);
  await expect(page.getByLabel('ПИН-код')).toBeVisible();
  await checkLayout(page, 'external-pin');
  await page.getByLabel('ПИН-код').fill(pin);
  await page.getByRole('button', { name: 'Открыть' }).click();
  await expect(page.getByRole('heading', { name: double.name })).toBeVisible();
  await checkLayout(page, 'external-study');
});

test('the lists and dialogs of assistants fit every width', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const { client, many } = await createAwkwardData(api, portal.mailbox, folder);
  const patients = `/assistant-area/doctors/${client.doctorID}/patients`;
  await showArchived(page, 'archived');
  await signIn(page, portal.address, assistant);
  await walk(page, portal.address, [
    { name: 'assistant-studies', path: '/', shows: many.name },
    {
      name: 'assistant-search',
      path: '/',
      shows: many.name,
      open: async (at) => {
        await at.keyboard.press('/');
        await at.keyboard.type('преображенская');
        await expect(at.getByRole('option').filter({ visible: true }).first()).toBeVisible();
      },
    },
    { name: 'assistant-doctors', path: '/assistant-area/?tab=doctors', shows: CLINIC },
    {
      name: 'create-client',
      path: '/assistant-area/?tab=doctors',
      shows: CLINIC,
      open: press('Создать клиента'),
    },
    { name: 'assistant-in-work', path: '/assistant-area/?tab=in-work', shows: many.name },
    { name: 'assistant-for-restore', path: '/assistant-area/?tab=for-restore', shows: 'На восстановление' },
    { name: 'assistant-patients', path: patients, shows: many.name },
    { name: 'edit-client', path: patients, shows: many.name, open: press('Редактировать') },
    { name: 'reset-password-of-client', path: patients, shows: many.name, open: press('Сбросить пароль') },
    { name: 'create-patient', path: patients, shows: many.name, open: press('Создать карточку пациента') },
  ]);
});

test('the page of a patient fits every width', async ({ page, portal, assistant, api, folder }) => {
  const { many, double, long, short, rg } = await createAwkwardData(api, portal.mailbox, folder);
  await showArchived(page, 'archived');
  await signIn(page, portal.address, assistant);
  await walk(page, portal.address, [
    { name: 'assistant-patient', path: studiesPath(many), shows: 'В архиве' },
    { name: 'assistant-history', path: studiesPath(many), shows: 'В архиве', open: press('История') },
    { name: 'edit-patient', path: studiesPath(many), shows: 'В архиве', open: press('Редактировать') },
    { name: 'copy-study', path: studiesPath(double), shows: 'Выполнено', open: press('Копировать') },
    { name: 'protest', path: studiesPath(many), shows: 'Выполнено', open: press('Не нравится панорама') },
    { name: 'lightbox', path: studiesPath(double), shows: 'Выполнено', open: press('Открыть снимок крупно') },
    { name: 'interrupted-upload', path: studiesPath(long), shows: 'Загрузка прервана' },
    {
      name: 'chosen-files',
      path: studiesPath(many),
      shows: 'В архиве',
      open: async (at) => {
        await at.getByLabel('Папка для загрузки').setInputFiles(rg);
        await expect(at.getByText('Проверьте файлы')).toBeVisible();
      },
    },
    { name: 'patient-without-studies', path: studiesPath(short), shows: short.name },
  ]);
});

test('the other screens of assistants fit every width', async ({
  page,
  portal,
  assistant,
  api,
  folder,
  pc,
}) => {
  const { client, many, double } = await createAwkwardData(api, portal.mailbox, folder);
  const day = await api.bookByPhone(client.doctorID, many.name, inDays(20));
  await api.bookByPhone(client.doctorID, double.name, day);
  await api.sendMessage(client, COMMENT);
  await api.deleteStudy(await api.createStudy(double, 'rg', COMMENT));
  const { page: grant } = await pc.requestAccess(portal.address);
  await signIn(page, portal.address, assistant);
  await walk(page, portal.address, [
    {
      name: 'create-study-errors',
      path: '/assistant-area/applications/create',
      shows: 'Создать исследование',
      open: async (at) => {
        await at.getByRole('main').getByRole('button', { name: 'Создать исследование' }).click();
        await expect(at.getByText('Выберите тип исследования')).toBeVisible();
      },
    },
    {
      name: 'create-study',
      path: `/assistant-area/applications/create/${client.doctorID}/${many.patientID}`,
      shows: 'Дата рождения',
    },
    { name: 'overview', path: '/assistant-area/overview', shows: many.name },
    { name: 'trash', path: '/assistant-area/trash', shows: double.name },
    { name: 'messenger', path: '/assistant-area/messenger', shows: 'Выберите диалог' },
    {
      name: 'messenger-dialog',
      path: `/assistant-area/messenger?dialog=${client.doctorID}`,
      shows: /прежний снимок/,
    },
    { name: 'schedule-day', path: `/assistant-area/schedule?date=${day}`, shows: many.name },
    {
      name: 'schedule-week',
      path: `/assistant-area/schedule?date=${day}&view=week`,
      shows: many.name,
      open: expectAlignedTimes,
    },
    {
      name: 'booking',
      path: `/assistant-area/schedule?date=${day}`,
      shows: many.name,
      open: press(new RegExp(many.name)),
    },
    {
      name: 'book-by-phone',
      path: `/assistant-area/schedule?date=${day}`,
      shows: many.name,
      open: press(/записать на/),
    },
    { name: 'centres', path: '/assistant-area/schedule/centres', shows: 'Изменить' },
    {
      name: 'edit-centre',
      path: '/assistant-area/schedule/centres',
      shows: 'Изменить',
      open: press('Изменить'),
    },
    { name: 'program-grant', path: new URL(grant).pathname, shows: 'Вход начали вы?' },
    { name: 'programs', path: '/assistant-area/desktop-apps', shows: 'Программы загрузки' },
    { name: 'banner', path: '/assistant-area/banner/update', shows: 'Настройка баннера' },
    { name: 'assistant-not-found', path: '/assistant-area/nowhere', shows: 'Вернуться на главную' },
  ]);
});

test('the screens of doctors fit every width', async ({ page, portal, api, folder, allowedErrors }) => {
  allowedErrors.push(/(403|404).*\/api\/1\/doctor\/patients\//);
  const { client, many, double } = await createAwkwardData(api, portal.mailbox, folder);
  const other = await api.createPatient(
    (await api.createClient(newPerson('Другая клиника'), portal.mailbox)).doctorID,
    'Чужой Пациент',
  );
  await api.sendMessage(client, COMMENT);
  await api.setBanner('<p><b>Стоматологический симпозиум</b> для рентгенологов и имплантологов</p>');
  const pathOf = (patientID: number) => `/doctor-area/patients/${patientID}/studies`;
  await showArchived(page, 'need-restore');
  await signIn(page, portal.address, client);
  await walk(page, portal.address, [
    { name: 'doctor-patients', path: '/doctor-area/', shows: many.name },
    { name: 'doctor-shared', path: '/doctor-area/patients/shared', shows: 'Нет доступных элементов' },
    { name: 'doctor-patient', path: pathOf(many.patientID), shows: 'Требует восстановления' },
    {
      name: 'share-patient',
      path: pathOf(double.patientID),
      shows: 'Доступно',
      open: press('Поделиться'),
    },
    { name: 'segmentation', path: pathOf(many.patientID), shows: 'Доступно', open: press('3D-сегментация') },
    { name: 'chat', path: '/doctor-area/', shows: many.name, open: press(/Чат с оператором/) },
    { name: 'doctor-denied', path: pathOf(other.patientID), shows: 'Доступ запрещен.' },
    { name: 'doctor-absent', path: pathOf(999_999), shows: 'Не найдено.' },
    { name: 'doctor-not-found', path: '/doctor-area/nowhere', shows: 'Вернуться на главную' },
  ]);

  await page.goto(`${portal.address}/doctor-area/schedule`);
  await page.getByLabel('ФИО пациента').fill(many.name);
  await page.getByLabel('Телефон пациента').fill('+79991234567');
  await page.getByLabel('Комментарий к исследованию').fill(COMMENT);
  await checkLayout(page, 'booking-visitor');
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByRole('combobox', { name: 'Центр' }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Дата').fill(inDays(21).split('-').reverse().join('.'));
  await page.keyboard.press('Tab');
  await expect(page.getByText(/Свободн|нет/).first()).toBeVisible();
  await checkLayout(page, 'booking-slots');
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(page.getByText('Проверьте запись')).toBeVisible();
  await checkLayout(page, 'booking-review');
  await api.setBanner('');
});
