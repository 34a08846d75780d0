import { CONFIRMATION_REQUIRED } from '@snimok/contract/people/confirmation';
import { chooseFromMenu } from '../pages/keyboard.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

/** Answers the next requests to this URL as the server does ten minutes after the sign-in. */
const askNext = (page: Page, url: RegExp, times = 1) =>
  page.route(
    url,
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'Подтвердите, что это вы', code: CONFIRMATION_REQUIRED },
      }),
    { times },
  );

test('an administrator confirms her identity for a critical action, which then runs without a second click', async ({
  page,
  portal,
  allowedErrors,
}) => {
  allowedErrors.push(/403.*\/api\/1\//);
  const admin = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
  const colleague = await portal.addAccount('assistant', newPerson('Яна Подтверждаева'));
  await signIn(page, portal.address, admin, '/assistant-area/staff');
  const disable = async () => {
    await chooseFromMenu(page, `Действия: ${colleague.name}`, 'Отключить');
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click();
  };
  await askNext(page, /\/staff\/\d+\/disabled$/);
  await disable();
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  await expect(dialog.getByLabel('Ваш пароль')).toBeFocused();
  await checkScreen(page, 'confirmation');
  await dialog.getByLabel('Ваш пароль').fill('не тот пароль');
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Неверный пароль');
  // Esc closes this dialog only
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const below = page.getByRole('dialog');
  await expect(below.getByRole('alert')).toContainText('вы его не подтвердили');

  await askNext(page, /\/staff\/\d+\/disabled$/);
  await below.getByRole('button', { name: 'Отключить' }).click();
  await dialog.getByLabel('Ваш пароль').fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: colleague.name })).toContainText('отключён');
});

test('on a phone a list is exported after the confirmation', async ({
  page,
  portal,
  assistant,
  api,
  allowedErrors,
}) => {
  allowedErrors.push(/403.*\/api\/1\//);
  await api.createClient(newPerson('Клиника «Выгрузка»'), portal.mailbox);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, portal.address, assistant, '/assistant-area/?tab=doctors');
  // the page asks first by HEAD, then by GET for the sentence
  await askNext(page, /\/assistant\/exports\/clients\?/, 2);
  await page.getByRole('button', { name: 'Фильтры и вид' }).click();
  await page.getByRole('button', { name: 'Экспорт' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  await checkScreen(page, 'confirmation-phone');
  await dialog.getByLabel('Ваш пароль').fill(assistant.password);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});
