import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { contentsOfFolder, contentsOfZip, writeSeries } from '../portal/files.ts';
import { Office } from '../portal/assistant-api.ts';
import { Portal } from '../portal/portal.ts';
import { run } from '../portal/process.ts';
import { dropOn, signIn, studyCard, uploadZone } from '../portal/screens.ts';
import { expect, type Page, somebody, test as base } from '../portal/test.ts';
import { OneS3Server } from './local-s3-server.ts';

const STORAGE = 'apps/server/src/entry/commands/storage.ts';

const test = base.extend<{ store: OneS3Server }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  store: async ({}, use) => {
    const store = await OneS3Server.start();
    await use(store);
    await store.remove();
  },
});

/** The assistant before the card of a study that waits for files. */
const openStudy = async (page: Page, portal: Portal, place: string) => {
  const assistant = await portal.addAccount('assistant', somebody('Ольга Петрова'));
  const office = await Office.open(portal.address, assistant);
  const client = await office.client(somebody(`Клиника ${place}`), portal.mailbox);
  await office.allow(client, ['remote-viewer']);
  const patient = await office.patient(client.doctorID, 'Соколова Анна Игоревна');
  const studyID = await office.study(patient);
  const path = `/assistant-area/doctors/${client.doctorID}/patients/${patient.patientID}/studies`;
  await signIn(page, portal.address, assistant, path);
  return { office, studyID, card: studyCard(page), client, patient };
};

const sendFrom = async (page: Page, card: Locator, series: string) => {
  await dropOn(page, uploadZone(card), [series]);
  await card.getByRole('button', { name: 'Загрузить' }).click();
};

test('with studies in an S3 store everything is as it was: sent, viewed, downloaded, archived and brought back', async ({
  page,
  visitor,
  store,
  folder,
}) => {
  const portal = await Portal.plan(store.settings);
  try {
    const setUp = await run(STORAGE, ['setup'], { ...store.settings, PUBLIC_URL: portal.address });
    expect([setUp.code, setUp.stderr]).toEqual([0, '']);
    await portal.start();
    const series = await writeSeries(join(folder, 'КТ'), { slices: 40 });
    const { card, client, patient, office, studyID } = await openStudy(page, portal, 'у хранилища');
    const toStore: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().startsWith(store.endpoint)) toStore.push(request.method());
    });

    await test.step('the files go straight to the store', async () => {
      await sendFrom(page, card, series);
      await expect(card).toContainText('Выполнено');
      expect(toStore.filter((method) => method === 'PUT')).toHaveLength(40);
    });

    const screen = await visitor();
    const own = studyCard(screen);
    await test.step('her doctor views it and downloads it whole', async () => {
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

    await test.step('it grows old, is archived inside the store, and comes back', async () => {
      await Promise.all([page.close(), screen.goto('about:blank')]);
      await portal.program?.stop();
      portal.program = portal.begin({ UPLOAD_MAX_AGE: '0h0m20s' });
      await portal.program.says(/Snimok is running: (\S+)/);
      await expect
        .poll(async () => (await office.statusOf(studyID)).status, { timeout: 120_000 })
        .toBe('archived');
      await screen.goto(`${portal.address}/doctor-area/patients/${patient.patientID}/studies`);
      await own.getByRole('button', { name: 'Восстановить' }).click();
      await expect(own).toContainText('Доступно');
      await expect(own.getByRole('button', { name: 'Скачать' })).toBeVisible();
      const path = await office.download(studyID, join(folder, 'restored.zip'));
      expect(contentsOfZip(path)).toEqual(contentsOfFolder(series, 'КТ/'));
    });
    await screen.close();
  } finally {
    await portal.remove();
  }
});

test('a store that allows no page to send says so at once, in a sentence one can pass on', async ({
  page,
  store,
  folder,
  expected,
}) => {
  for (const bucket of ['snimok', 'snimok-archive']) await store.makeBucket(bucket);
  const portal = await Portal.start(store.settings);
  try {
    const { card } = await openStudy(page, portal, 'без правил');
    expected.push(/blocked by CORS policy/, /Failed to load resource/);
    await sendFrom(page, card, await writeSeries(join(folder, 'КТ'), { slices: 12 }));
    const told = card.getByRole('alert');
    await expect(told).toContainText('Хранилище не принимает файлы с этого адреса портала');
    await expect(told).toHaveCount(1);

    // the administrator does what was asked, and the assistant goes on
    const setUp = await run(STORAGE, ['setup'], { ...store.settings, PUBLIC_URL: portal.address });
    expect([setUp.code, setUp.stderr]).toEqual([0, '']);
    await told.getByRole('button', { name: 'Повторить' }).click();
    await expect(card).toContainText('Выполнено');
    await page.close();
  } finally {
    await portal.remove();
  }
});
