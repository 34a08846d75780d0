import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePanoramic } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an assistant reads the figures of a period and saves the monthly list for bills', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const clinic = newPerson('Клиника Счётная');
  const { doctorID } = await api.createClient(clinic, portal.mailbox);
  const patient = await api.createPatient(doctorID, 'Счётова Анна');
  const studyID = await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'ОПТГ')));
  await api.createStudy(patient, 'cbct');

  await signIn(page, portal.address, assistant, '/assistant-area/');
  await page.getByRole('link', { name: 'Статистика' }).click();
  await expect(page.getByRole('heading', { name: 'Статистика' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Исследования, столбчатая диаграмма' })).toBeVisible();
  const clients = page.getByRole('region', { name: 'По клиентам' }).getByRole('row', { name: clinic.name });
  await expect(clients.getByRole('cell')).toHaveText([clinic.name, '1', '1', '2']);
  await page.getByRole('button', { name: 'Показать таблицей' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Исследования и объём' })).toBeVisible();
  await checkScreen(page, 'statistics');

  const bills = page.getByRole('region', { name: 'Для счетов' });
  await expect(bills.getByRole('row', { name: clinic.name }).getByRole('cell')).toHaveText([
    clinic.name,
    '1',
    '0',
    '1',
  ]);
  await bills.getByRole('button', { name: 'Экспорт' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const path = join(folder, 'счета.csv');
  await (await download).saveAs(path);
  expect(readFileSync(path, 'utf8')).toContain(`"Счётова Анна";"Рентген (2D)";"${studyID}"`);

  await page.getByRole('combobox', { name: 'Период' }).click();
  await page.getByRole('option', { name: 'Прошлый месяц' }).click();
  await expect(page).toHaveURL(/period=last-month/);
  await expect(clients).toBeHidden();
});
