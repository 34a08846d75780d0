import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writeBalls } from '../portal/files.ts';
import { checkScreen, SCREENSHOTS, takesScreenshots } from '../pages/screen-checks.ts';
import { dragTouches, holdTouch } from './touch.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { brightnessOf, expectLoaded, paneOf, whiteSpots } from '../pages/viewer.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const loseGraphics = async (page: Page) => {
  await page.getByRole('tab', { name: 'Объём' }).tap();
  const volume = paneOf(page, 'Объём');
  const drawn = volume.locator('canvas[data-drawn]');
  await expect(drawn).toBeVisible();
  await expect.poll(() => brightnessOf(drawn)).toBeGreaterThan(0.5);
  const loss = await drawn.evaluateHandle((shown: HTMLCanvasElement) =>
    shown.getContext('webgl2')!.getExtension('WEBGL_lose_context')!,
  );
  await loss.evaluate((graphics) => graphics.loseContext());
  await expect(volume.getByLabel('загрузка...')).toBeVisible();
  await expect(drawn).toHaveCount(0);
  await loss.evaluate((graphics) => graphics.restoreContext());
  await expect(drawn).toBeVisible();
  await expect.poll(() => brightnessOf(drawn)).toBeGreaterThan(0.5);
};

/** Opens the layouts from the header. On a phone its other buttons are in rows that one button shows. */
const openLayouts = async (page: Page) => {
  const layouts = page.getByRole('button', { name: 'Раскладки' });
  if (!(await layouts.isVisible())) await page.getByRole('button', { name: 'Другие кнопки' }).tap();
  await layouts.tap();
};

const chooseLayout = async (page: Page, name: string) => {
  await openLayouts(page);
  await page.getByRole('dialog', { name: 'Раскладки' }).getByRole('button', { name, exact: true }).tap();
  await page.getByRole('button', { name: 'Свернуть' }).tap();
  await expect(page.getByRole('button', { name: 'Другие кнопки' })).toBeVisible();
};

/** Expects that all buttons are large enough for a finger. */
const expectTouchable = async (buttons: Locator) => {
  expect(await buttons.count()).toBeGreaterThan(1);
  const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
  for (const box of boxes) {
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
};

const readGrid = async (page: Page) => {
  await chooseLayout(page, 'Сетка срезов');
  const options = page.getByRole('group', { name: 'Сетка' });
  await expectTouchable(options.getByRole('button'));
  const cells = page.getByRole('group', { name: /^Аксиальный \d+$/ });
  await expect(cells).toHaveCount(6);
  const [first, second, third] = await Promise.all([0, 1, 2].map((at) => cells.nth(at).boundingBox()));
  expect([second!.y, third!.x]).toEqual([first!.y, first!.x]);
  await options.getByRole('button', { name: /^Через/ }).tap();
  await page.getByRole('menuitemradio', { name: '0,5 мм' }).tap();
  await expect(options).toContainText('11–16 из 24');
  const up = { from: { x: 120, y: 560 }, to: { x: 124, y: 480 } };
  await dragTouches(page, up);
  await expect(options).toContainText('5–10 из 24');
  await dragTouches(page, { from: up.to, to: up.from });
  await expect(options).toContainText('11–16 из 24');
  await options.getByRole('button', { name: 'Предыдущие срезы' }).tap();
  await expect(options).toContainText('17–22 из 24');
  await options.getByRole('button', { name: /^Срезов/ }).tap();
  await page.getByRole('menuitemradio', { name: '1 × 2' }).tap();
  await expect(cells).toHaveCount(2);
};

const useLayouts = async (page: Page) => {
  await openLayouts(page);
  const layouts = page.getByRole('dialog', { name: 'Раскладки' });
  await layouts.getByLabel('Название').fill('Два среза');
  await layouts.getByRole('button', { name: 'Сохранить раскладку' }).tap();
  await expect(layouts.getByRole('button', { name: 'Два среза', exact: true })).toBeVisible();
  await expectTouchable(layouts.getByRole('button'));
  await layouts.getByRole('button', { name: 'Панорама и сечения' }).tap();
  await expect(layouts).toBeHidden();
  await expect(page.getByRole('tab')).toHaveText(['Панорама', 'Сечения', 'Аксиальный']);
  await page.getByRole('tab', { name: 'Аксиальный' }).tap();
  await expect(paneOf(page, 'Аксиальный').locator('canvas[data-drawn]')).toBeVisible();
  await chooseLayout(page, 'Два среза');
  await expect(page.getByRole('group', { name: /^Аксиальный \d+$/ })).toHaveCount(2);
};

const turnPhone = async (page: Page) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole('button', { name: 'Сетка срезов' }).tap();
  await page.getByRole('button', { name: /^Срезов/ }).tap();
  await page.getByRole('menuitemradio', { name: '4 × 2' }).tap();
  await expect(page.getByRole('group', { name: /^Аксиальный \d+$/ })).toHaveCount(8);
  if (takesScreenshots) await page.screenshot({ path: join(SCREENSHOTS, 'viewer-phone-on-its-side.png') });
  const close = page.getByRole('button', { name: 'Закрыть' });
  await expect(close).toBeInViewport({ ratio: 1 });
  await close.tap();
  await expect(close).toBeHidden();
};

/** The height of the window minus that of the pane. */
const barsHeight = async (page: Page) => {
  const pane = (await page.locator('canvas[data-drawn]').first().boundingBox())!;
  return page.viewportSize()!.height - pane.height;
};

/** Uses toolbar and header in portrait and landscape; all tools are inside the window. */
const touchTools = async (page: Page) => {
  const toolbar = page.getByRole('toolbar', { name: 'Инструменты' });
  const tools = toolbar.getByRole('button');
  for (const [name, viewport] of Object.entries({
    upright: { width: 390, height: 844 },
    side: { width: 844, height: 390 },
  })) {
    await page.setViewportSize(viewport);
    await expectTouchable(tools);
    await expectTouchable(page.getByRole('banner').getByRole('button'));
    await expect(tools.first()).toBeInViewport({ ratio: 1 });
    if (takesScreenshots)
      await page.screenshot({ path: join(SCREENSHOTS, `viewer-phone-tools-${name}.png`) });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await barsHeight(page)).toBeLessThanOrEqual(844 / 4);
  await toolbar.getByRole('button', { name: 'Другие инструменты' }).tap();
  await expectTouchable(tools);
  for (const tool of await tools.all()) await expect(tool).toBeInViewport({ ratio: 1 });
  await toolbar.getByRole('button', { name: 'Длина' }).tap();
  await expect(page.getByText('Потяните от точки до точки или щёлкните обе')).toBeVisible();
  expect(await barsHeight(page)).toBeLessThanOrEqual(844 / 4);
  await toolbar.getByRole('button', { name: 'Листать срезы' }).tap();
};

const chooseLayouts = async (page: Page) => {
  await test.step('the grid has two columns, its step changes, and a swipe turns the page', () =>
    readGrid(page));
  await test.step('a saved layout is chosen, and one of several panes shows them one at a time', () =>
    useLayouts(page));
  await checkScreen(page, 'viewer-phone-grid', 'dark');
  await test.step('on its side the phone shows two rows, and the viewer can be closed', () =>
    turnPhone(page));
};

test('touch gestures scroll, zoom and pan a scan, layouts are chosen, and it is drawn again after a lost graphics context', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника в кармане'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Пальцева Анна Ильинична');
  await api.createDoneStudy(patient, 'cbct', await writeBalls(join(folder, 'КТ')));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  await studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).tap();
  await expect(page.getByRole('tab').first()).toHaveText('Панорама');
  await page.getByRole('tab', { name: 'Аксиальный' }).tap();
  await expectLoaded(page);
  const slice = paneOf(page, 'Аксиальный');
  const canvas = slice.locator('canvas');
  const spots = async () => {
    const [left, right] = await whiteSpots(canvas);
    return { left: left!, right: right!, apart: right!.x - left!.x };
  };

  await test.step('the tools are as large as a finger needs', () => touchTools(page));

  await test.step('one finger scrolls', async () => {
    await expect(slice).toContainText('13 из 24');
    await dragTouches(page, { from: { x: 120, y: 400 }, to: { x: 120, y: 460 } });
    await expect(slice).not.toContainText('13 из 24');
    await dragTouches(page, { from: { x: 120, y: 460 }, to: { x: 120, y: 400 } });
    await expect(slice).toContainText('13 из 24');
  });

  await test.step('a finger that rests shows the density below it, and draws nothing', async () => {
    const { left } = await spots();
    const density = slice.getByText(/^\d[\d\s]* \(/);
    await holdTouch(page, left, () => expect(density).toBeVisible());
    await expect(density).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Разметка: 0', includeHidden: true })).toBeAttached();
    await expect(slice).toContainText('13 из 24');
  });

  await test.step('pinching zooms around the centre of both fingers', async () => {
    const before = await spots();
    const y = before.left.y;
    const middle = (before.left.x + before.right.x) / 2;
    await dragTouches(
      page,
      { from: { x: middle - 40, y }, to: { x: middle - 60, y } },
      { from: { x: middle + 40, y }, to: { x: middle + 60, y } },
    );
    await expect.poll(async () => (await spots()).apart / before.apart).toBeCloseTo(1.5, 1);
    await expect(slice).toContainText('13 из 24');
  });

  await test.step('two fingers pan', async () => {
    const before = await spots();
    await dragTouches(
      page,
      { from: { x: 150, y: 400 }, to: { x: 170, y: 470 } },
      { from: { x: 230, y: 400 }, to: { x: 250, y: 470 } },
    );
    await expect.poll(async () => Math.round((await spots()).left.x - before.left.x)).toBeCloseTo(20, -1);
    expect(Math.abs((await spots()).left.y - before.left.y - 70)).toBeLessThan(4);
    expect((await spots()).apart).toBeCloseTo(before.apart, 0);
  });

  await test.step('a slice is drawn again after a lost 2D context', async () => {
    const before = await spots();
    await canvas.evaluate((drawn: HTMLCanvasElement) => {
      drawn.getContext('2d')!.reset();
      drawn.dispatchEvent(new Event('contextrestored'));
    });
    await expect.poll(spots).toEqual(before);
  });

  await test.step('the volume is drawn again after a lost WebGL context, with a loading message meanwhile', () =>
    loseGraphics(page));

  await chooseLayouts(page);
});
