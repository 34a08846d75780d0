import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { writeSeries } from '../portal/files.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import type { RunningPortal } from '../portal/portal.ts';
import { dropOn, signIn, studiesPath, studyCard, uploadZone } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

/** A series that is sent in at least three bundles. */
const SERIES = { slices: 65, side: 128 };

/** Creates a study without files, and opens its card as an assistant. */
const openStudy = async (page: Page, portal: RunningPortal, clinicName: string) => {
  const assistant = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
  const api = await AssistantAPI.signIn(portal.address, assistant);
  const client = await api.createClient(newPerson(`Клиника ${clinicName}`), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Соколова Анна Игоревна');
  const studyID = await api.createStudy(patient);
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  return { assistant, api, studyID, card: studyCard(page) };
};

/**
 * Lets this many bundles through and pauses the others until `release`. `paused` resolves when those have been sent and
 * the next one waits. `sent` has the names of the files in each bundle that was sent.
 */
const pauseAfter = async (page: Page, count: number) => {
  const sent: string[][] = [];
  const filesOf = new Map<string, string[]>();
  const waits = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let begun = 0;
  await page.route('**/bundles', async (route) => {
    const response = await route.fetch().catch(() => null);
    if (!response?.ok()) return response ? route.fulfill({ response }) : route.abort('connectionrefused');
    const { bundles } = route.request().postDataJSON() as { bundles: { files: { filename: string }[] }[] };
    const answer = (await response.json()) as { bundles: { presignedURL: string }[] };
    for (const [at, { presignedURL }] of answer.bundles.entries()) {
      filesOf.set(presignedURL, bundles[at]?.files.map(({ filename }) => filename) ?? []);
    }
    await route.fulfill({ response });
  });
  await page.route('**/storage/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    begun += 1;
    if (begun > count) {
      waits.resolve();
      await released.promise;
    }
    return route.continue();
  });
  page.on('requestfinished', async (request) => {
    const isBundle = request.method() === 'PUT' && request.url().includes('/storage/');
    if (isBundle && (await request.response())?.ok()) sent.push(filesOf.get(request.url()) ?? []);
  });
  const paused = waits.promise.then(() => expect.poll(() => sent.length).toBe(count));
  return { paused, release: () => released.resolve(), sent };
};

const startUpload = async (page: Page, card: Locator, series: string) => {
  await dropOn(page, uploadZone(card), [series]);
  await card.getByRole('button', { name: 'Загрузить' }).click();
};

test('an upload continues after the page was reloaded', async ({ page, portal, folder }) => {
  const series = await writeSeries(join(folder, 'КТ'), SERIES);
  const { card } = await openStudy(page, portal, 'на перезагрузке');
  const uploads = await pauseAfter(page, 2);
  await startUpload(page, card, series);
  await uploads.paused;
  const stored = uploads.sent.flat();
  await expect(card).toContainText(`${stored.length} из ${SERIES.slices} файлов`);

  const warned = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())]);
  expect(await warned).toBe('beforeunload');
  await page.unroute('**/storage/**');
  uploads.sent.length = 0;

  await expect(card).toContainText(`Загрузка прервана: на сервере уже ${stored.length} файл`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    card.getByRole('button', { name: 'Продолжить загрузку' }).click(),
  ]);
  await chooser.setFiles(series);
  await expect(card).toContainText(`Осталось отправить ${SERIES.slices - stored.length}`);
  await card.getByRole('button', { name: 'Продолжить загрузку' }).click();
  await expect(card).toContainText('Выполнено', { timeout: 90_000 });
  await expect(card.getByText(`${SERIES.slices} снимков`)).toBeVisible();
  expect(new Set([...stored, ...uploads.sent.flat()]).size).toBe(SERIES.slices);
  expect(uploads.sent.flat()).toHaveLength(SERIES.slices - stored.length);
});

test('a lost network connection only delays an upload', async ({
  page,
  context,
  portal,
  folder,
  allowedErrors,
}) => {
  allowedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  const series = await writeSeries(join(folder, 'КТ'), SERIES);
  const { card } = await openStudy(page, portal, 'без связи');
  const uploads = await pauseAfter(page, 1);
  await startUpload(page, card, series);
  await uploads.paused;
  await context.setOffline(true);
  uploads.release();
  await expect(card.getByRole('alert')).toContainText('Нет связи с сервером');
  await expect(card).toContainText('Ждёт связи');
  await context.setOffline(false);
  await expect(card).toContainText('Выполнено', { timeout: 90_000 });
  await expect(card.getByText(`${SERIES.slices} снимков`)).toBeVisible();
});

test('a power failure during an upload loses no file that has arrived', async ({
  page,
  ownPortal,
  folder,
  allowedErrors,
}) => {
  allowedErrors.push(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET/);
  const series = await writeSeries(join(folder, 'КТ'), SERIES);
  const { card, assistant, studyID } = await openStudy(page, ownPortal, 'при сбое питания');
  const uploads = await pauseAfter(page, 2);
  await startUpload(page, card, series);
  await uploads.paused;
  const stored = uploads.sent.flat();
  await expect(card).toContainText(`${stored.length} из ${SERIES.slices} файлов`);

  await ownPortal.kill();
  uploads.release();
  await expect(card).toContainText('Ждёт связи');
  await ownPortal.start();

  await test.step('the session, the study and the files still exist', async () => {
    const api = await AssistantAPI.signIn(ownPortal.address, assistant);
    const { status, upload } = await api.findStudyStatus(studyID);
    expect([status, upload?.error]).toEqual(['in-work', null]);
    const arrived = await api.listUploadedFiles(studyID);
    expect(arrived).toEqual(expect.arrayContaining(stored));
  });
  await test.step('the page uploads the other files without a user action', async () => {
    await expect(card).toContainText('Выполнено', { timeout: 60_000 });
    await expect(card.getByText(`${SERIES.slices} снимков`)).toBeVisible();
    await expect(card.getByRole('img', { name: /КЛКТ/ })).toBeVisible();
  });
});

test('processing finishes after a power failure', async ({ page, ownPortal, folder, allowedErrors }) => {
  allowedErrors.push(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET/);
  const series = await writeSeries(join(folder, 'КТ'), { slices: 160, side: 128 });
  const { card, assistant, api, studyID } = await openStudy(page, ownPortal, 'при сбое обработки');
  const { uploadUUID, names } = await api.uploadFiles(studyID, series);
  await page.reload();
  await api.completeUpload(uploadUUID, names);
  const progress = async () => (await api.findStudyStatus(studyID)).upload?.progress ?? 0;
  await expect.poll(progress, { intervals: [10] }).toBeGreaterThan(0);
  await ownPortal.kill();
  await ownPortal.start();

  const apiAfterRestart = await AssistantAPI.signIn(ownPortal.address, assistant);
  expect((await apiAfterRestart.findStudyStatus(studyID)).status).toBe('in-work');
  await page.reload();
  await expect(card).toContainText('сервер обрабатывает файлы');
  await expect(card).toContainText('Выполнено', { timeout: 60_000 });
  await expect(card.getByText('160 снимков')).toBeVisible();
});
