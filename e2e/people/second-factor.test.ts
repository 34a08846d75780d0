import { AuthenticatorApp } from './authenticator-app.ts';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { fillSignIn, signInForm, signOut } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('where a second factor is required, an assistant sets one up on a phone by keyboard, and signs in with it', async ({
  page,
  allowedErrors,
}) => {
  allowedErrors.push(/403.*\/api\/1\/auth\//);
  const portal = await Portal.start({ MFA: 'assistants' });
  try {
    const person = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(portal.address);
    await fillSignIn(page, person);
    await expect(page.getByRole('heading', { name: 'Защитите вход' })).toBeVisible();
    // the address of another page does not open it
    await page.goto(`${portal.address}/assistant-area/trash`);
    const app = await AuthenticatorApp.scan(page);
    await checkScreen(page, 'second-factor-set-up');
    await page.setViewportSize({ width: 390, height: 844 });
    const code = page.getByLabel('Код из приложения');
    await code.focus();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Введите шесть цифр из приложения')).toBeVisible();
    await expect(code).toBeFocused();
    await code.fill(app.nextCode());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Коды восстановления' })).toBeVisible();
    const codes = await page.getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await checkScreen(page, 'recovery-codes');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Скачать' }).click();
    expect((await download).suggestedFilename()).toBe('snimok-recovery-codes.txt');
    await page.getByRole('button', { name: 'Коды сохранены, продолжить' }).click();
    await expect(page).toHaveURL(/\/assistant-area\/trash$/);
    await expect(page.getByRole('heading', { name: 'Корзина' })).toBeVisible();

    await test.step('the next sign-in asks for a code, which does not work twice', async () => {
      await signOut(page, allowedErrors);
      await fillSignIn(page, person);
      await expect(page.getByRole('heading', { name: 'Подтвердите вход' })).toBeVisible();
      await expect(code).toBeFocused();
      await checkScreen(page, 'second-step');
      await code.fill('000000');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toContainText('Неверный код');
      await code.fill(app.nextCode());
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
    });

    await test.step('without the phone a recovery code works', async () => {
      await signOut(page, allowedErrors);
      await fillSignIn(page, person);
      await page.getByRole('button', { name: 'Ввести код восстановления' }).click();
      await page.getByLabel('Код восстановления').fill(codes[0] ?? '');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
    });

    await test.step('after the operator has reset the second factor, a new one must be set up', async () => {
      allowedErrors.push(/401.*\/api\/1\//);
      expect((await portal.account('reset-mfa', person.email)).code).toBe(0);
      await page.reload();
      await expect(signInForm(page).submit).toBeVisible();
      await fillSignIn(page, person);
      await expect(page.getByRole('heading', { name: 'Защитите вход' })).toBeVisible();
    });
  } finally {
    await page.close();
    await portal.remove();
  }
});
