import { join } from 'node:path';
import { writePanoramic, writeSeries } from './portal/files.ts';
import { signIn, studyCard } from './portal/screens.ts';
import { expect, newPerson, test } from './portal/test.ts';

// One request that counts an opening fails on purpose.
test.use({ allowedErrors: [/status of 503/] });

test('a doctor opens the dialog about 3D segmentation, each opening is counted once, and a failed count shows no error', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Сегмент'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Лебедева Инна Романовна');
  await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ')));
  const counted: number[] = [];
  page.on('response', (reply) => {
    if (reply.url().endsWith('/3dseg-click')) counted.push(reply.status());
  });
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const button = studyCard(page).getByRole('button', { name: '3D-сегментация' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: '3D-сегментация' });
  await expect(dialog).toContainText('Скоро: автоматическая сегментация КЛКТ нейронной сетью');
  await expect(dialog.getByRole('button', { name: /^Ракурс \d+$/ })).toHaveCount(10);
  const large = dialog.getByAltText(/^Пример сегментации/);
  const drawn = () => large.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
  await expect.poll(drawn).toBe(960);

  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('2 из 10');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog).toContainText('10 из 10');
  await dialog.getByRole('button', { name: 'Следующая' }).click();
  await expect(dialog).toContainText('1 из 10');
  await dialog.getByRole('button', { name: 'Ракурс 6' }).click();
  await expect(dialog).toContainText('6 из 10');
  await expect.poll(drawn).toBe(960);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(counted).toEqual([204]);

  await page.route('**/3dseg-click', (route) => route.fulfill({ status: 503, body: '{}' }));
  await button.click();
  await expect(dialog).toContainText('1 из 10');
  await expect.poll(() => counted).toEqual([204, 503]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an X-ray is not offered for segmentation', async ({ page, portal, api, folder }) => {
  const client = await api.createClient(newPerson('Клиника Рентген'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Соколов Илья Андреевич');
  await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'Рентген')));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  await expect(studyCard(page).getByRole('button', { name: 'Скачать' })).toBeVisible();
  await expect(studyCard(page).getByRole('button', { name: '3D-сегментация' })).toBeHidden();
  await expect(studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' })).toBeHidden();
});

test('online viewing is offered only to an account with the feature', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Просмотр'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Фомина Алла Сергеевна');
  await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ')));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const card = studyCard(page);
  const view = card.getByRole('button', { name: 'Онлайн-просмотр' });
  await expect(card.getByRole('button', { name: '3D-сегментация' })).toBeVisible();
  await expect(view).toBeHidden();
  await api.setFeatures(client, ['remote-viewer']);
  await page.reload();
  await view.click();
  const viewer = page.getByRole('dialog', { name: 'Онлайн-просмотр' });
  await expect(viewer.getByRole('group', { name: 'Аксиальный' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
