import type { Locator, Page } from '@playwright/test';
import { checkScreen } from '../pages/screen-checks.ts';
import { expect } from '../pages/test.ts';
import { download, drag, viewerOf } from '../pages/viewer.ts';

export const openXRay = async (page: Page, card: Page | Locator = page) => {
  await card.getByRole('button', { name: 'Открыть снимок крупно' }).click();
  await page.getByRole('button', { name: 'Открыть в просмотрщике' }).click();
  const pane = viewerOf(page)
    .getByRole('group')
    .filter({ has: page.locator('canvas') });
  await expect(pane.locator('canvas[data-drawn]')).toBeVisible();
  return pane;
};

/** The value in a row of the cephalometric analysis. */
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

const chooseAnalysis = async (page: Page, title: string) => {
  await page.getByRole('button', { name: /^Анализ:/ }).click();
  await page.getByRole('menuitemradio', { name: title }).click();
};

/** Chooses the analysis of an author. It names its missing landmarks and has norms of its own. */
export const readSteiner = async (page: Page) => {
  await chooseAnalysis(page, 'Штейнер');
  const panel = page.getByRole('region', { name: 'Анализ ТРГ' });
  await expect(panel).toContainText(
    'Для этого анализа не хватает точек: B, Pog, Gn, Go, U1, U1A, L1, L1A, OcM, CdP, D',
  );
  const SNA = panel.getByRole('row', { name: /^SNA/ });
  await expect(SNA).toContainText('82,0°Steiner, 1953');
  await expect(SNA).toContainText('+8,0');
  await panel.getByText(/^Нормы: /).click();
  await panel.getByLabel('Возраст для норм, полных лет').fill('9');
  await chooseAnalysis(page, 'Риккетс');
  await expect(panel.getByRole('row', { name: /^FH–NPog/ })).toContainText('87,0 ± 3,0°');
  await panel.getByLabel('Возраст для норм, полных лет').fill('40');
  await expect(panel.getByRole('row', { name: /^FH–NPog/ })).toContainText('есть только: 9–18 лет');
  await chooseAnalysis(page, 'Основные показатели');
};

/** Superimposes the tracing of the patient's other study on an opened X-ray. */
export const superimposeOtherDate = async (page: Page) => {
  await page.keyboard.press('u');
  await page.getByRole('button', { name: /^Проекция/ }).click();
  await page.getByRole('menuitemradio', { name: 'Боковая' }).click();
  await page.getByRole('button', { name: 'S, центр' }).click();
  await page.mouse.click(420, 320);
  await page.getByRole('button', { name: 'N, передняя' }).click();
  await page.mouse.click(640, 340);
  await page.getByRole('button', { name: 'Наложить другую дату' }).click();
  const dialog = page.getByRole('dialog', { name: 'Наложить другую дату' });
  await dialog.getByRole('button', { name: /^Рентген/ }).click();
  await expect(dialog).toBeHidden();
  const panel = page.getByRole('region', { name: 'Анализ ТРГ' });
  await expect(panel).toContainText('Наложено по S–N');
  // S, N and A of the other date
  await expect(page.locator('[data-other-tracing] circle')).toHaveCount(3);
  await expect(analysed(page, 'S–N')).toContainText('другая дата: 20,0 мм');
  await panel.getByRole('button', { name: 'Убрать наложение' }).click();
  await expect(page.locator('[data-other-tracing]')).toHaveCount(0);
};
