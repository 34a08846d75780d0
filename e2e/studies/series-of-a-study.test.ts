import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FULL_RANGE, fullRangeSeries } from '@snimok/phantom/full-range';
import { cbctSeries, panoramicFile } from '@snimok/phantom/series';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';
import { expectLoaded, hatchedPart, paneOf, viewerOf } from '../pages/viewer.ts';

const STUDY = {
  patient: { name: 'Соколова Анна Игоревна', id: 'E2E-1', birthDate: '1987-03-14', sex: 'F' },
  takenOn: '2026-11-20',
  studyInstanceUID: '2.25.301',
  manufacturer: 'Snimok',
  model: 'Phantom',
} as const;

/** Writes a study of two scans and a panoramic radiograph, as a combined device does. Returns the folder. */
const writeStudy = async (into: string) => {
  const series = (number: number, seriesDescription: string) => ({
    ...STUDY,
    seriesInstanceUID: `2.25.301.${number}`,
    seriesNumber: number,
    seriesDescription,
  });
  const files = [
    // the slices 18 and 19 are missing
    ...[
      ...cbctSeries({ size: [96, 96, 40], spacingMm: 90 / 96 }, series(1, 'КЛКТ обеих челюстей')),
    ].toSpliced(17, 2),
    ...cbctSeries({ size: [64, 64, 24], spacingMm: 90 / 64, jaws: 'lower' }, series(2, 'Нижняя челюсть')),
    panoramicFile({ width: 900, height: 480 }, series(3, 'ОПТГ')),
    ...fullRangeSeries(series(4, 'Без шкалы')),
  ];
  await mkdir(into, { recursive: true });
  for (const [at, { bytes }] of files.entries()) await writeFile(join(into, `IM${at}.dcm`), bytes);
  return into;
};

/** Checks the hatching of the missing slices, and that their note can be hidden and shown. */
const checkHatching = async (page: Page) => {
  const warnings = page.getByRole('region', { name: 'Замечания к серии' });
  await expect(warnings).toContainText('Не хватает 2 срезов: места отмечены штриховкой');
  const hatched = (pane: string) => hatchedPart(paneOf(page, pane).locator('canvas'));
  await expect.poll(() => hatched('Корональный')).toBeGreaterThan(0.005);
  expect(await hatched('Корональный')).toBeLessThan(0.1);
  await expect(paneOf(page, 'Аксиальный')).toContainText('из 40');
  expect(await hatched('Аксиальный')).toBe(0);
  await page.getByRole('slider', { name: 'Аксиальный: срез' }).fill('18');
  await expect.poll(() => hatched('Аксиальный')).toBeGreaterThan(0.05);
  await warnings.getByRole('button', { name: 'Скрыть замечания' }).click();
  await expect(warnings).toBeHidden();
  await page.getByRole('button', { name: 'Замечания к серии: 1' }).click();
  await expect(warnings).toBeVisible();
};

/**
 * The contrast of each caption with its own background, over white pixels. Texts in the drawing need an outline.
 */
const checkCaptions = async (page: Page) => {
  const captions = await viewerOf(page)
    .locator('[data-caption]')
    .evaluateAll((all) => {
      const numbers = (color: string) => color.match(/[\d.]+/g)!.map(Number);
      const light = (channels: number[]) => {
        const [r, g, b] = channels.map((one) =>
          one <= 10 ? one / 3295 : ((one / 255 + 0.055) / 1.055) ** 2.4,
        ) as [number, number, number];
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return all.flatMap((caption) => {
        const [red, green, blue, alpha = 1] = numbers(getComputedStyle(caption).backgroundColor);
        const behind = light([red!, green!, blue!].map((one) => one * alpha + 255 * (1 - alpha)));
        return [caption, ...caption.querySelectorAll('span')]
          .filter(({ textContent }) => textContent)
          .map((text) => (light(numbers(getComputedStyle(text).color).slice(0, 3)) + 0.05) / (behind + 0.05));
      });
    });
  expect(captions.length).toBeGreaterThan(6);
  expect(Math.min(...captions)).toBeGreaterThan(4.5);
  const outlines = await viewerOf(page)
    .locator('svg text')
    .evaluateAll((all) =>
      all.map((text) => {
        const { paintOrder, strokeWidth } = getComputedStyle(text);
        return paintOrder.startsWith('stroke') ? Number.parseFloat(strokeWidth) : 0;
      }),
    );
  expect(outlines.length).toBeGreaterThan(0);
  expect(Math.min(...outlines)).toBeGreaterThanOrEqual(4);
};

/** Measures the density of each quarter of the axial slice. */
const measureQuarters = async (page: Page) => {
  const pane = paneOf(page, 'Аксиальный');
  await page.keyboard.press('d');
  const box = (await pane.locator('canvas').boundingBox())!;
  for (const quarter of [0, 1, 2, 3])
    await page.mouse.click(
      box.x + box.width / 2 + ((quarter - 1.5) * Math.min(box.width, box.height)) / 5,
      box.y + box.height * (0.2 + quarter * 0.15),
    );
  for (const value of FULL_RANGE) {
    const text = new Intl.NumberFormat('ru').format(value);
    await expect(pane.locator('text', { hasText: `${text} (${text}…${text})` })).toBeVisible();
  }
};

test('a study of several series shows each on its card, and opens the viewer with the selected one', async ({
  page,
  newBrowserPage,
  allowedErrors,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника на Садовой'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Журавлёва Мария Олеговна');
  await api.createDoneStudy(patient, 'cbct', await writeStudy(join(folder, 'КТ')), 'Перед имплантацией');
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);

  const series = studyCard(page).getByRole('region', { name: 'Серии исследования' });
  await test.step('the card shows a thumbnail of each series after processing, without a reload', async () => {
    await expect(series.getByRole('button')).toHaveCount(4);
    await expect(series.getByRole('button', { name: /Нижняя челюсть\s*24 снимка/ })).toBeVisible();
    // the count does not include the two slots of the missing slices
    await expect(series.getByRole('button', { name: /КЛКТ обеих челюстей\s*38 снимков/ })).toBeVisible();
    for (const image of await series.locator('img').all())
      await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(256);
    await expect(studyCard(page).getByRole('list', { name: 'Замечания к снимкам' })).toHaveText(
      'КЛКТ обеих челюстей. Не хватает 2 срезов: места отмечены штриховкой',
    );
    await checkScreen(page, 'study-series');
  });

  await test.step('the viewer opens with the selected series', async () => {
    await series.getByRole('button', { name: /ОПТГ/ }).click();
    const viewer = page.getByRole('dialog', { name: 'Онлайн-просмотр' });
    await expect(viewer.getByRole('button', { name: 'Серия: ОПТГ · 1 снимок' })).toBeVisible();
    await expect(viewer.locator('canvas[data-drawn]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

  await test.step('missing slices are named above the panes, and hatched in every section through them', async () => {
    await series.getByRole('button', { name: /КЛКТ обеих челюстей/ }).click();
    await expectLoaded(page);
    await checkHatching(page);
    await checkCaptions(page);
    // an open tooltip takes the key
    await page.mouse.move(700, 500);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(viewerOf(page)).toBeHidden();
  });

  await test.step('values of 16 bits without a rescale are measured without clipping', async () => {
    await series.getByRole('button', { name: /Без шкалы/ }).click();
    await expectLoaded(page);
    await measureQuarters(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(viewerOf(page)).toBeHidden();
  });

  await test.step('a doctor whose online viewing was disabled meanwhile gets an error', async () => {
    allowedErrors.push(/403 .*\/remote-session/);
    const doctor = await newBrowserPage();
    const own = `/doctor-area/patients/${patient.patientID}/studies`;
    await signIn(doctor, portal.address, client, own);
    const shown = studyCard(doctor).getByRole('region', { name: 'Серии исследования' });
    await expect(shown.getByRole('button')).toHaveCount(4);
    await api.setFeatures(client, []);
    await shown.getByRole('button', { name: /ОПТГ/ }).click();
    await expect(shown.getByRole('alert')).toContainText('нет прав');
  });
});
