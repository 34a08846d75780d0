import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { expectLoaded, paneOf } from '../pages/viewer.ts';

type Point = [x: number, y: number];

const sectionsIn = (page: Page, pane: string) =>
  paneOf(page, pane).locator('[data-section]').allTextContents();

/** The handles of the arch, in pixels of the axial pane. */
const handlesIn = (page: Page): Promise<Point[]> =>
  paneOf(page, 'Аксиальный')
    .locator('circle')
    .evaluateAll((circles) =>
      circles.map((circle): Point => [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))]),
    );

const drag = async (page: Page, [x, y]: Point, [byX, byY]: Point) => {
  const box = (await paneOf(page, 'Аксиальный').boundingBox())!;
  await page.mouse.move(box.x + x, box.y + y);
  await page.mouse.down();
  await page.mouse.move(box.x + x + byX, box.y + y + byY, { steps: 5 });
  await page.mouse.up();
};

const expectNear = async (page: Page, expected: Point[]) => {
  await expect
    .poll(async () => {
      const found = await handlesIn(page);
      return found.length === expected.length
        ? Math.max(...found.map(([x, y], at) => Math.hypot(x - expected[at]![0], y - expected[at]![1])))
        : Infinity;
    })
    .toBeLessThan(2);
};

interface Opened {
  page: Page;
  /** the button on the card that opens the viewer */
  open: Locator;
  /** what is shown while the arch is edited, and its buttons */
  arch: Locator;
  jaw: (name: string) => Locator;
  introduction: Locator;
}

const showIntroduction = async ({ page, open, introduction }: Opened) => {
  await page.evaluate(() => localStorage.removeItem('viewer_introduced'));
  await open.click();
  await expectLoaded(page);
  await introduction.getByRole('button', { name: 'Пропустить' }).click();
  await expect(introduction).toHaveCount(0);
  await page.keyboard.press('Shift+Slash');
  await page.getByRole('button', { name: 'Показать знакомство' }).click();
  for (let step = 1; step < 5; step += 1) {
    await expect(introduction).toContainText(`${step} из 5`);
    await introduction.getByRole('button', { name: 'Дальше' }).click();
  }
  await introduction.getByRole('button', { name: 'Понятно' }).click();
  await expect(introduction).toHaveCount(0);
};

const moveArch = async ({ page, arch }: Opened) => {
  await page.keyboard.press('e');
  await expect(arch).toBeVisible();
  const before = await handlesIn(page);
  const [[x, y], [nextX, nextY]] = before as [Point, Point];
  await drag(page, [(x + nextX) / 2, (y + nextY) / 2], [20, -15]);
  const moved = before.map(([fromX, fromY]): Point => [fromX + 20, fromY - 15]);
  await expectNear(page, moved);
  await page.keyboard.press('Control+z');
  await expectNear(page, before);
  await page.keyboard.press('Control+Shift+z');
  await expectNear(page, moved);
};

const keepArchOfJaw = async ({ page, open, jaw, introduction }: Opened) => {
  const common = await handlesIn(page);
  await jaw('Верхняя').click();
  const saved = page.waitForResponse(
    (reply) => reply.url().endsWith('/viewer/marks') && reply.request().method() === 'PUT',
  );
  await drag(page, common[Math.floor(common.length / 2)]!, [0, 30]);
  await expect(page.getByText('верхняя челюсть · слой')).toBeVisible();
  const ofUpperJaw = await handlesIn(page);
  await jaw('Общая').click();
  await expectNear(page, common);
  expect((await saved).status()).toBe(200);
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await open.click();
  await expectLoaded(page);
  await page.keyboard.press('e');
  await expect(introduction).toHaveCount(0);
  await jaw('Верхняя').click();
  await expectNear(page, ofUpperJaw);
  await jaw('Готово').click();
};

const compareNumbers = async ({ page }: Opened) => {
  await page.getByRole('button', { name: 'Панорама и сечения' }).click();
  await expect(paneOf(page, 'Панорама').locator('canvas[data-drawn]')).toBeVisible();
  await expect.poll(() => sectionsIn(page, 'Аксиальный')).not.toEqual([]);
  const teeth = page.getByRole('group', { name: /^Сечение №\s\d+/ }).getByText(/^зубы?\s≈\s[\d/]+$/);
  await expect(teeth.first()).toBeVisible();
  const cutOff = await teeth.evaluateAll(
    (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
  );
  expect(cutOff).toBe(0);
  const onPanorama = await sectionsIn(page, 'Панорама');
  for (const number of await sectionsIn(page, 'Аксиальный')) {
    expect(number).toMatch(/^№\s\d+$/);
    expect(onPanorama).toContain(number);
  }
};

const changeSettings = async ({ page }: Opened) => {
  await page.getByRole('button', { name: 'Слои и сечения' }).click();
  await page.getByLabel('Слой панорамы').selectOption('5');
  await page.getByLabel('Панорама показывает').selectOption('sharp');
  await page.getByRole('slider', { name: 'Смещение слоя' }).fill('3');
  await expect(paneOf(page, 'Панорама')).toContainText('слой 5,0 мм · 3,0 мм к языку · резче');
  await page.getByLabel('Ширина').selectOption('20');
  await page.getByRole('switch', { name: /Язык слева/ }).click();
  const section = page.getByRole('group', { name: /^Сечение №\s\d+/ }).first();
  await expect(section.locator('[data-side=left]')).toHaveText('Я');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(section.locator('[data-side=left]')).toHaveText('Щ');
};

const playSlices = async ({ page }: Opened) => {
  const slice = paneOf(page, 'Аксиальный');
  const number = await slice.getByText(/\d+ из 64/).textContent();
  await slice.hover();
  await page.keyboard.press('Shift+S');
  await expect(slice.getByText(number!)).toHaveCount(0);
  await slice.getByRole('button', { name: 'Остановить: Аксиальный' }).click();
  await expect(slice.getByRole('button', { name: 'Быстрее' })).toHaveCount(0);
};

const readGrid = async ({ page }: Opened) => {
  await page.getByRole('button', { name: 'Сетка срезов' }).click();
  const cells = page.getByRole('group', { name: /^Аксиальный \d+$/ });
  await expect(cells).toHaveCount(12);
  const names = () => cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
  const before = await names();
  await cells.first().hover();
  await page.mouse.wheel(0, before[0] === 'Аксиальный 64' ? 100 : -100);
  await expect.poll(names).not.toEqual(before);
  await cells.nth(2).click();
  await expect(page.locator('[data-current] > [role=group]')).toHaveAttribute(
    'aria-label',
    (await names())[2]!,
  );
};

const saveLayout = async ({ page, open }: Opened) => {
  await page.getByRole('button', { name: 'Раскладки' }).click();
  await page.getByLabel('Название').fill('Сетка для отчёта');
  await page.getByRole('button', { name: 'Сохранить раскладку' }).click();
  const star = page.getByRole('button', { name: 'Открывать в раскладке «Сетка для отчёта»' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await open.click();
  await expect(page.getByRole('group', { name: 'Сетка' })).toBeVisible();
  await checkScreen(page, 'viewer-grid', 'dark');
};

test('a doctor moves the arch, saves one for a jaw, sets panorama and sections, and reads slices as grid and cine', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Режимов'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Режимова Анна Павловна');
  const series = await writeSeries(join(folder, 'КТ'), { slices: 64, side: 128 });
  await api.createDoneStudy(patient, 'cbct', series);
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const arch = page.getByRole('group', { name: 'Зубная дуга' });
  const opened: Opened = {
    page,
    arch,
    open: studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }),
    jaw: (name) => arch.getByRole('button', { name, exact: true }),
    introduction: page.getByRole('region', { name: 'Знакомство с просмотром' }),
  };

  await test.step('the introduction is shown at the first opening, and again from the help', () =>
    showIntroduction(opened));
  await test.step('the whole arch is dragged by its line, and undone', () => moveArch(opened));
  await test.step('the upper jaw has an arch of its own, which is saved', () => keepArchOfJaw(opened));
  await test.step('sections have the same numbers on the panorama and on the axial slice', () =>
    compareNumbers(opened));
  await test.step('panorama and sections follow their settings, which undo restores', () =>
    changeSettings(opened));
  await test.step('slices are played', () => playSlices(opened));
  await test.step('a grid shows slices at even distances; the wheel moves it, and a click sets the crosshair', () =>
    readGrid(opened));
  await test.step('a layout is saved, and studies are opened in it', () => saveLayout(opened));
});
