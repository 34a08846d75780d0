import { AssistantAPI } from '../portal/assistant-api.ts';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studiesPath } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an administrator requests an erasure, another one confirms it on a phone, and the first one stops it', async ({
  page,
  portal,
  assistant,
  api,
  newBrowserPage,
  allowedErrors,
}) => {
  // requests of the page of the erased patient
  allowedErrors.push(/40[04].*\/api\/1\//);
  const client = await api.createClient(newPerson('Клиника «Право»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Незабудкина Анна Львовна');
  const second = await portal.addAccount('assistant', newPerson('Вера Зимина'));
  await signIn(page, portal.address, assistant, studiesPath(patient));
  await page.getByRole('button', { name: 'Ещё: Незабудкина Анна Львовна' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Удалить персональные данные' }).click();
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
  await phone.getByRole('dialog').getByRole('button', { name: 'Подтвердить удаление' }).click();
  await expect(phone.getByText('подтверждено, начнётся')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Остановить: Незабудкина Анна Львовна' })).toBeVisible();
  await checkScreen(phone, 'erasure-waits');

  const letter = await portal.mailbox.letter(assistant.email, /Удаление данных пациента подтверждено/);
  expect(letter.text).toContain('Вера Зимина');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Незабудкина Анна Львовна' })).toBeVisible();
  await page.goto(`${portal.address}/assistant-area/erasures`);
  await page.getByRole('button', { name: 'Остановить: Незабудкина Анна Львовна' }).press('Enter');
  await checkScreen(page, 'erasure-stop');
  await page.getByRole('dialog').getByRole('button', { name: 'Остановить' }).click();
  await expect(page.getByText('отозван')).toBeVisible();
});

test('without a delay, a patient is erased as soon as another administrator confirms', async ({
  page,
  allowedErrors,
}) => {
  // requests of the page of the erased patient
  allowedErrors.push(/40[04].*\/api\/1\//);
  const portal = await Portal.start({ ERASURE_DELAY: 'off' });
  try {
    const first = newPerson('Ольга Петрова');
    const second = newPerson('Вера Зимина');
    for (const person of [first, second]) await portal.addAccount('assistant', person);
    const api = await AssistantAPI.signIn(portal.address, first);
    const client = await api.createClient(newPerson('Клиника «Право»'), portal.mailbox);
    const name = 'Незабудкина Анна Львовна';
    const patient = await api.createPatient(client.doctorID, name);
    await api.requestErasure(patient);
    await signIn(page, portal.address, second, '/assistant-area/erasures');
    await page.getByRole('button', { name: `Подтвердить: ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Подтвердить удаление' }).click();
    await expect(page.getByText('данные удалены')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Незабудкина')).toHaveCount(0);
    await page.goto(`${portal.address}${studiesPath(patient)}`);
    await expect(page.getByRole('heading', { name: 'Запрошенная страница не найдена' })).toBeVisible();
  } finally {
    await page.close();
    await portal.remove();
  }
});
