import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writeSeries } from '../portal/files.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { expectLoaded, paneOf } from '../pages/viewer.ts';

// Compares what each mode draws of the synthetic jaws with the pictures in `reference-pictures`. After an intended change
// run `npx playwright test -c e2e/playwright.config.ts e2e/viewing/reference-pictures.test.ts --update-snapshots`, and look at
// every picture that it changes.

/** The longer side of a reference picture. */
const LONGER_SIDE_PX = 240;

/** The content of the canvas, without overlays, as a small PNG. */
const pictureOf = async (canvas: Locator): Promise<Buffer> => {
  const png = await canvas.evaluate(async (drawn: HTMLCanvasElement, longerSide) => {
    // the number of pixels changes while a volume is refined, the size on the page does not
    const { width, height } = drawn.getBoundingClientRect();
    const scale = longerSide / Math.max(width, height);
    const small = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = small.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(drawn, 0, 0, small.width, small.height);
    const bytes = new Uint8Array(await (await small.convertToBlob()).arrayBuffer());
    return Array.from(bytes);
  }, LONGER_SIDE_PX);
  return Buffer.from(png);
};

/** Compares the canvas of each pane; the names of the panes are in the file names. */
const expectPictures = async (panes: Record<string, Locator>) => {
  for (const [name, pane] of Object.entries(panes)) {
    const canvas = pane.locator('canvas[data-drawn]').first();
    await expect(canvas).toBeVisible();
    await expect(async () => {
      const once = await pictureOf(canvas);
      const again = await pictureOf(canvas);
      expect(again.equals(once), `${name} is still being drawn`).toBe(true);
      // the height of a toolbar depends on the fonts of the machine, and so do a few pixels at edges
      expect(once).toMatchSnapshot(`${name}.png`, { threshold: 0.15, maxDiffPixelRatio: 0.02 });
    }).toPass({ timeout: 20_000, intervals: [300] });
  }
};

interface Point {
  x: number;
  y: number;
}

/** Converts places in the square picture in the middle of a pane (0 to 1) to points of the page. */
const pointsOn = async (pane: Locator) => {
  const box = (await pane.locator('canvas').first().boundingBox())!;
  const side = Math.min(box.width, box.height);
  return (x: number, y: number): Point => ({
    x: box.x + box.width / 2 + (x - 0.5) * side,
    y: box.y + box.height / 2 + (y - 0.5) * side,
  });
};

const drag = async (page: Page, from: Point, to: Point) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
};

test('every mode draws the synthetic jaws as in its reference picture', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Образец'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Образцова Анна Павловна');
  await api.createDoneStudy(
    patient,
    'cbct',
    await writeSeries(join(folder, 'КТ'), { slices: 96, side: 128 }),
  );
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  await studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await expectLoaded(page);
  const pane = (name: string) => paneOf(page, name);

  await test.step('four panes', () =>
    expectPictures({
      axial: pane('Аксиальный'),
      coronal: pane('Корональный'),
      sagittal: pane('Сагиттальный'),
    }));

  await test.step('panorama and sections', async () => {
    await page.keyboard.press('Shift+P');
    await expectPictures({
      panorama: pane('Панорама'),
      sections: page.getByRole('group', { name: /^Сечение №\s\d+/ }).first(),
    });
  });

  await test.step('a slice that is turned by ten degrees', async () => {
    await page.keyboard.press('Shift+Q');
    await page.keyboard.press('o');
    for (let degrees = 0; degrees < 10; degrees += 1)
      await page.getByRole('button', { name: 'Повернуть вправо' }).click();
    await expectPictures({ 'levelled-axial': pane('Аксиальный') });
    await page.getByRole('button', { name: 'Сбросить', exact: true }).click();
    await page.keyboard.press('o');
  });

  await test.step('a reslice along a line, and both joints', async () => {
    await page.keyboard.press('y');
    const at = await pointsOn(pane('Аксиальный'));
    await drag(page, at(0.15, 0.5), at(0.85, 0.55));
    await expectPictures({ reslice: pane('Срез по линии').last() });
    await page.keyboard.press('h');
    for (const [x, y] of [
      [0.14, 0.68],
      [0.86, 0.68],
    ] as const) {
      const point = (await pointsOn(pane('Аксиальный')))(x, y);
      await page.mouse.click(point.x, point.y);
    }
    await expectPictures({
      'joint-right': pane('Правый сустав, сагиттально: центр'),
      'joint-left': pane('Левый сустав, коронально: центр'),
    });
  });

  await test.step('cephalograms', async () => {
    await page.keyboard.press('u');
    await expectPictures({ 'cephalogram-lateral': pane('Боковая ТРГ') });
    await page.getByRole('button', { name: 'Проекция: Боковая' }).click();
    await page.getByRole('menuitemradio', { name: 'Прямая' }).click();
    await expectPictures({ 'cephalogram-frontal': pane('Прямая ТРГ') });
    await page.keyboard.press('u');
  });

  await test.step('the volume', async () => {
    await page.getByRole('button', { name: /^Четвёртый вид/ }).click();
    await page.getByRole('menuitemradio', { name: 'Объём' }).click();
    await expectPictures({ volume: pane('Объём') });
  });
});
