import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { contentsOfFolder, contentsOfZip, writeSeries } from '../portal/files.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { Portal } from '../portal/portal.ts';
import { run } from '../portal/process.ts';
import { dropOn, signIn, studiesPath, studyCard, uploadZone } from '../pages/screens.ts';
import { expect, type Page, newPerson, test as base } from '../pages/test.ts';
import { LocalS3Server } from './local-s3-server.ts';

const STORAGE = 'apps/server/src/entry/commands/storage.ts';

const test = base.extend<{ store: LocalS3Server }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  store: async ({}, use) => {
    const store = await LocalS3Server.start();
    await use(store);
    await store.remove();
  },
});

/** Signs an assistant in and opens the card of a new study without files. */
const openStudy = async (page: Page, portal: Portal, clinicName: string) => {
  const assistant = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
  const api = await AssistantAPI.signIn(portal.address, assistant);
  const client = await api.createClient(newPerson(`Клиника ${clinicName}`), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Соколова Анна Игоревна');
  const studyID = await api.createStudy(patient);
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  return { api, studyID, card: studyCard(page), client, patient };
};

const uploadFolder = async (page: Page, card: Locator, series: string) => {
  await dropOn(page, uploadZone(card), [series]);
  await card.getByRole('button', { name: 'Загрузить' }).click();
};

test('with an S3 store a study is uploaded, viewed, downloaded, archived and restored', async ({
  page,
  newBrowserPage,
  store,
  folder,
}) => {
  const portal = await Portal.plan(store.settings);
  try {
    const setUp = await run(STORAGE, ['setup'], { ...store.settings, PUBLIC_URL: portal.address });
    expect([setUp.code, setUp.stderr]).toEqual([0, '']);
    await portal.start();
    const series = await writeSeries(join(folder, 'КТ'), { slices: 40 });
    const { card, client, patient, api, studyID } = await openStudy(page, portal, 'у хранилища');
    const storeRequests: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().startsWith(store.endpoint)) storeRequests.push(request.method());
    });

    await test.step('the browser sends the files directly to the store', async () => {
      await uploadFolder(page, card, series);
      await expect(card).toContainText('Выполнено');
      // in bundles
      expect(storeRequests).toContain('PUT');
    });

    const screen = await newBrowserPage();
    const own = studyCard(screen);
    await test.step('the doctor views the study and downloads the same files', async () => {
      await signIn(screen, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
      await own.getByRole('button', { name: 'Онлайн-просмотр' }).click();
      const pane = screen.getByRole('group', { name: 'Аксиальный', exact: true });
      await expect(pane.locator('canvas[data-drawn]')).toBeVisible();
      await expect(screen.getByRole('progressbar', { name: 'Загрузка полного объёма' })).toHaveCount(0);
      await screen.keyboard.press('Escape');
      const [saved] = await Promise.all([
        screen.waitForEvent('download'),
        own.getByRole('button', { name: 'Скачать' }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(/^Соколова_А_И_.*\.zip$/);
      const path = join(folder, 'saved.zip');
      await saved.saveAs(path);
      expect(contentsOfZip(path)).toEqual(contentsOfFolder(series, 'КТ/'));
    });

    await test.step('the study is archived after its maximum age and restored', async () => {
      await Promise.all([page.close(), screen.goto('about:blank')]);
      await portal.program?.stop();
      portal.program = portal.launch({ UPLOAD_MAX_AGE: '0h0m20s' });
      await portal.program.waitForOutput(/Snimok is running: (\S+)/);
      await expect
        .poll(async () => (await api.findStudyStatus(studyID)).status, { timeout: 120_000 })
        .toBe('archived');
      await screen.goto(`${portal.address}/doctor-area/patients/${patient.patientID}/studies`);
      await own.getByRole('button', { name: 'Восстановить' }).click();
      await expect(own).toContainText('Доступно');
      await expect(own.getByRole('button', { name: 'Скачать' })).toBeVisible();
      const path = await api.downloadStudy(studyID, join(folder, 'restored.zip'));
      expect(contentsOfZip(path)).toEqual(contentsOfFolder(series, 'КТ/'));
    });
    await screen.close();
  } finally {
    await portal.remove();
  }
});

test('an upload to a store without CORS rules fails at once with an explanation', async ({
  page,
  store,
  folder,
  allowedErrors,
}) => {
  for (const bucket of ['snimok', 'snimok-archive']) await store.createBucket(bucket);
  const portal = await Portal.start(store.settings);
  try {
    const { card } = await openStudy(page, portal, 'без правил');
    allowedErrors.push(/blocked by CORS policy/, /Failed to load resource/);
    await uploadFolder(page, card, await writeSeries(join(folder, 'КТ'), { slices: 12 }));
    const alert = card.getByRole('alert');
    await expect(alert).toContainText('Хранилище не принимает файлы с этого адреса портала');
    await expect(alert).toHaveCount(1);

    // the administrator sets up the bucket, and the assistant continues
    const setUp = await run(STORAGE, ['setup'], { ...store.settings, PUBLIC_URL: portal.address });
    expect([setUp.code, setUp.stderr]).toEqual([0, '']);
    await alert.getByRole('button', { name: 'Повторить' }).click();
    await expect(card).toContainText('Выполнено');
    await page.close();
  } finally {
    await portal.remove();
  }
});
