import { join } from 'node:path';
import { writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an assistant reads who viewed and downloaded the data of a patient', async ({
  page,
  portal,
  assistant,
  api,
  folder,
  newBrowserPage,
  allowedErrors,
}) => {
  const client = await api.createClient(newPerson('Клиника «Белый клык»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Журавлёва Мария Олеговна');
  const studyID = await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ')));
  const clinic = await newBrowserPage();
  await signIn(clinic, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const download = clinic.waitForEvent('download');
  await studyCard(clinic).getByRole('button', { name: 'Скачать' }).click();
  await (await download).cancel();

  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  await page.getByRole('button', { name: 'История' }).click();
  const history = page.getByRole('dialog', { name: 'История' });
  const entry = (words: string) => history.getByRole('listitem').filter({ hasText: words });
  await expect(history.getByRole('heading', { name: /^сегодня, \d\d\.\d\d\.\d{4}$/i })).toBeVisible();
  const downloaded = entry('Исследование скачано');
  await expect(downloaded).toContainText('Клиника «Белый клык», клиент');
  await expect(downloaded).toContainText(/КЛКТ \(3D\) от\s\d\d\.\d\d\.\d{4}/);
  await expect(downloaded).toContainText('127.0.0.1');
  await expect(downloaded.getByRole('time')).toHaveText(/^\d\d:\d\d$/);
  await expect(entry('Файлы обработаны, исследование готово')).toContainText('портал');
  await expect(entry('Карточка пациента создана')).toContainText(`${assistant.name}, сотрудник центра`);
  await checkScreen(page, 'history');

  await test.step('older entries are loaded on request', async () => {
    const portalAPI = `${portal.address}/api/1/assistant`;
    for (let time = 0; time < 30; time++) {
      await page.request.get(`${portalAPI}/patients/${patient.patientID}`);
      await page.request.patch(`${portalAPI}/studies/${studyID}`, { data: { comment: String(time) } });
    }
    await page.keyboard.press('Escape');
    await expect(history).toBeHidden();
    await page.getByRole('button', { name: 'История' }).click();
    await expect(history.getByRole('listitem')).toHaveCount(30);
    // the views of one person on one day are one entry
    const seen = entry('Карточка пациента просмотрена').filter({ hasText: assistant.name });
    await expect(seen).toHaveCount(1);
    await seen.getByText(/^\d+\sраза?, \d\d:\d\d(–\d\d:\d\d)?$/).click();
    await expect(seen).toContainText(/(\d\d:\d\d, ){9}/);
    await expect(entry('Карточка пациента создана')).toHaveCount(0);
    await history.getByRole('button', { name: 'Показать ещё' }).click();
    await expect(entry('Карточка пациента создана')).toHaveCount(1);
    await expect(history.getByRole('button', { name: 'Показать ещё' })).toBeHidden();
  });

  await test.step('a failed request shows an error and can be repeated', async () => {
    allowedErrors.push(/500.*\/history/);
    const call = '**/api/1/assistant/patients/*/history*';
    const sentence = 'Произошла ошибка сервера. Повторите запрос';
    await page.route(call, (route) => route.fulfill({ status: 500, json: { error: sentence } }));
    await page.reload();
    await page.getByRole('button', { name: 'История' }).click();
    await expect(history).toContainText(sentence);
    await expect(studyCard(page)).toBeVisible();
    await page.unroute(call);
    await history.getByRole('button', { name: 'Повторить' }).click();
    await expect(entry('Карточка пациента просмотрена').first()).toBeVisible();
  });
});
