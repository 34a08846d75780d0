import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

// Elements and measurements of the online viewer.

export const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
};

/** The file that a button saves. */
export const download = async (page: Page, name: string) => {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFileSync(await saved.path());
};

export const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Онлайн-просмотр' });
export const paneOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** Waits until all slices are loaded and one is drawn. */
export const expectLoaded = async (page: Page) => {
  await expect(paneOf(page, 'Аксиальный').locator('canvas[data-drawn]')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Загрузка полного объёма' })).toHaveCount(0);
};

interface ViewedStudy {
  series: { levels?: { halfBytes?: number; sizeBytes: number }[] }[];
}

/**
 * Makes a small volume load like a large one: half the resolution of every other slice, then the rest. Returns a function that
 * lets the rest be sent.
 */
export const holdFullResolution = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  // the study comes with the session, or in a request of its own if its rendition was not ready then
  await page.route(/remote-session\?|viewer\/study/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as ViewedStudy & { study?: ViewedStudy };
    for (const level of (json.study ?? json).series.flatMap(({ levels = [] }) => levels))
      if (level.halfBytes !== undefined) level.sizeBytes = 1e9;
    await route.fulfill({ response, json });
  });
  await page.route(/frames\?.*(every=2$|part=rest)/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

/** The centroids, in page coordinates, of the white pixels in the left and right half of a pane; waits until both exist. */
export const whiteSpots = async (canvas: Locator) => {
  let spots: { x: number; y: number }[] = [];
  const areFound = async () => {
    spots = await findWhite(canvas);
    return spots.every(({ x }) => Number.isFinite(x));
  };
  await expect.poll(areFound, { message: 'white in both halves' }).toBe(true);
  return spots;
};

const findWhite = (canvas: Locator) =>
  canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { width, height } = drawn;
    const { data } = drawn.getContext('2d')!.getImageData(0, 0, width, height);
    const box = drawn.getBoundingClientRect();
    return [0, 1].map((half) => {
      let x = 0;
      let y = 0;
      let count = 0;
      for (let at = 0; at < width * height; at++) {
        const column = at % width;
        if (data[at * 4]! < 250 || (column >= width / 2 ? 1 : 0) !== half) continue;
        x += column;
        y += Math.floor(at / width);
        count++;
      }
      const scale = box.width / width;
      return { x: box.x + (x / count + 0.5) * scale, y: box.y + (y / count + 0.5) * scale };
    });
  });

/** The mean red value, 0 to 255, of a screenshot of the element. A screenshot works for 2D and WebGL canvases. */
export const brightnessOf = async (element: Locator): Promise<number> => {
  const png = await element.screenshot();
  return element.page().evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let sum = 0;
      for (let at = 0; at < data.length; at += 4) sum += data[at]!;
      return sum / (data.length / 4);
    },
    [...png],
  );
};

/** The fraction of a pane's pixels with the colour of the hatching over slices that were not measured. */
export const hatchedPart = (canvas: Locator): Promise<number> =>
  canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { data } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height);
    let amber = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! - data[at + 2]! > 100) amber += 1;
    return amber / (data.length / 4);
  });
