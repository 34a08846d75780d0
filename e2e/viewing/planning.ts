import { expect, type Page } from '@playwright/test';
import { paneOf } from '../pages/viewer.ts';

// What a doctor draws on a small volume of `writeSeries`.

/** Places an implant in the coronal slice: the other panes follow it, and it is drawn only where slices cut it. */
export const placeImplant = async (screen: Page) => {
  // an implant of 4 mm is cut by the slice on which it is placed, and not by one 6 mm away
  await screen.keyboard.press('i');
  await expect(screen.getByRole('group', { name: 'Имплантат' })).toBeVisible();
  const box = (await paneOf(screen, 'Корональный').boundingBox())!;
  const axial = paneOf(screen, 'Аксиальный').getByText(/\d+ из 24/);
  const shown = await paneOf(screen, 'Корональный')
    .getByText(/\d+ из 96/)
    .textContent();
  const slice = await axial.textContent();
  await screen.mouse.click(box.x + 200, box.y + 215);
  // the other panes go to the implant, and the slice on which it was placed stays
  await expect(axial).not.toHaveText(slice!);
  await expect(paneOf(screen, 'Корональный').getByText(/\d+ из 96/)).toHaveText(shown!);
  await screen.keyboard.press('Escape');
  const implant = paneOf(screen, 'Корональный').locator('[data-kind="implant"] [data-body]');
  await expect(implant).toBeVisible();
  for (let slice = 0; slice < 7; slice += 1) await screen.mouse.wheel(0, 100);
  await expect(implant).toHaveCount(0);
};

/**
 * Draws two canals in the coronal slice. One is finished by choosing another tool, the other by a double click after it was
 * dropped.
 */
export const drawCanals = async (screen: Page) => {
  const bar = screen.getByRole('group', { name: 'Нижнечелюстной канал' });
  const finish = bar.getByRole('button', { name: 'Готово' });
  await screen.keyboard.press('n');
  await expect(bar).toContainText('Закончить: двойной щелчок, Enter или «Готово»');
  await expect(bar.getByRole('button', { name: 'Найти линию' })).toHaveAttribute('aria-pressed', 'true');
  await bar.getByRole('button', { name: 'По точкам' }).click();
  const { x, y } = (await paneOf(screen, 'Корональный').boundingBox())!;
  await screen.mouse.click(x + 90, y + 120);
  await expect(finish).toBeDisabled();
  await screen.mouse.click(x + 140, y + 130);
  await expect(finish).toBeEnabled();
  await screen.keyboard.press('z');
  await expect(screen.getByRole('button', { name: 'Разметка: 3' })).toBeVisible();
  await expect(bar).toContainText('линия по точкам');

  await screen.keyboard.press('n');
  await screen.mouse.click(x + 90, y + 180);
  await screen.mouse.click(x + 140, y + 190);
  await screen.keyboard.press('Escape');
  await expect(screen.getByText('Не закончено и убрано: нижнечелюстной канал')).toBeVisible();
  await screen.keyboard.press('Control+z');
  await expect(finish).toBeEnabled();
  await screen.mouse.dblclick(x + 190, y + 195);
  await expect(screen.getByRole('button', { name: 'Разметка: 4' })).toBeVisible();
};
