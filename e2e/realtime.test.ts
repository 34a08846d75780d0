import { join } from 'node:path';
import { writePanoramic } from './portal/files.ts';
import { signIn, disablePolling, studyCard } from './portal/screens.ts';
import { expect, type Page, newPerson, test } from './portal/test.ts';

const sockets = (page: Page) => {
  const opened: { subscribed: boolean }[] = [];
  page.on('websocket', (socket) => {
    const one = { subscribed: false };
    opened.push(one);
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"subscribe":')) one.subscribed = true;
    });
  });
  const live = () => expect.poll(() => opened.at(-1)?.subscribed ?? false).toBe(true);
  return { opened, live };
};

test('a study that one assistant finishes appears as done before another, and before its doctor', async ({
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
  const places = [sockets(page), sockets(doctor)];
  await disablePolling(page);
  await disablePolling(doctor);
  const path = `patients/${patient.patientID}/studies`;
  await signIn(page, portal.address, assistant, `/assistant-area/doctors/${clinic.doctorID}/${path}`);
  await signIn(doctor, portal.address, clinic, `/doctor-area/${path}`);
  for (const { live } of places) await live();
  await expect(studyCard(page)).toContainText('В работе');
  await expect(studyCard(doctor).getByRole('button', { name: 'Скачать' })).toHaveCount(0);

  const { uploadUUID, names } = await api.uploadFiles(studyID, await writePanoramic(join(folder, 'ОПТГ')));
  await api.completeUpload(uploadUUID, names);
  await expect(studyCard(page)).toContainText('Выполнено', { timeout: 90_000 });
  await expect(studyCard(doctor).getByRole('button', { name: 'Скачать' })).toBeVisible();
  for (const { opened } of places) expect(opened).toHaveLength(1);
});

test('what happened while the line was cut is there when it is back', async ({
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
  // the line can be cut in the middle, as when a laptop sleeps
  let cut = false;
  const open = new Set<{ close(): Promise<void> }>();
  await page.routeWebSocket('**/connection/websocket', (socket) => {
    if (cut) return void socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  const path = `/assistant-area/doctors/${clinic.doctorID}/patients/${patient.patientID}/studies`;
  await signIn(page, portal.address, assistant, path);
  await expect(page.getByText('Исследований пока нет')).toBeVisible();
  await expect.poll(() => open.size).toBe(1);
  await api.createStudy(patient, 'rg', 'первое');
  await expect(page.getByRole('article')).toHaveCount(1);

  cut = true;
  for (const socket of open) await socket.close();
  await api.createStudy(patient, 'cbct', 'второе');
  cut = false;
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByText('второе')).toBeVisible();
});

test('who is signed out elsewhere is out here at once', async ({ page, portal, allowedErrors }) => {
  // whichever question is on its way when the session has gone
  allowedErrors.push(/status of 401 .*\/api\/1\//);
  const anna = await portal.addAccount('assistant', newPerson('Анна Быстрова'));
  const { live } = sockets(page);
  await signIn(page, portal.address, anna);
  await live();
  const { code } = await portal.account('disable', '--email', anna.email);
  expect(code).toBe(0);
  await expect(page.getByLabel('E-mail')).toBeVisible();
});
