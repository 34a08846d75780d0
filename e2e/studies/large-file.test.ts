import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Route } from '@playwright/test';
import { contentsOfFolder, contentsOfZip, writeSeries, zipOfAll } from '../portal/files.ts';
import { dropOn, signIn, studiesPath, studyCard, uploadZone } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

/** The web app uploads this many parts at once. */
const PARALLEL_UPLOADS = 4;
const MIB = 1024 ** 2;

/**
 * A ZIP like the export of some devices, filled mostly with files that are not slices: 107 MiB, uploaded as 14 parts.
 */
const writeExport = async (folder: string) => {
  const series = await writeSeries(join(folder, 'КТ'));
  writeFileSync(join(series, 'просмотр.bin'), randomBytes(107 * MIB));
  const path = join(folder, 'экспорт.zip');
  const names = readdirSync(series).sort();
  writeFileSync(path, zipOfAll(names.map((name) => [name, readFileSync(join(series, name))])));
  return { series, path };
};

/** Another file of the same name and size. Returns its path. */
const writeImpostor = (path: string, folder: string) => {
  mkdirSync(folder);
  const impostor = join(folder, 'экспорт.zip');
  writeFileSync(impostor, readFileSync(path).reverse());
  return impostor;
};

/**
 * Records the parts that the page sends to the store; only the first `most` parts are sent. When a page closes, Chromium
 * sends the requests that a route still holds, so `abortHeld` ends them before.
 */
const watchParts = async (page: Page, most = Number.POSITIVE_INFINITY) => {
  const arrived: string[] = [];
  const held: Route[] = [];
  let begun = 0;
  let aborting = false;
  const paused = Promise.withResolvers<void>();
  const isPart = (method: string, url: string) => method === 'PUT' && !url.includes('/api/1/');
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (!isPart(request.method(), request.url())) return route.fallback();
    begun += 1;
    if (begun === most + PARALLEL_UPLOADS) paused.resolve();
    if (begun <= most) return route.continue();
    if (aborting) return route.abort();
    held.push(route);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (isPart(request.method(), request.url()) && response.ok()) arrived.push(request.url());
  });
  const abortHeld = async () => {
    aborting = true;
    await Promise.all(held.map((route) => route.abort()));
  };
  return { paused: paused.promise, arrived, abortHeld };
};

const continueButton = (card: Locator) => card.getByRole('button', { name: 'Продолжить загрузку' });

// the requests that `abortHeld` ends
test.use({ allowedErrors: [/ERR_FAILED/] });

test('an interrupted upload of a large ZIP continues in another tab with the missing parts', async ({
  page,
  context,
  portal,
  api,
  assistant,
  folder,
}) => {
  const { series, path } = await writeExport(folder);
  const client = await api.createClient(newPerson('Клиника с большими файлами'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Соколова Анна Игоревна');
  const studyID = await api.createStudy(patient);
  const studyPath = studiesPath(patient);

  const chooseAgain = async (tab: Page, button: Locator, chosen: string) => {
    const [chooser] = await Promise.all([tab.waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles(chosen);
  };

  await test.step('the page is reloaded after six of fourteen parts and names the file', async () => {
    const { paused, arrived, abortHeld } = await watchParts(page, 6);
    await signIn(page, portal.address, assistant, studyPath);
    const card = studyCard(page);
    await dropOn(page, uploadZone(card), [path]);
    await card.getByRole('button', { name: 'Загрузить', exact: true }).click();
    await paused;
    await expect(card).toContainText(/0 из 1\sфайла · 48\sМБ из 107\sМБ/);
    expect(arrived).toHaveLength(6);
    await abortHeld();
    page.once('dialog', (leaving) => leaving.accept());
    await page.reload();
    await expect(card).toContainText(/Выберите снова экспорт\.zip, 44\s% уже загружено/);
    await expect(card).toContainText(/на сервере 48\sМБ из 107\sМБ/);
  });

  await test.step('another file of the same name and size is refused', async () => {
    const card = studyCard(page);
    await chooseAgain(page, continueButton(card), writeImpostor(path, join(folder, 'другой')));
    const alert = card.getByRole('alert').filter({ hasText: 'Выбран другой файл' });
    await expect(alert).toContainText('Содержимое файла «экспорт.zip» другое');
    await expect(continueButton(card)).toBeHidden();
    await card.getByRole('button', { name: 'Выбрать снова' }).click();
    await expect(card).toContainText('Выберите снова экспорт.zip');
    await page.close();
  });

  await test.step('another tab uploads only the missing parts', async () => {
    const later = await context.newPage();
    const { arrived } = await watchParts(later);
    await later.goto(`${portal.address}${studyPath}`);
    const card = studyCard(later);
    await chooseAgain(later, continueButton(card), path);
    await expect(card).toContainText(/На сервере уже 48\sМБ\. Осталось отправить 59,5\sМБ/);
    await continueButton(card).click();
    await expect(card).toContainText('Выполнено', { timeout: 60_000 });
    await expect(card.getByText('24 снимка')).toBeVisible();
    expect(arrived).toHaveLength(8);
  });

  const download = await api.downloadStudy(studyID, join(folder, 'скачано.zip'));
  expect(contentsOfZip(download)).toEqual(contentsOfFolder(series));
});
