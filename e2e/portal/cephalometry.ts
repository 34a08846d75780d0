import type { Page } from '@playwright/test';
import { checkScreen } from './screen-checks.ts';
import { expect } from './test.ts';
import { download, drag, viewerOf } from './viewer.ts';

export const openXRay = async (page: Page) => {
  await page.getByRole('button', { name: 'Открыть снимок крупно' }).click();
  await page.getByRole('button', { name: 'Открыть в просмотрщике' }).click();
  const pane = viewerOf(page)
    .getByRole('group')
    .filter({ has: page.locator('canvas') });
  await expect(pane.locator('canvas[data-drawn]')).toBeVisible();
  return pane;
};

/** The value of a row of the cephalometric analysis. */
const analysed = (page: Page, name: string) =>
  page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('cell')
    .nth(1);

/** Opens the lateral analysis and sets S, N and A so that SNA is a right angle. */
export const placeLandmarks = async (page: Page) => {
  await page.keyboard.press('u');
  const bar = page.getByRole('group', { name: 'Цефалометрия' });
  await bar.getByRole('button', { name: /^Проекция/ }).click();
  await page.getByRole('menuitemradio', { name: 'Боковая' }).click();
  await expect(bar).toContainText('S: центр турецкого седла');
  await page.mouse.click(400, 300);
  await expect(bar).toContainText('N: передняя точка лобно-носового шва');
  await page.mouse.click(650, 330);
  await drag(page, { x: 650, y: 330 }, { x: 600, y: 300 });
  await page.getByRole('button', { name: 'A, самая глубокая точка' }).click();
  await page.mouse.click(600, 450);
  await expect(analysed(page, 'SNA')).toContainText('90,0°');
  await expect(analysed(page, 'S–N')).toHaveText('нужна калибровка');
  // a step to the right makes the angle larger
  await page.keyboard.press('Shift+ArrowRight');
  await expect(analysed(page, 'SNA')).not.toContainText('90,0°');
  await page.keyboard.press('Control+z');
  await expect(analysed(page, 'SNA')).toContainText('90,0°');
  await page.keyboard.press('Backspace');
  await expect(analysed(page, 'SNA')).toHaveText('—');
  await page.keyboard.press('Control+z');
  await expect(analysed(page, 'SNA')).toContainText('90,0°');
};

export const expectReopened = async (page: Page) => {
  await expect(page.getByText('Сохранено')).toBeVisible();
  await page.reload();
  await openXRay(page);
  await page.getByRole('button', { name: 'Цефалометрия' }).click();
  await expect(analysed(page, 'SNA')).toContainText('90,0°');
  await expect(analysed(page, 'S–N')).toHaveText('20,0 мм');
  const table = await download(page, 'Таблица CSV');
  expect(table.toString()).toMatch(/"SNA";"положение верхней челюсти";"90,0";"°"/);
  expect((await download(page, 'PDF для печати')).subarray(0, 5).toString()).toBe('%PDF-');
  await checkScreen(page, 'cephalometry', 'dark');
};
