import { join } from 'node:path';
import { writeSeries } from '../portal/files.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { openSharing, share } from '../pages/sharing.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an assistant corrects when the images were taken; lists, the client and a recipient of a link see this date', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника прежних снимков'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Давнева Елена Юрьевна');
  await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ')));

  await signIn(page, portal.address, assistant, studiesPath(patient));
  const card = studyCard(page);
  await expect(card.locator('time').first()).toHaveText(/^\d\d\.\d\d\.\d{4}/);
  await expect(card.getByText(/^загружено \d\d\.\d\d\.\d{4}, \d\d:\d\d$/)).toBeVisible();
  await card.getByRole('button', { name: 'Изменить дату исследования' }).click();
  const dialog = page.getByRole('dialog', { name: 'Дата исследования' });
  await expect(dialog).toContainText('из файлов');
  await dialog.getByLabel('День').fill('05.03.2019');
  await dialog.getByLabel('Время').fill('13:40');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.locator('time').first()).toHaveText('05.03.2019');
  const { link } = await share(await openSharing(page), portal);

  await page.goto(`${portal.address}/assistant-area/`);
  const row = page.getByRole('row').filter({ hasText: patient.name });
  await page.getByRole('button', { name: 'Сегодня' }).click();
  await expect(row).toContainText(/05\.03\.2019 13:40загружено \d\d\.\d\d\.\d{4} \d\d:\d\d/);
  await page.getByLabel('По какой дате').selectOption('По дате исследования');
  await expect(row).toBeHidden();
  await page.getByLabel('Месяц', { exact: true }).selectOption('март 2019');
  await expect(row).toBeVisible();
  await page.getByRole('link', { name: 'Дата исследования' }).click();
  await expect(page).toHaveURL(/period=2019-03&dates=examination&sort=examinedAt\.desc/);
  await expect(row).toBeVisible();

  const colleague = await newBrowserPage();
  await colleague.goto(link);
  await expect(colleague.getByText('КЛКТ (3D) от 05.03.2019', { exact: true })).toBeVisible();

  const doctor = await newBrowserPage();
  await signIn(doctor, portal.address, client, '/doctor-area/studies?period=2019-03&dates=examination');
  const listed = doctor.getByRole('row').filter({ hasText: patient.name });
  await expect(listed).toContainText(/05\.03\.2019 13:40загружено \d\d\.\d\d\.\d{4}/);
  await listed.getByRole('link', { name: patient.name }).click();
  await expect(studyCard(doctor).locator('time').first()).toHaveText('05.03.2019');
  await expect(doctor.getByRole('button', { name: 'Изменить дату исследования' })).toHaveCount(0);
});
