import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { BALLS_APART_MM, writeBalls } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { expectLoaded, paneOf, whiteSpots } from '../pages/viewer.ts';

/** The two balls in an axial slice; the one on the patient's right comes first. */
const ballsIn = (page: Page) => whiteSpots(paneOf(page, 'Аксиальный').locator('canvas'));

/** The first number of a text such as «длина 20,0 мм». */
const numberIn = (text: string | null) => Number(/-?\d+(?:,\d+)?/.exec(text ?? '')?.[0].replace(',', '.'));

const expectMm = (text: string | null, mm: number, within: number) =>
  expect(Math.abs(numberIn(text) - mm), text ?? '').toBeLessThanOrEqual(within);

const cutAlongLine = async (page: Page) => {
  await page.keyboard.press('y');
  await expect(page.getByText('Проведите линию на любом срезе')).toBeVisible();
  const [one, other] = await ballsIn(page);
  await page.mouse.move(one!.x, one!.y);
  await page.mouse.down();
  await page.mouse.move(other!.x, other!.y, { steps: 5 });
  await page.mouse.up();
  const bar = page.getByRole('group', { name: 'Срез по линии' }).first();
  await expect(bar).toContainText(/Длина линии \d/);
  expectMm(await bar.textContent(), BALLS_APART_MM, 0.3);
  // half of each ball lies on the line, and the whole height of the volume is shown
  await expect.poll(() => whiteSpots(paneOf(page, 'Срез по линии').last().locator('canvas'))).toHaveLength(2);
};

const compareJoints = async (page: Page) => {
  await page.keyboard.press('h');
  await expect(page.getByText('1 из 2')).toBeVisible();
  const [one, other] = await ballsIn(page);
  await page.mouse.click(other!.x, other!.y);
  await expect(page.getByText('2 из 2')).toBeVisible();
  await page.mouse.click(one!.x, one!.y);
  // a ball has no long axis, so the usual one stays
  await expect(page.getByText('правая 20°, левая 20°')).toBeVisible();
  const centre = (side: string, name: string) => paneOf(page, `${side} сустав, ${name}: центр`);
  for (const side of ['Правый', 'Левый'])
    for (const name of ['сагиттально', 'коронально'])
      await expect(centre(side, name).locator('canvas[data-drawn]')).toBeVisible();
  await expect(page.getByText('Сохранено')).toBeVisible();
  await checkScreen(page, 'joints', 'dark');
};

const measureCephalogram = async (page: Page) => {
  await page.keyboard.press('u');
  await expect(page.getByText('S: центр турецкого седла')).toBeVisible();
  await page.getByRole('button', { name: 'Проекция: Боковая' }).click();
  await page.getByRole('menuitemradio', { name: 'Прямая' }).click();
  const pane = paneOf(page, 'Прямая ТРГ');
  await expect(pane.locator('canvas[data-drawn]')).toBeVisible();
  const [right, left] = await whiteSpots(pane.locator('canvas'));
  for (const [name, at] of [
    ['JR, ', right!],
    ['JL, ', left!],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.mouse.click(at.x, at.y);
  }
  const row = page
    .getByRole('row', { name: /^JR–JL/ })
    .getByRole('cell')
    .nth(1);
  await expect(row).toHaveText(/мм/);
  expectMm(await row.textContent(), BALLS_APART_MM, 0.3);
  await page.getByRole('button', { name: 'Увеличение, как на плёнке' }).click();
  await page.getByRole('menuitemradio', { name: 'Увеличение 10 %' }).click();
  await expect.poll(async () => numberIn(await row.textContent())).toBeGreaterThan(21.6);
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Таблица CSV' }).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/прямая ТРГ\.csv$/);
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF для печати' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/\.pdf$/);
  await checkScreen(page, 'cephalogram', 'dark');
};

const measureVolumes = async (page: Page) => {
  await page.keyboard.press('u');
  await expect(paneOf(page, 'Корональный')).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByText('Щёлкните внутри полости')).toBeVisible();
  const [one, other] = await ballsIn(page);
  await page.mouse.click(one!.x, one!.y);
  const panel = page.getByRole('group', { name: 'Объём полости', exact: true });
  await expect(panel).toContainText(/\d мм³/);
  expectMm(await panel.getByRole('status').textContent(), (4 / 3) * Math.PI * 1.5 ** 3, 1);
  await expect(page.locator('[data-region] path').first()).toBeAttached();
  await panel.getByRole('button', { name: 'Другая точка' }).click();
  await page.mouse.click((one!.x + other!.x) / 2, one!.y);
  await expect(panel).toContainText('Полость не замкнута');
  await expect(panel.getByRole('status')).not.toContainText('см³');
  await expect(page.getByText('Сохранено')).toBeVisible();
};

const reopen = async (page: Page, open: Locator) => {
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await open.click();
  await expectLoaded(page);
  await page.getByRole('button', { name: 'Срез по линии' }).click();
  const bar = page.getByRole('group', { name: 'Срез по линии' }).first();
  await expect(bar).toContainText(/Длина линии \d/);
  await bar.getByRole('button', { name: 'Провести заново' }).click();
  await page.keyboard.press('Escape');
  await expect(bar).toContainText(/Длина линии \d/);
  await page.keyboard.press('h');
  await expect(page.getByText('правая 20°, левая 20°')).toBeVisible();
};

test('a doctor cuts along a line, compares joints, measures a cephalogram and a volume, and finds it all again', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Режим'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Осева Мария Львовна');
  await api.createDoneStudy(patient, 'cbct', await writeBalls(join(folder, 'КТ')));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const open = studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' });
  await open.click();
  await expectLoaded(page);
  await test.step('a cut along a line from ball to ball has the true length', () => cutAlongLine(page));
  await test.step('both joints are shown along their own axes', () => compareJoints(page));
  await test.step('the distance of two landmarks on a frontal cephalogram is true, or magnified as on a film', () =>
    measureCephalogram(page));
  await test.step('a ball has its volume, and a region that leaks has none', () => measureVolumes(page));
  await test.step('all settings are there after reopening, and can be undone', () => reopen(page, open));
});
