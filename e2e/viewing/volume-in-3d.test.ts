import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writeBalls } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { expectLoaded, paneOf } from '../pages/viewer.ts';

/** The mean colour of a few pixels about a point of the canvas, without overlays. */
const colorAt = (canvas: Locator, point: { x: number; y: number }): Promise<number[]> =>
  canvas.evaluate((drawn: HTMLCanvasElement, { x, y }) => {
    const copy = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d')!;
    copy.drawImage(drawn, 0, 0);
    const box = drawn.getBoundingClientRect();
    const scale = drawn.width / box.width;
    const left = Math.round((x - box.x) * scale) - 1;
    const top = Math.round((y - box.y) * scale) - 1;
    const { data } = copy.getImageData(left, top, 3, 3);
    return [0, 1, 2].map(
      (part) => data.filter((_, at) => at % 4 === part).reduce((sum, one) => sum + one, 0) / 9,
    );
  }, point);

/** Classifies a colour: black, the turquoise of implants, or another colour, which is tissue. */
const kindOf = ([red, green, blue]: number[]) => {
  if (Math.max(red!, green!, blue!) < 12) return 'nothing';
  return green! > red! * 1.25 && green! > blue! ? 'implant' : 'tissue';
};

/** The middle between the handles of the selected implant, in page coordinates. */
const implantOf = async (volume: Locator) => {
  const boxes = await Promise.all(
    ['head', 'apex'].map((end) => volume.locator(`[data-handle="${end}"]`).boundingBox()),
  );
  const [head, apex] = boxes.map((box) => ({ x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }));
  return { head: head!, apex: apex!, middle: { x: (head!.x + apex!.x) / 2, y: (head!.y + apex!.y) / 2 } };
};

/** Drags to the right. */
const dragBy = async (page: Page, { x, y }: { x: number; y: number }, px: number) => {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + px, y, { steps: 4 });
  await page.mouse.up();
};

const showVolume = async (page: Page) => {
  await page.getByRole('button', { name: /^Четвёртый вид/ }).click();
  await page.getByRole('menuitemradio', { name: 'Объём' }).click();
};

const moveAndTurn = async (page: Page, volume: Locator) => {
  const before = await implantOf(volume);
  await dragBy(page, before.middle, 30);
  const moved = await implantOf(volume);
  expect(moved.head.x - before.head.x).toBeCloseTo(30, 0);
  expect(moved.apex.x - before.apex.x).toBeCloseTo(30, 0);
  await dragBy(page, moved.head, 20);
  const turned = await implantOf(volume);
  expect(turned.apex.x).toBeCloseTo(moved.apex.x, 0);
  expect(turned.head.x).toBeGreaterThan(moved.head.x + 10);
};

const restoreDirection = async (page: Page, volume: Locator) => {
  const top = volume.locator('[data-side="top"]');
  const keyImages = page.getByRole('button', { name: 'Ключевые снимки: 1' });
  const keyImage = page.locator('li').getByRole('button', { name: /^Объём/ });
  await volume.hover();
  await page.keyboard.press('Shift+K');
  await expect(keyImage).toBeVisible();
  await keyImages.click();
  await expect(keyImage).toBeHidden();
  await page.keyboard.press('Shift+4');
  await expect(top).toHaveText('Зад');
  await keyImages.click();
  await keyImage.click();
  await expect(top).toHaveText('Верх');
};

const loseContext = async (canvas: Locator, isLoading: Locator) => {
  const loss = await canvas.evaluateHandle((shown: HTMLCanvasElement) =>
    shown.getContext('webgl2')!.getExtension('WEBGL_lose_context')!,
  );
  await loss.evaluate((graphics) => graphics.loseContext());
  await expect(isLoading).toBeVisible();
  await loss.evaluate((graphics) => graphics.restoreContext());
};

/** Loses the context for good: the browser does not restore a context that a page has given up. */
const loseForGood = (canvas: Locator) =>
  canvas.evaluate((shown: HTMLCanvasElement) =>
    shown.getContext('webgl2')!.getExtension('WEBGL_lose_context')!.loseContext(),
  );

const hideWebGL2 = (page: Page) =>
  page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      options?: unknown,
    ) {
      return kind === 'webgl2' ? null : getContext.call(this, kind as '2d', options as object);
    } as typeof getContext;
  });

test('an implant is drawn at its place in the volume: behind tissue, clipped, moved, and after a lost context', async ({
  page,
  newBrowserPage,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Объём'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Объёмова Вера Ильинична');
  await api.createDoneStudy(patient, 'cbct', await writeBalls(join(folder, 'КТ')));
  const openViewer = async (screen: Page) => {
    await signIn(screen, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
    await studyCard(screen).getByRole('button', { name: 'Онлайн-просмотр' }).click();
    await expectLoaded(screen);
  };
  await openViewer(page);
  await showVolume(page);
  const volume = paneOf(page, 'Объём');
  const canvas = volume.locator('canvas[data-drawn]');
  const slice = (await paneOf(page, 'Корональный').boundingBox())!;
  const seenAt = async (point: 'head' | 'apex' | 'middle') =>
    kindOf(await colorAt(canvas, (await implantOf(volume))[point]));

  await test.step('an implant set in a slice has its colour at its place in the volume', async () => {
    await page.keyboard.press('i');
    await page.mouse.click(slice.x + slice.width / 2, slice.y + slice.height / 2 - 20);
    await page.keyboard.press('c');
    await page.keyboard.press('Shift+1');
    await page.getByRole('button', { name: /^План/ }).click();
    await page.getByRole('button', { name: /^1\. / }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => seenAt('middle')).toBe('implant');
  });

  await test.step('opaque tissue hides the implant, and translucent tissue does not', async () => {
    await page.keyboard.press('Shift+W');
    await expect.poll(() => seenAt('middle')).toBe('tissue');
    await page.keyboard.press('Shift+V');
    await volume.getByRole('slider', { name: 'Непрозрачность' }).fill('0.05');
    await expect.poll(() => seenAt('middle')).toBe('implant');
    await page.keyboard.press('Shift+B');
    await expect.poll(() => seenAt('middle')).toBe('implant');
  });

  await test.step('the implant disappears with the part of the volume that the cropping box removes', async () => {
    await volume.getByRole('slider', { name: 'Спереди' }).fill('0.98');
    await expect.poll(() => seenAt('middle')).toBe('nothing');
    await page.keyboard.press('Shift+R');
    await page.keyboard.press('Shift+1');
    await expect.poll(() => seenAt('middle')).toBe('implant');
    await page.keyboard.press('Shift+V');
  });

  await test.step('the implant is moved in the plane of the view, and turned about its apex', () =>
    moveAndTurn(page, volume));

  await test.step('a lost graphics context is restored with the implant', async () => {
    await loseContext(canvas, volume.getByLabel('загрузка...'));
    await expect.poll(() => seenAt('middle')).toBe('implant');
    await expect(page.getByRole('button', { name: 'Разметка: 1' })).toBeVisible();
    await loseForGood(canvas);
    await volume.getByRole('button', { name: 'Показать снова' }).click();
    await expect.poll(() => seenAt('middle')).toBe('implant');
  });

  await test.step('a key image restores the direction of the view', () => restoreDirection(page, volume));

  await page.keyboard.press('Shift+V');
  await checkScreen(page, 'viewer-volume', 'dark');

  await test.step('without WebGL 2 the view explains itself, and slices work', async () => {
    const other = await newBrowserPage();
    await hideWebGL2(other);
    await openViewer(other);
    await showVolume(other);
    await expect(paneOf(other, 'Объём')).toContainText('нужна поддержка WebGL 2');
    await expect(paneOf(other, 'Корональный').locator('canvas[data-drawn]')).toBeVisible();
  });
});
