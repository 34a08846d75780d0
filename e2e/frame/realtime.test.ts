import { join } from 'node:path';
import { writePanoramic } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { disablePolling, signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

const watchSockets = (page: Page) => {
  const opened: { subscribed: boolean }[] = [];
  page.on('websocket', (socket) => {
    const state = { subscribed: false };
    opened.push(state);
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"subscribe":')) state.subscribed = true;
    });
  });
  const expectSubscribed = () => expect.poll(() => opened.at(-1)?.subscribed ?? false).toBe(true);
  return { opened, expectSubscribed };
};

test('a study that one assistant finishes appears as done to another assistant and to its doctor', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
}) => {
  const clinic = await api.createClient(newPerson('Клиника у моря'), portal.mailbox);
  const patient = await api.createPatient(clinic.doctorID, 'Соколова Анна Игоревна');
  const studyID = await api.createStudy(patient, 'rg');
  const doctor = await newBrowserPage();
  const pages = [watchSockets(page), watchSockets(doctor)];
  await disablePolling(page);
  await disablePolling(doctor);
  const path = `patients/${patient.patientID}/studies`;
  await signIn(page, portal.address, assistant, `/assistant-area/doctors/${clinic.doctorID}/${path}`);
  await signIn(doctor, portal.address, clinic, `/doctor-area/${path}`);
  for (const { expectSubscribed } of pages) await expectSubscribed();
  await expect(studyCard(page)).toContainText('В работе');
  await expect(studyCard(doctor).getByRole('button', { name: 'Скачать' })).toHaveCount(0);

  const { uploadUUID, names } = await api.uploadFiles(studyID, await writePanoramic(join(folder, 'ОПТГ')));
  await api.completeUpload(uploadUUID, names);
  await expect(studyCard(page)).toContainText('Выполнено', { timeout: 90_000 });
  await expect(studyCard(doctor).getByRole('button', { name: 'Скачать' })).toBeVisible();
  for (const { opened } of pages) expect(opened).toHaveLength(1);
});

test('changes during a lost connection are shown after it is restored', async ({
  page,
  portal,
  assistant,
  api,
  allowedErrors,
}) => {
  allowedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  const clinic = await api.createClient(newPerson('Клиника за перевалом'), portal.mailbox);
  const patient = await api.createPatient(clinic.doctorID, 'Белова Вера Павловна');
  await disablePolling(page);
  // the WebSocket can be closed at any time, as when a laptop sleeps
  let isDisconnected = false;
  const open = new Set<{ close(): Promise<void> }>();
  await page.routeWebSocket('**/connection/websocket', (socket) => {
    if (isDisconnected) return void socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  await expect(page.getByText('Исследований пока нет')).toBeVisible();
  await expect.poll(() => open.size).toBe(1);
  await api.createStudy(patient, 'rg', 'первое');
  await expect(page.getByRole('article')).toHaveCount(1);

  isDisconnected = true;
  for (const socket of open) await socket.close();
  await api.createStudy(patient, 'cbct', 'второе');
  isDisconnected = false;
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByText('второе')).toBeVisible();
});

test('a user whose session ends elsewhere is signed out at once', async ({ page, portal, allowedErrors }) => {
  // requests in progress when the session ends
  allowedErrors.push(/status of 401 .*\/api\/1\//);
  const anna = await portal.addAccount('assistant', newPerson('Анна Быстрова'));
  const { expectSubscribed } = watchSockets(page);
  await signIn(page, portal.address, anna);
  await expectSubscribed();
  const { code } = await portal.account('disable', '--email', anna.email);
  expect(code).toBe(0);
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('an assistant who edits a card sees a colleague’s change to it before overwriting it', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  allowedErrors,
}) => {
  allowedErrors.push(/409 .*\/api\/1\/assistant\/patients\//);
  const clinic = await api.createClient(newPerson('Клиника у реки'), portal.mailbox);
  const patient = await api.createPatient(clinic.doctorID, 'Правкина Анна Юрьевна');
  const other = await newBrowserPage();
  for (const each of [page, other]) {
    await signIn(each, portal.address, assistant, studiesPath(patient));
    await each.getByRole('button', { name: 'Редактировать' }).click();
  }
  const dialog = page.getByRole('dialog');
  const second = other.getByRole('dialog');
  await second.getByLabel('Телефон').fill('+79161112233');
  await second.getByLabel('ФИО').fill('Исправлена Анна Юрьевна');
  await dialog.getByLabel('ФИО').fill('Правкина Инна Юрьевна');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();

  await second.getByRole('button', { name: 'Сохранить' }).click();
  await expect(second.getByText('Сейчас в карточке: Правкина Инна Юрьевна')).toBeVisible();
  await expect(second.getByRole('alert')).toContainText('в ней изменили: ФИО');
  await checkScreen(other, 'edit-patient-conflict');
  await second.getByRole('button', { name: 'Сохранить' }).click();
  await expect(second).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Исправлена Анна Юрьевна' })).toBeVisible();
  await expect(page.getByText('+7 916 111-22-33')).toBeVisible();
});
