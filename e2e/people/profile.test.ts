import type { Locator } from '@playwright/test';
import { AuthenticatorApp } from './authenticator-app.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { fillSignIn, signIn, signInForm, signOut } from '../pages/screens.ts';
import { expect, newPerson, type Page, PASSWORD, test } from '../pages/test.ts';

const changeNameAndNotifications = async (page: Page) =>
  test.step('the name is changed, and notifications are chosen, by keyboard', async () => {
    await page.getByRole('button', { name: 'Изменить имя' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Имя').fill('Ирина Ветрова-Зимина');
    await page.keyboard.press('Enter');
    const account = page.getByRole('region', { name: 'Учётная запись' });
    await expect(account.getByText('Ирина Ветрова-Зимина')).toBeVisible();
    const letter = page.getByRole('checkbox', { name: 'Доступ к пациенту коллеги: По почте' });
    const inDigest = page.getByRole('checkbox', {
      name: 'Исследование готово или перенесено: Общим письмом',
    });
    const single = page.getByRole('checkbox', { name: 'Исследование готово или перенесено: По почте' });
    await press(page, letter);
    await expect(single).toBeChecked();
    await press(page, inDigest);
    await expect(single).not.toBeChecked();
    const saved = page.waitForResponse(/\/account\/notifications\/digest$/);
    await page.getByRole('combobox', { name: 'По времени центра' }).click();
    await page.getByRole('option', { name: '18:00' }).click();
    expect((await saved).status()).toBe(204);
    await page.reload();
    await expect(letter).not.toBeChecked();
    await expect(inDigest).toBeChecked();
    await expect(single).not.toBeChecked();
    await expect(page.getByRole('combobox', { name: 'По времени центра' })).toHaveValue('18:00');
  });

/** Toggles a choice, and waits until it is saved. */
const press = async (page: Page, choice: Locator) => {
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/account/notifications') && response.request().method() === 'PUT',
  );
  await choice.press('Space');
  expect((await saved).status()).toBe(204);
};

test('a doctor manages her account on a phone: devices, password and authenticator app', async ({
  page,
  portal,
  newBrowserPage,
  allowedErrors,
}) => {
  allowedErrors.push(/40[13].*\/api\/1\//);
  const doctor = await portal.addAccount('doctor', newPerson('Ирина Ветрова'));
  const elsewhere = await newBrowserPage();
  await signIn(elsewhere, portal.address, doctor);
  await signIn(page, portal.address, doctor);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Открыть меню' }).click();
  await page.getByRole('link', { name: 'Профиль' }).click();
  await expect(page.getByRole('heading', { name: 'Профиль' })).toBeVisible();
  const devices = page.getByRole('region', { name: 'Устройства' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await checkScreen(page, 'profile');
  await page.setViewportSize({ width: 390, height: 844 });

  await test.step('another device is signed out', async () => {
    await devices.getByRole('button', { name: 'Выйти на всех других устройствах' }).click();
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await elsewhere.reload();
    await expect(signInForm(elsewhere).submit).toBeVisible();
  });

  await changeNameAndNotifications(page);

  await test.step('the password is changed by keyboard', async () => {
    const fresh = 'Zub-Mudrosti-8';
    await page.getByRole('button', { name: 'Сменить пароль' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Сменить пароль' });
    await expect(dialog).toContainText('строчная буква (кириллица или латиница)');
    await dialog.getByLabel('Нынешний пароль').fill('Sovsem-ne-t0t');
    await dialog.getByLabel('Новый пароль').fill(fresh);
    await dialog.getByLabel('Повторите пароль').fill(fresh);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Неверный пароль');
    await dialog.getByLabel('Нынешний пароль').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Пароль сменён')).toBeVisible();
    doctor.password = fresh;
  });

  await test.step('an authenticator app is connected, and its code is requested at the next sign-in', async () => {
    await page.getByRole('button', { name: 'Подключить приложение с кодами' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ваш пароль').fill(doctor.password);
    await page.keyboard.press('Enter');
    const app = await AuthenticatorApp.scan(page);
    await checkScreen(page, 'profile-connect-app');
    await page.setViewportSize({ width: 390, height: 844 });
    await dialog.getByLabel('Код из приложения').fill(app.nextCode());
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Коды сохранены' }).click();
    await expect(page.getByText('Не использовано: 10')).toBeVisible();
    await signOut(page, allowedErrors);
    await fillSignIn(page, doctor);
    await page.getByLabel('Код из приложения').fill(app.nextCode());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
    await page.goto(`${portal.address}/doctor-area/profile`);
    await page.getByRole('button', { name: 'Удалить приложение' }).click();
    await page.getByRole('dialog').getByLabel('Ваш пароль').fill(doctor.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Подключить приложение с кодами' })).toBeVisible();
  });
});

test('an idle doctor is signed out after half an hour if the centre requires it', async ({
  page,
  portal,
  allowedErrors,
}) => {
  allowedErrors.push(/401.*\/api\/1\//);
  const doctor = await portal.addAccount('doctor', newPerson('Ирина Ветрова'));
  await page.route('**/api/1/doctor/settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), sessionIdleSeconds: 1800 } });
  });
  await page.clock.install();
  await signIn(page, portal.address, doctor);
  await page.clock.runFor('29:00');
  await page.mouse.move(100, 100);
  await page.clock.runFor('29:00');
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  await page.clock.runFor('02:00');
  await expect(signInForm(page).submit).toBeVisible();
});
