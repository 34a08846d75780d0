import { checkScreen } from './portal/screen-checks.ts';
import { signIn, studiesPath } from './portal/screens.ts';
import { expect, newPerson, test } from './portal/test.ts';

test('one administrator asks to erase a patient, another confirms on a phone, and the card is gone', async ({
  page,
  portal,
  assistant,
  api,
  newBrowserPage,
  allowedErrors,
}) => {
  // the page of the erased patient
  allowedErrors.push(/40[04].*\/api\/1\//);
  const client = await api.createClient(newPerson('Клиника «Право»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Незабудкина Анна Львовна');
  const second = await portal.addAccount('assistant', newPerson('Вера Зимина'));
  await signIn(page, portal.address, assistant, studiesPath(patient));
  await page.getByRole('button', { name: 'Удалить персональные данные' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Удаление персональных данных' });
  await dialog.getByLabel(/Введите ФИО/).fill('Незабудкин');
  await dialog.getByLabel('Основание').fill('Заявление пациента от 12 марта');
  await dialog.getByRole('button', { name: 'Отправить запрос' }).click();
  await expect(dialog.getByRole('alert')).toContainText(['Вернуть данные', 'точно так']);
  await dialog.getByLabel(/Введите ФИО/).fill('Незабудкина Анна Львовна');
  await checkScreen(page, 'erasure-request');
  await dialog.getByRole('button', { name: 'Отправить запрос' }).click();
  await expect(dialog.getByText('Запрос отправлен')).toBeVisible();

  const phone = await newBrowserPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await signIn(phone, portal.address, second, '/assistant-area/staff');
  await phone.getByRole('link', { name: /Удаление данных/ }).click();
  await expect(phone.getByText('Заявление пациента от 12 марта')).toBeVisible();
  await checkScreen(phone, 'erasures');
  await phone.getByRole('button', { name: 'Подтвердить: Незабудкина Анна Львовна' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Удалить навсегда' }).click();
  await expect(phone.getByText('данные удалены')).toBeVisible({ timeout: 60_000 });
  await expect(phone.getByText('Незабудкина')).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Запрошенная страница не найдена' })).toBeVisible();
});
