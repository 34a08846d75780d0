import { expect, type Locator, type Page } from '@playwright/test';

// What people see and do in the online viewer.

export const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Онлайн-просмотр' });
export const paneOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** All slices have come, and are on the screen. */
export const loaded = async (page: Page) => {
  await expect(paneOf(page, 'Аксиальный').locator('canvas[data-drawn]')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Загрузка полного объёма' })).toHaveCount(0);
};

/** The middles of what is white in the left and the right half of a pane, on the screen; waits until both have some. */
export const whiteSpots = async (canvas: Locator) => {
  let spots: { x: number; y: number }[] = [];
  const look = async () => {
    spots = await findWhite(canvas);
    return spots.every(({ x }) => Number.isFinite(x));
  };
  await expect.poll(look, { message: 'white in both halves' }).toBe(true);
  return spots;
};

const findWhite = (canvas: Locator) =>
  canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { width, height } = drawn;
    const { data } = drawn.getContext('2d')!.getImageData(0, 0, width, height);
    const box = drawn.getBoundingClientRect();
    return [0, 1].map((half) => {
      let [x, y, count] = [0, 0, 0];
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

/** How bright it is on the screen, 0 to 255 on average; of whatever is drawn there, by whatever means. */
export const brightnessOf = async (part: Locator): Promise<number> => {
  const png = await part.screenshot();
  return part.page().evaluate(
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
