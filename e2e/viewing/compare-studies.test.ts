import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writePanoramic, writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { drag, expectLoaded, paneOf } from '../pages/viewer.ts';

const panes = (page: Page) => page.getByRole('group', { name: /^Аксиальный, / });

/** Waits until both volumes are loaded and both panes are drawn. */
const expectBoth = async (page: Page) => {
  await expect(panes(page).locator('canvas[data-drawn]')).toHaveCount(2);
  await expect(page.getByRole('progressbar', { name: 'Загрузка полного объёма' })).toHaveCount(0);
};

/** Draws two arrows, and returns to the version with one. */
const restoreVersion = async (page: Page) => {
  const pane = (await paneOf(page, 'Аксиальный').boundingBox())!;
  for (const [at, y] of [120, 200].entries()) {
    await page.keyboard.press('p');
    await page.mouse.move(pane.x + 80, pane.y + y);
    await page.mouse.down();
    await page.mouse.move(pane.x + 160, pane.y + y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `Разметка: ${at + 1}` })).toBeVisible();
    await expect(page.getByText('Сохранено')).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+H');
  const versions = page.getByRole('dialog', { name: 'Версии разметки' });
  await versions.getByRole('button', { name: /пометок: 1/ }).click();
  const shown = page.getByRole('region', { name: 'Версия разметки' });
  await expect(shown).toContainText('Только просмотр');
  await shown.getByRole('button', { name: 'Восстановить' }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByRole('button', { name: 'Разметка: 1' })).toBeVisible();
  await expect(page.getByText('Сохранено')).toBeVisible();
};

/** Joins the aligned scans, measures in the joined volume, and returns to the comparison. */
const joinScans = async (page: Page, alignment: Locator) => {
  await alignment.getByRole('button', { name: 'Сшить в один объём' }).click();
  const axial = paneOf(page, 'Аксиальный');
  await expect(axial.locator('canvas[data-drawn]')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Сшитый объём есть только в этом окне')).toBeAttached();
  // on the picture itself, because pictures are saved and printed
  for (const name of ['Аксиальный', 'Корональный', 'Сагиттальный'])
    await expect(paneOf(page, name)).toContainText(
      /Сшито из двух снимков\d\d\.\d\d\.\d{4}.* и\d\d\.\d\d\.\d{4}/,
    );
  await expect(axial.locator('path[data-scan]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Показать границы снимков' }).click();
  await expect(axial.locator('path[data-scan]')).toHaveCount(2);
  await page.keyboard.press('l');
  const box = (await axial.boundingBox())!;
  await drag(page, { x: box.x + 90, y: box.y + 120 }, { x: box.x + 190, y: box.y + 120 });
  await expect(page.getByRole('button', { name: 'Разметка: 1' })).toBeVisible();
  await checkScreen(page, 'joined-volume', 'dark');
  // the first two end the selection and the tool
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(axial).toBeVisible();
  await page.getByRole('button', { name: 'Вернуться к сравнению' }).click();
  await expectBoth(page);
  await expect(alignment).toContainText('Совмещение подтверждено');
};

test('a doctor restores annotations and compares two scans of a patient, and a scan with a radiograph', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Динамика'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Сравнимова Вера Петровна');
  await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'ОПТГ')));
  for (const [name, size] of [
    ['Раньше', { slices: 64, side: 96 }],
    ['Теперь', { slices: 54, side: 80 }],
  ] as const)
    await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, name), size));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const choose = page.getByRole('dialog', { name: 'Сравнить с другим исследованием' });
  const alignment = page.getByRole('group', { name: 'Совмещение' });

  await test.step('an earlier version of her annotations is shown and restored', async () => {
    await studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).click();
    await expectLoaded(page);
    await restoreVersion(page);
  });

  await test.step('from the viewer she chooses the other scan of the patient', async () => {
    await page.keyboard.press('Shift+D');
    await expect(choose.getByRole('button', { name: /КЛКТ|Рентген/ })).toHaveCount(2);
    await choose.getByRole('button', { name: /КЛКТ/ }).click();
    await expectBoth(page);
    await expect(panes(page).last()).toContainText('не совмещено');
  });

  await test.step('one turn of the wheel scrolls both scans', async () => {
    await expect(panes(page).first()).toContainText('33 из 64');
    await panes(page).last().hover();
    await page.mouse.wheel(0, -100);
    for (const pane of await panes(page).all()) await expect(pane).toContainText('34 из 64');
  });

  await test.step('the alignment that the portal finds is unconfirmed until she confirms it', async () => {
    await alignment.getByRole('button', { name: 'Совместить по костям' }).click();
    await expect(alignment).toContainText('Проверьте совмещение', { timeout: 120_000 });
    await expect(alignment).toContainText(/Сходство костей 9\d/);
    await expect(panes(page).last()).toContainText('совмещение не подтверждено');
    await checkScreen(page, 'compare-unconfirmed', 'dark');
    await alignment.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(alignment).toContainText('Совмещение подтверждено');
    await expect(page.getByText('не подтверждено')).toHaveCount(0);
  });

  await test.step('the aligned scans are joined in one volume, in which she measures and which is not stored', () =>
    joinScans(page, alignment));

  await test.step('both scans are shown in one picture', async () => {
    for (const [key, name] of [
      ['5', 'Наложение'],
      ['6', 'Шахматка'],
      ['7', 'Разность'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(panes(page).locator('canvas[data-drawn]')).toHaveCount(1);
      await expect(page.getByRole('group', { name: new RegExp(name) })).toBeVisible();
    }
    await checkScreen(page, 'compare-difference', 'dark');
  });

  await test.step('a radiograph beside the scan has its own window and zoom', async () => {
    await page.keyboard.press('Escape');
    await expectLoaded(page);
    await page.getByRole('button', { name: 'Закрыть' }).click();
    await studyCard(page).getByRole('button', { name: 'Сравнить' }).click();
    await choose.getByRole('button', { name: /Рентген/ }).click();
    await expect(page.getByRole('group', { name: 'ОПТГ' }).locator('canvas[data-drawn]')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Аксиальный' })).toBeVisible();
    await checkScreen(page, 'compare-radiograph', 'dark');
  });
});
