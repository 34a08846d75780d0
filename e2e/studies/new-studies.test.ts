import { join } from 'node:path';
import { writePanoramic, writeSeries } from '../portal/files.ts';
import { tabTo } from '../pages/keyboard.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { disablePolling, signIn } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('a doctor works through all studies by keyboard: what arrives is new until it is opened', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника рабочего списка'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const long = await api.createPatient(client.doctorID, 'Константинопольская Александра Вячеславовна');
  const patient = await api.createPatient(client.doctorID, 'Ли Юн');
  await api.createStudy(long);

  await disablePolling(page);
  await signIn(page, portal.address, client);
  await tabTo(page, 'Исследования');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Исследования', exact: true })).toBeVisible();
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(rowOf(long.name)).toContainText('В работе');

  await api.createDoneStudy(long, 'rg', await writePanoramic(join(folder, 'ОПТГ')));
  await api.createDoneStudy(
    patient,
    'cbct',
    await writeSeries(join(folder, 'КТ'), { slices: 80, side: 140 }),
  );
  const row = rowOf(patient.name);
  await expect(row).toContainText('Новое');
  await expect(row).toContainText('14.03.1987');
  await expect(row).toContainText(/\d\d\.\d\d\.\d{4} \d\d:\d\dзагружено \d\d\.\d\d\.\d{4}/);
  await expect(row.locator('img')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(patient.name);
  await checkScreen(page, 'client-studies');

  await tabTo(page, 'Тип');
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/type=rg/);
  await expect(row).toBeHidden();
  await tabTo(page, 'Пациент');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Пациент' })).toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();

  await page.goto(`${portal.address}/doctor-area/studies?type=cbct`);
  await tabTo(page, 'Онлайн-просмотр');
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer.locator('canvas[data-drawn]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(row).not.toContainText('Новое');
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Новое');

  await tabTo(page, patient.name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toBeVisible();
  const actions = page.getByRole('article').getByRole('button', { name: /Онлайн-просмотр|Скачать/ });
  await expect(actions).toHaveText(['Онлайн-просмотр', 'Скачать']);
});
