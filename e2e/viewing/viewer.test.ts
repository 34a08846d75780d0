import { join } from 'node:path';
import { jsonModel } from '@snimok/imaging/dicom/elements/json-model';
import { readDicom } from '@snimok/imaging/dicom/read';
import type { Page } from '@playwright/test';
import {
  expectReopened,
  openXRay,
  placeLandmarks,
  readSteiner,
  superimposeOtherDate,
} from './cephalometry.ts';
import { BALLS_APART_MM, writeBalls, writePanoramic, writeSeries } from '../portal/files.ts';
import { drawCanals, placeImplant } from './planning.ts';
import type { RunningPortal } from '../portal/portal.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { openSharing, share } from '../pages/sharing.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import {
  download,
  drag,
  expectLoaded,
  holdFullResolution,
  paneOf,
  viewerOf,
  whiteSpots,
} from '../pages/viewer.ts';

/** Opens the list of annotations; its button shows their number. */
const openAnnotations = async (page: Page, count: number) => {
  await page.getByRole('button', { name: `Разметка: ${count}` }).click();
  return page.getByRole('dialog').filter({ hasText: 'Показывать разметку' }).last();
};

/** Sends a link from the open page of a patient; returns it. */
const shareWithAnnotations = async (page: Page, portal: RunningPortal): Promise<string> => {
  const dialog = await openSharing(page);
  const { link, row } = await share(dialog, portal, { flags: ['Онлайн-просмотр'], withAnnotations: true });
  await expect(row).toContainText('Онлайн-просмотр с разметкой');
  return link;
};

/** Saves the only length of a study as a report and its pane as a capture, and reads both files. */
const expectDicomFiles = async (page: Page) => {
  await page.getByRole('button', { name: 'Сохранить и распечатать' }).click();
  const report = jsonModel(await download(page, 'Измерения (DICOM SR)'), { pixelsAt: null });
  const [, value] = /"0040A30A":\{"vr":"DS","Value":\[([\d.]+)\]/.exec(JSON.stringify(report)) ?? [];
  expect(Math.abs(Number(value) - BALLS_APART_MM)).toBeLessThanOrEqual(0.2);
  const capture = readDicom(await download(page, 'Вид как снимок DICOM'));
  expect(capture).toMatchObject({ photometricInterpretation: 'RGB', modality: 'OT' });
  expect(report['0020000D']?.Value).toEqual([capture.studyInstanceUID]);
  const dialog = page.getByRole('dialog', { name: 'Сохранить и распечатать' });
  // the button is disabled while it works and so loses the focus
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(viewerOf(page)).toBeVisible();
};

const expectHalfResolution = async (screen: Page) => {
  await expect(screen.getByText(/Половина разрешения · \d+ %/)).toBeVisible();
  await screen.getByRole('button', { name: 'Длина' }).click();
  await expect(screen.getByText(/Загружена половина разрешения: измерения/)).toBeVisible();
};

const openShared = async (screen: Page, link: string) => {
  await screen.goto(link);
  await screen.getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await expectLoaded(screen);
};

/** «Назад» closes only the viewer. After the viewer was closed by its button, «Назад» leaves the page. */
const returnToCard = async (page: Page) => {
  const open = studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' });
  const address = page.url();
  await page.evaluate(() => scrollTo(0, 1e6));
  const scrolled = await page.evaluate(() => scrollY);
  await page.goBack();
  await expect(viewerOf(page)).toBeHidden();
  await expect(open).toBeVisible();
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await open.click();
  await expectLoaded(page);
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await expect(viewerOf(page)).toBeHidden();
  await page.goBack();
  await expect(open).toBeHidden();
};

test('a doctor measures two balls, and the measurement is saved and visible to the centre', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Мера'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Шариков Пётр Петрович');
  await api.createDoneStudy(patient, 'cbct', await writeBalls(join(folder, 'КТ')));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const open = studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' });
  const centre = await newBrowserPage();

  await test.step('the doctor draws a length from the centre of one ball to the centre of the other', async () => {
    await open.click();
    await expectLoaded(page);
    await expect(paneOf(page, 'Аксиальный')).toContainText('13 из 24');
    await page.getByRole('button', { name: 'Длина' }).click();
    const [one, other] = await whiteSpots(paneOf(page, 'Аксиальный').locator('canvas'));
    await drag(page, one!, other!);
    await expect(page.getByText('Сохранено')).toBeVisible();
  });

  await test.step('the length of 20 mm is hidden on other slices; the viewer opens at the slice that was left', async () => {
    const caption = paneOf(page, 'Аксиальный').locator('text', { hasText: /^\d+,\d мм$/ });
    await expect(caption).toBeVisible();
    const mm = Number((await caption.textContent())!.replace(/ мм$/, '').replace(',', '.'));
    expect(Math.abs(mm - BALLS_APART_MM)).toBeLessThanOrEqual(0.2);
    await page.keyboard.press('PageUp');
    await expect(caption).toBeHidden();
    for (let level = 0; level < 3; level += 1) await page.keyboard.press('Escape');
    await expect(viewerOf(page)).toBeHidden();
    await open.click();
    await expectLoaded(page);
    await expect(paneOf(page, 'Аксиальный')).toContainText('23 из 24');
    await expect(caption).toBeHidden();
    await page.keyboard.press('PageDown');
    await expect(caption).toHaveText(`${String(mm).replace('.', ',')} мм`.replace(/^(\d+) /, '$1,0 '));
  });

  await test.step('the measurement and the picture are DICOM files of the same patient', async () => {
    await expectDicomFiles(page);
  });

  await test.step('the centre sees the author of the measurement and cannot delete it', async () => {
    await signIn(centre, portal.address, assistant, studiesPath(patient));
    const sendRest = await holdFullResolution(centre);
    await studyCard(centre).getByRole('button', { name: 'Онлайн-просмотр' }).click();
    await expectHalfResolution(centre);
    sendRest();
    await expectLoaded(centre);
    const annotations = await openAnnotations(centre, 1);
    await expect(annotations).toContainText('Клиника Мера');
    await expect(annotations).toContainText(/Длина\s*(20|19,[89]|20,[012])/);
    await expect(annotations.getByRole('button', { name: 'Удалить: Длина' })).toHaveCount(0);
  });

  await test.step('the doctor deletes the measurement and restores it by undo', async () => {
    const annotations = await openAnnotations(page, 1);
    await annotations.getByRole('button', { name: 'Удалить: Длина' }).click();
    await expect(page.getByRole('button', { name: 'Разметка: 0' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Отменить', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Разметка: 1' })).toBeVisible();
    // closed without waiting for the save
    await returnToCard(page);
  });

  await test.step('a recipient sees the measurement if the sender of the link allows it', async () => {
    await centre.goto(`${portal.address}${studiesPath(patient)}`);
    const screen = await newBrowserPage();
    await openShared(screen, await shareWithAnnotations(centre, portal));
    const annotations = await openAnnotations(screen, 1);
    await expect(annotations).toContainText('Клиника Мера');
    await expect(annotations.getByRole('button', { name: 'Удалить: Длина' })).toHaveCount(0);
  });
});

test('an X-ray without a scale is calibrated by a known length, and its cephalometric analysis is kept', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Эталон'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Эталонова Инна Олеговна');
  await api.createDoneStudy(
    patient,
    'rg',
    await writePanoramic(join(folder, 'ОПТГ'), {}, { hasScale: false }),
  );
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  const pane = await openXRay(page);
  await test.step('landmarks are set by clicks, drags and keys', () => placeLandmarks(page));

  await page.keyboard.press('k');
  await drag(page, { x: 500, y: 300 }, { x: 800, y: 300 });
  await page.getByLabel('Настоящая длина').fill('30');
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await drag(page, { x: 500, y: 500 }, { x: 700, y: 500 });
  await expect(pane.locator('text', { hasText: '20,0 мм' })).toBeVisible();

  await page.keyboard.press('Escape');
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(false);
  await page.keyboard.press('BracketRight');
  await page.keyboard.press('x');
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Негатив' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Резче' })).toHaveAttribute('aria-pressed', 'true');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Сохранить как PNG' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^Эталонова Инна Олеговна \d\d\.\d\d\.\d{4}\.png$/);
  await page.keyboard.press('Shift+Slash');
  await expect(page.getByRole('dialog', { name: 'Управление' })).toContainText('отразить слева направо');
  await test.step('landmarks and scale are there after reopening, with a table', () => expectReopened(page));
  await test.step('another analysis names what is missing, and norms follow the age', () =>
    readSteiner(page));

  await test.step('the tracing of another study is superimposed on S–N', async () => {
    const control = await writePanoramic(join(folder, 'Контроль'));
    await api.createDoneStudy(patient, 'rg', control, 'Контроль через год');
    await page.goto(`${portal.address}${path}`);
    await openXRay(page, page.getByRole('article').filter({ hasText: 'Контроль через год' }));
    await superimposeOtherDate(page);
  });
});

test('annotations of a share recipient are not saved, and the viewer closes after the link is deleted', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
  allowedErrors,
}) => {
  const client = await api.createClient(newPerson('Клиника Ссылка'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Ссылкина Ольга Ивановна');
  await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ')));
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  const { link, row } = await share(await openSharing(page), portal, { flags: ['Онлайн-просмотр'] });

  const screen = await newBrowserPage();
  await openShared(screen, link);
  await screen.keyboard.press('l');
  const box = (await paneOf(screen, 'Корональный').boundingBox())!;
  await drag(screen, { x: box.x + 200, y: box.y + 150 }, { x: box.x + 320, y: box.y + 150 });
  await expect(screen.getByText('Разметка видна только вам и исчезнет при закрытии')).toBeVisible();
  await placeImplant(screen);

  // the plan has its size and its density; another size is chosen in the library
  await screen.keyboard.press('j');
  const plan = screen.getByRole('dialog').filter({ hasText: 'Предупреждать, если ближе' }).last();
  await expect(plan).toContainText('Стандартный (универсальный), Ø 4 × 10 мм');
  await expect(plan.getByRole('group', { name: 'Плотность вдоль имплантата' })).toContainText('верхушка');
  await plan.getByRole('button', { name: /^1\. / }).click();
  await screen.keyboard.press('Escape');
  await expect(plan).toBeHidden();
  await screen.keyboard.press('Shift+I');
  const library = screen.getByRole('dialog', { name: 'Выбор имплантата' });
  await library.getByLabel('Поиск по линейке и размеру').fill('осстем 4.5x13');
  await library.getByRole('button', { name: 'Выбрать' }).click();
  // the closing dialog receives the keys until it has disappeared
  await expect(library).toBeHidden();
  await expect(screen.getByLabel('Диаметр')).toHaveValue('Ø 4,5 мм');
  await expect(screen.getByRole('textbox', { name: 'Длина', exact: true })).toHaveValue('13 мм');
  await screen.keyboard.press('j');
  await expect(plan).toContainText('Osstem TS III, Ø 4,5 × 13 мм');
  // Escape closes it only when it has the focus, which it takes after it has appeared
  await expect.poll(() => plan.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  await screen.keyboard.press('Escape');
  await expect(plan).toBeHidden();

  // the volume is levelled, and levelled back by undo
  const layers = paneOf(screen, 'Аксиальный').getByText(/\d+ из \d+/);
  const before = await layers.textContent();
  await screen.keyboard.press('Escape');
  await screen.keyboard.press('o');
  await screen.getByRole('button', { name: 'Наклонить вперёд' }).click();
  await expect(layers).not.toHaveText(before!);
  await screen.keyboard.press('Control+z');
  await expect(layers).toHaveText(before!);

  await test.step('another tool finishes a canal, and undo restores a canal that Escape dropped', () =>
    drawCanals(screen));

  await screen.reload();
  await expectLoaded(screen);
  await expect(screen.getByRole('button', { name: 'Разметка: 0' })).toBeVisible();

  await row.getByRole('button', { name: 'Удалить' }).click();
  await row.getByRole('button', { name: 'Удалить ссылку' }).click();
  await expect(row).toContainText('Ссылка удалена');
  allowedErrors.push(/40[134] .*\/api\/1\/viewer\//);
  await screen.reload();
  await expect(screen.getByRole('alert')).toContainText('Просмотр завершён');
  await screen.goto(`${portal.address}/viewer#forged`);
  await expect(screen.getByRole('alert')).toContainText('Просмотр завершён');
});
