import { join } from 'node:path';
import { writeBalls } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, signInForm, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { drag, expectLoaded, paneOf, whiteSpots } from '../pages/viewer.ts';

test('a doctor whose session ends in the viewer signs in above the picture, and the last measurement is saved', async ({
  page,
  portal,
  api,
  folder,
  allowedErrors,
}) => {
  allowedErrors.push(/status of 40[13]/);
  const client = await api.createClient(newPerson('Клиника Сеанс'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Шариков Семён Петрович');
  await api.createDoneStudy(patient, 'cbct', await writeBalls(join(folder, 'КТ')));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  await studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await expectLoaded(page);
  const loaded = page.url();
  const { promise: sessionEnded, resolve: endSession } = Promise.withResolvers<void>();
  await page.route(/\/viewer\/annotations$/, async (route) => {
    if (route.request().method() === 'PUT') await sessionEnded;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Длина' }).click();
  const pane = paneOf(page, 'Аксиальный');
  const [one, other] = await whiteSpots(pane.locator('canvas'));
  const saving = page.waitForRequest((request) => request.method() === 'PUT');
  await drag(page, one!, other!);
  await saving;
  const ended = await page.request.delete(`${portal.address}/api/1/auth/token`, {
    headers: { origin: portal.address },
  });
  expect(ended.status()).toBe(204);
  endSession();

  const dialog = page.getByRole('dialog', { name: 'Войдите, чтобы продолжить' });
  await expect(dialog).toContainText('Сеанс завершён на сервере');
  await expect(signInForm(page).email).toHaveValue(client.email);
  await expect(signInForm(page).password).toBeFocused();
  await checkScreen(page, 'sign-in-over-the-viewer', 'dark');
  await signInForm(page).password.fill(client.password);
  await signInForm(page).submit.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Сохранено')).toBeVisible();
  await expect(pane.locator('text', { hasText: /^\d+,\d мм$/ })).toBeVisible();
  expect(page.url()).toBe(loaded);

  await page.reload();
  await studyCard(page).getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await expectLoaded(page);
  await expect(page.getByRole('button', { name: 'Разметка: 1' })).toBeVisible();
});
