import { join } from 'node:path';
import { requestReport } from '@snimok/contract/studies/report-requests';
import { callsOf } from '../portal/api-sign-in.ts';
import type { AssistantAPI } from '../portal/assistant-api.ts';
import { CLINIC, COMMENT, longPerson, NAMES } from './awkward-data.ts';
import { writePanoramic } from '../portal/files.ts';
import { checkLayout, press, walk } from './layout-checks.ts';
import { draftReport, refer, signDraft } from '../portal/bookings-and-reports.ts';
import { handOutStudy } from '../pages/hand-out-study.ts';
import type { RunningPortal } from '../portal/portal.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, type Page, test } from '../pages/test.ts';

// Referrals, reports and links of patients: the screens of widths.test.ts for both sides and for the patient's phone.

const [NAME, OTHER] = NAMES;
const TEMPLATE = 'КЛКТ челюстей';

/** A clinic with a long name that has a published study and sent a referral. */
const prepare = async (portal: RunningPortal, api: AssistantAPI, folder: string) => {
  const client = await api.createClient(longPerson(CLINIC), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer', 'schedule']);
  const patient = await api.createPatient(client.doctorID, NAME);
  const files = { name: NAME, id: 'WIDTHS-1', birthDate: '1987-03-14', sex: 'F' } as const;
  const rg = await writePanoramic(join(folder, 'ОПТГ'), { patient: files });
  const studyID = await api.createDoneStudy(patient, 'rg', rg, COMMENT);
  const calls = await callsOf(portal.address, client);
  const referral = { name: OTHER, birthday: '1987-03-14', bookingID: null, question: COMMENT };
  return { client, patient, studyID, referralUUID: await refer(calls, referral) };
};

/** Adds a finding with many teeth. */
const addFinding = async (page: Page) => {
  await page.getByRole('button', { name: 'Добавить находку' }).click();
  for (const tooth of [18, 17, 16, 36, 46])
    await page.getByRole('button', { name: `Зуб ${tooth}`, exact: true }).click();
  await page.getByLabel('Описание находки 1').fill(COMMENT);
};

/** Opens a dialog from the menu of the messenger. */
const messengerDialog = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Настройка мессенджера' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** The assistant takes the open dialog and searches in it. */
const takeAndSearch = async (page: Page) => {
  await page.getByRole('button', { name: 'Взять себе' }).click();
  await expect(page.getByRole('button', { name: 'Отвечаете вы' })).toBeVisible();
  await page.getByRole('button', { name: 'Найти в переписке' }).click();
  await page.getByRole('textbox', { name: 'Искать в переписке' }).fill('снимок');
  await expect(page.getByRole('search').getByText('1 из 1')).toBeVisible();
};

test('the screens of reports, referrals and statistics fit every width', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const { studyID, referralUUID } = await prepare(portal, api, folder);
  const calls = await callsOf(portal.address, assistant);
  await calls(requestReport, { params: { studyID }, body: { requested: true } });
  await signIn(page, portal.address, assistant);
  const templates = '/assistant-area/reports/templates';
  await walk(page, portal.address, [
    { name: 'report-templates', path: templates, shows: TEMPLATE },
    { name: 'edit-template', path: templates, shows: TEMPLATE, open: press(`Изменить: ${TEMPLATE}`) },
    { name: 'reports-waiting', path: '/assistant-area/reports', shows: NAME },
    {
      name: 'start-report',
      path: '/assistant-area/reports',
      shows: NAME,
      open: press(/Написать заключение/),
    },
    { name: 'referrals-waiting', path: '/assistant-area/referrals', shows: OTHER },
    {
      name: 'referral-incoming',
      path: `/assistant-area/referrals/${referralUUID}`,
      shows: OTHER,
    },
    {
      name: 'create-examination',
      path: '/assistant-area/referrals/examinations',
      shows: 'Ортопантомограмма',
      open: press('Добавить исследование'),
    },
    { name: 'statistics', path: '/assistant-area/statistics', shows: 'Для счетов' },
  ]);
});

test("the messenger and the assistant's profile fit every width", async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const client = await api.createClient(longPerson(CLINIC), portal.mailbox);
  await api.sendMessage(client, COMMENT);
  await signIn(page, portal.address, assistant);
  const messenger = `/assistant-area/messenger?dialog=${client.doctorID}`;
  await walk(page, portal.address, [
    { name: 'messenger-search', path: messenger, shows: /прежний снимок/, open: takeAndSearch },
    { name: 'answer-templates', path: messenger, shows: CLINIC, open: messengerDialog('Шаблоны ответов') },
    { name: 'messenger-hours', path: messenger, shows: CLINIC, open: messengerDialog('Часы ответа') },
    { name: 'assistant-profile', path: '/assistant-area/profile', shows: 'Уведомления' },
  ]);
});

test('a report fits every width in its editor, on its page and on the card of its study', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const { patient, studyID } = await prepare(portal, api, folder);
  const calls = await callsOf(portal.address, assistant);
  await signIn(page, portal.address, assistant);
  await draftReport(calls, studyID, COMMENT);
  const editor = `/assistant-area/studies/${studyID}/report`;
  const conclusion = 'Вставить из просмотра';
  await walk(page, portal.address, [
    { name: 'report-editor', path: editor, shows: conclusion, open: addFinding },
    { name: 'insert-in-report', path: editor, shows: conclusion, open: press(conclusion) },
    { name: 'sign-report', path: editor, shows: conclusion, open: press('Подписать') },
  ]);
  await signDraft(calls, studyID);
  await walk(page, portal.address, [
    { name: 'report', path: `/assistant-area/studies/${studyID}/reports/1`, shows: 'Скачать PDF' },
    { name: 'reports-signed', path: '/assistant-area/reports?state=signed', shows: NAME },
    { name: 'study-with-report', path: studiesPath(patient), shows: /Заключение от/ },
  ]);
});

test('the referrals and reports of doctors, and the pages of their patients, fit every width', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
  allowedErrors,
}) => {
  allowedErrors.push(/401 .*\/api\/1\/external\//);
  const { client, patient, studyID, referralUUID } = await prepare(portal, api, folder);
  const calls = await callsOf(portal.address, assistant);
  await draftReport(calls, studyID, COMMENT);
  await signDraft(calls, studyID);
  const studies = `/doctor-area/patients/${patient.patientID}/studies`;
  await signIn(page, portal.address, client);
  await walk(page, portal.address, [
    { name: 'doctor-referrals-sent', path: '/doctor-area/referrals', shows: OTHER },
    { name: 'referral-sent', path: `/doctor-area/referrals/${referralUUID}`, shows: 'Ждёт ответа' },
    {
      name: 'referral-form-errors',
      path: '/doctor-area/referrals/new',
      shows: 'Отправить направление',
      open: async (at) => {
        await at.getByText('Новый', { exact: true }).click();
        for (const tooth of [18, 36, 46]) await at.getByRole('button', { name: `Зуб ${tooth}:` }).click();
        await at.getByRole('button', { name: 'Отправить направление' }).click();
        await expect(at.getByText('Введите ФИО пациента')).toBeVisible();
      },
    },
    { name: 'doctor-report', path: `${studies}/${studyID}/reports/1`, shows: 'Скачать PDF' },
    { name: 'patient-access', path: studies, shows: /Заключение от/, open: press('Выдать пациенту') },
  ]);
  const { shareURL, pin } = await handOutStudy(page, () => checkLayout(page, 'patient-access-pin'));
  const phone = await newBrowserPage();
  await phone.goto(shareURL);
  await expect(phone.getByLabel('ПИН-код')).toBeVisible();
  await checkLayout(phone, 'patient-pin');
  await phone.getByLabel('ПИН-код').fill(pin);
  await phone.getByRole('button', { name: 'Открыть' }).click();
  await expect(phone.getByRole('heading', { name: 'Ваш снимок' })).toBeVisible();
  await checkLayout(phone, 'patient-study');
  await page.goto(portal.address + studies);
  await studyCard(page).getByRole('button', { name: 'Выдать пациенту' }).click();
  const row = page.getByRole('dialog').getByRole('listitem', { name: /^Выдано / });
  await row.locator('summary').click();
  await checkLayout(page, 'patient-access-log');
});
