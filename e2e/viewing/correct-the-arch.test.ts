import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeSeries } from '../portal/files.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

// A concurrent correction causes a conflict.
test.use({ allowedErrors: [/409 .*\/panorama\/arch/] });

const axial = (page: Page) => page.getByRole('group', { name: 'Аксиальный', exact: true });
const handles = (page: Page) => axial(page).locator('circle');
const handlePositions = (page: Page) =>
  handles(page).evaluateAll((circles) =>
    circles.map((circle) => [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))]),
  );

/** Drags the middle handle of the arch down by 40 px. */
const dragMiddle = async (page: Page) => {
  const count = await handles(page).count();
  const box = (await handles(page)
    .nth(Math.floor(count / 2))
    .boundingBox())!;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 40, { steps: 5 });
  await page.mouse.up();
};

test('an assistant corrects the arch, the panorama is rendered again, and a concurrent correction is not overwritten', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Дуга'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Дугина Вера Павловна');
  const series = await writeSeries(join(folder, 'КТ'), { slices: 64, side: 128 });
  const studyID = await api.createDoneStudy(patient, 'cbct', series);
  const path = studiesPath(patient);
  await signIn(page, portal.address, assistant, path);
  const open = studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' });
  const edit = page.getByRole('button', { name: 'Править дугу на аксиальном срезе' });
  const save = page.getByRole('button', { name: 'Сохранить панораму' });
  let drawn: number[][] = [];

  await test.step('dragging the arch updates the panorama, and the arch is saved', async () => {
    await open.click();
    await expect(axial(page).locator('canvas[data-drawn]')).toBeVisible();
    await edit.click();
    await expect(save).toBeHidden();
    await dragMiddle(page);
    await expect(page.getByRole('group', { name: 'Панорама' }).locator('canvas[data-drawn]')).toBeVisible();
    drawn = await handlePositions(page);
    await save.click();
    await expect(page.getByText('Панорама строится заново')).toBeVisible();
    await expect(save).toBeHidden();
    await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  });

  await test.step('the saved arch is shown when the viewer is opened again', async () => {
    await open.click();
    await expect(axial(page).locator('canvas[data-drawn]')).toBeVisible();
    await edit.click();
    await expect(handles(page)).toHaveCount(drawn.length);
    const found = await handlePositions(page);
    found.forEach(([x, y], at) => {
      expect(Math.hypot(x! - drawn[at]![0]!, y! - drawn[at]![1]!)).toBeLessThan(2);
    });
  });

  await test.step('after a correction by a colleague saving is refused with an explanation, and the input is kept', async () => {
    const status = await page.evaluate(async (url) => {
      const { arch } = await (await fetch(url)).json();
      const body = JSON.stringify({ points: arch.points, version: arch.version });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${url}/arch`, { method: 'PUT', headers, body })).status;
    }, `/api/1/assistant/studies/${studyID}/panorama`);
    expect(status).toBe(200);
    await dragMiddle(page);
    await save.click();
    await expect(page.getByText('Дуга уже исправлена в другом окне')).toBeVisible();
    await expect(save).toBeEnabled();
    await page.getByRole('button', { name: 'Вернуть дугу' }).click();
    await expect(save).toBeHidden();
  });
});
