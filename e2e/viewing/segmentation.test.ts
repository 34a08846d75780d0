import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writePanoramic, writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { disablePolling, signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { expectLoaded, paneOf } from '../pages/viewer.ts';

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

/** Jaws with enough slices for both jaws to be found, and few enough voxels to be separated in seconds. */
const COARSE_JAWS = { slices: 60, side: 72 };

/** Requests a segmentation in the 3D view, which shows its state, and closes the panel again. */
const requestInViewer = async (page: Page) => {
  await expectLoaded(page);
  await page.getByRole('button', { name: /^Четвёртый вид/ }).click();
  await page.getByRole('menuitemradio', { name: 'Объём' }).click();
  const volume = paneOf(page, 'Объём');
  await volume.getByRole('button', { name: 'Построение 3D-сегментации: не запрошена' }).click();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/segmentation')) requests.push(request.url());
  });
  const panel = page.getByRole('region', { name: /^3D-сегментация/ });
  await panel.getByRole('button', { name: 'Построить' }).dblclick();
  await expect(panel.getByRole('button', { name: 'Отменить' })).toBeVisible();
  await expect(panel.getByRole('status')).toContainText('врачу придёт письмо');
  expect(requests).toHaveLength(1);
  await expect(panel).toContainText(/Выполняется: \d+\s%/);
  await page.keyboard.press('Shift+L');
  await expect(panel).toBeHidden();
};

test('a client with the feature requests a segmentation in the viewer, and the centre sees its state', async ({
  page,
  newBrowserPage,
  portal,
  api,
  assistant,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Просмотр'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Фомина Алла Сергеевна');
  await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ'), COARSE_JAWS));
  await disablePolling(page);
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
  await test.step('two presses in the viewer start one segmentation', () => requestInViewer(page));

  const centre = await newBrowserPage();
  await test.step('the centre sees the state of the segmentation on the card, and it appears in the open volume', async () => {
    await signIn(centre, portal.address, assistant, studiesPath(patient));
    await studyCard(centre).getByRole('button', { name: '3D-сегментация' }).click();
    const dialog = centre.getByRole('dialog', { name: '3D-сегментация' });
    const legend = page.getByRole('group', { name: '3D-сегментация' });
    await expect(legend.getByLabel('Нижняя челюсть и зубы')).toBeVisible({ timeout: 120_000 });
    await expect(dialog).toContainText('Готово.');
    await expect(dialog.getByRole('button', { name: 'Построить заново' })).toBeEnabled();
  });

  await test.step('STL and GLB are saved from the viewer', async () => {
    await page.keyboard.press('Shift+L');
    const panel = page.getByRole('region', { name: '3D-сегментация: готова' });
    await checkScreen(page, 'viewer-segmentation', 'dark');
    for (const [name, file] of [
      ['Всё в цвете (GLB)', /jaws\.glb$/],
      ['Нижняя челюсть (STL)', /lower\.stl$/],
    ] as const) {
      const saved = page.waitForEvent('download');
      await panel.getByRole('button', { name }).click();
      expect((await saved).suggestedFilename()).toMatch(file);
    }
  });
  // the narrow screen has selected another tool, which Escape would deselect first
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
