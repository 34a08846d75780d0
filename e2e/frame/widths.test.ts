import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLINIC, COMMENT, createAwkwardData, longPerson, showArchived } from './awkward-data.ts';
import { writePanoramic, zipOfAll } from '../portal/files.ts';
import { checkLayout, expectListOnFirstScreen, press, walk } from './layout-checks.ts';
import { linkIn } from '../portal/mailbox.ts';
import { openSharing, share } from '../pages/sharing.ts';
import { signIn, studiesPath } from '../pages/screens.ts';
import { expect, type Page, test } from '../pages/test.ts';

// Every screen with awkward data, at all widths from a phone's to a large monitor's. A screen is one line of a list.

/** Selects the first study of the patient in the list. */
const select = (name: string) => async (page: Page) => {
  await page
    .getByRole('checkbox', { name: `Выбрать: ${name}` })
    .first()
    .check();
  await expect(page.getByRole('group', { name: 'Действия с выбранными' })).toBeVisible();
};

/** A ZIP with files of two patients. */
const mixedZip = async (folder: string) => {
  const patients = [longPerson('Смешанова Анна'), longPerson('Смешанов Пётр')].map(({ name }) => name);
  const entries = patients.map(async (name, at): Promise<[string, Buffer]> => {
    const patient = { name, id: `MIX-${at}`, birthDate: `198${at}-03-14`, sex: 'F' } as const;
    const into = await writePanoramic(join(folder, `смешанное-${at}`), { patient });
    const [file = ''] = readdirSync(into);
    return [`${at}/${file}`, readFileSync(join(into, file))];
  });
  return { name: 'Выписка.zip', mimeType: 'application/zip', buffer: zipOfAll(await Promise.all(entries)) };
};

/** Takes in a study and an archive with files of two patients, which is not sent. */
const chooseForIntake = (rg: string, zip: Awaited<ReturnType<typeof mixedZip>>) => async (at: Page) => {
  await at.getByLabel('Файлы для загрузки').setInputFiles(zip);
  await at.getByLabel('Папка для загрузки').setInputFiles(rg);
  await expect(at.getByRole('article')).toHaveCount(2);
  const mixed = at.getByRole('article').filter({ hasText: 'двое пациентов' });
  await expect(mixed.getByRole('button', { name: /загрузить/i })).toBeDisabled();
  // the archive may have been uploaded before, at another width
  const alert = mixed.getByRole('alert', { name: 'Вместе эти снимки не публикуются' });
  await expect(alert).toContainText('архив для этого нужно распаковать');
};

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

test('the lists of assistants fit every width', async ({ page, portal, assistant, api, folder }) => {
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
    { name: 'assistant-in-work', path: '/assistant-area/?tab=in-work', shows: many.name },
    { name: 'assistant-for-restore', path: '/assistant-area/?tab=for-restore', shows: 'На восстановление' },
    { name: 'assistant-patients', path: patients, shows: many.name },
  ]);
  await expectListOnFirstScreen(page, portal.address);
});

test('the dialogs of assistants fit every width', async ({ page, portal, assistant, api, folder }) => {
  const { client, many, double } = await createAwkwardData(api, portal.mailbox, folder);
  const patients = `/assistant-area/doctors/${client.doctorID}/patients`;
  await signIn(page, portal.address, assistant);
  await walk(page, portal.address, [
    { name: 'bulk-actions', path: '/', shows: many.name, open: select(double.name) },
    {
      name: 'bulk-share',
      path: '/',
      shows: many.name,
      open: async (at) => {
        await select(double.name)(at);
        await press('Поделиться')(at);
      },
    },
    {
      name: 'palette',
      path: '/',
      shows: many.name,
      open: async (at) => {
        await at.keyboard.press('Control+KeyK');
        await at.getByRole('dialog').getByRole('combobox').fill('преображенская');
        await expect(at.getByRole('option').filter({ visible: true }).first()).toBeVisible();
      },
    },
    {
      name: 'create-client',
      path: '/assistant-area/?tab=doctors',
      shows: CLINIC,
      open: press('Создать клиента'),
    },
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
  const { client, many, double, rg } = await createAwkwardData(api, portal.mailbox, folder);
  const zip = await mixedZip(folder);
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
    {
      name: 'intake',
      path: '/assistant-area/intake',
      shows: 'Перетащите файлы',
      open: chooseForIntake(rg, zip),
    },
    { name: 'trash', path: '/assistant-area/trash', shows: double.name },
    { name: 'messenger', path: '/assistant-area/messenger', shows: 'Выберите диалог' },
    {
      name: 'messenger-dialog',
      path: `/assistant-area/messenger?dialog=${client.doctorID}`,
      shows: /прежний снимок/,
    },
    { name: 'program-grant', path: new URL(grant).pathname, shows: 'Вход начали вы?' },
    { name: 'programs', path: '/assistant-area/desktop-apps', shows: 'Программы загрузки' },
    { name: 'banner', path: '/assistant-area/banner/update', shows: 'Настройка баннера' },
    { name: 'centre-identity', path: '/assistant-area/centre', shows: 'Юридическое лицо' },
    { name: 'assistant-not-found', path: '/assistant-area/nowhere', shows: 'Вернуться на главную' },
  ]);
});
