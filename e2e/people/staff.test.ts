import { chooseFromMenu } from '../pages/keyboard.ts';
import { passwordIn } from '../portal/mailbox.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { chooseOwnPassword, fillSignIn, signIn, signInForm } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

const disableAndReadHistory = async (page: Page, phone: Page, name: string) =>
  test.step('the account is disabled, and its history shows both sign-ins and the disabling', async () => {
    const dialog = page.getByRole('dialog');
    // the dialog that has saved closes by itself
    await expect(dialog).toBeHidden();
    await chooseFromMenu(page, `Действия: ${name}`, 'Отключить');
    await dialog.getByRole('button', { name: 'Отключить' }).click();
    await expect(page.getByRole('row', { name })).toContainText('отключён');
    await phone.reload();
    await expect(signInForm(phone).submit).toBeVisible();
    await page.getByRole('button', { name: `Действия: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'История входов' }).click();
    const history = page.getByRole('dialog', { name: `История: ${name}` });
    await expect(history.getByRole('listitem').first()).toContainText('Учётная запись сотрудника отключена');
    await expect(history.getByText('Вход в личный кабинет')).toHaveCount(2);
    await checkScreen(page, 'staff-history');
  });

test('an administrator adds an employee with some rights, who sees only their screens, and withdraws one', async ({
  page,
  portal,
  newBrowserPage,
  allowedErrors,
}) => {
  allowedErrors.push(/40[13].*\/api\/1\//);
  const admin = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
  const employee = newPerson('Кирилл Зимин');
  await signIn(page, portal.address, admin, '/assistant-area/staff');
  await page.getByRole('button', { name: 'Добавить сотрудника' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('ФИО').fill(employee.name);
  await dialog.getByLabel('E-mail').fill(employee.email);
  await dialog.getByLabel('Пациенты и исследования').press('Space');
  await checkScreen(page, 'staff-new');
  await dialog.getByLabel('ФИО').press('Enter');
  await expect(dialog.getByText('Письмо с паролем отправлено')).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: employee.name });
  await expect(row).toContainText('Запись, Мессенджер');
  await checkScreen(page, 'staff');

  const phone = await newBrowserPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await test.step('on a phone the employee finds only the screens of these rights', async () => {
    const password = passwordIn(await portal.mailbox.letter(employee.email, /Добро пожаловать/));
    await phone.goto(portal.address);
    await fillSignIn(phone, { ...employee, password });
    await chooseOwnPassword(phone, employee.password);
    await expect(phone.getByRole('heading', { name: 'Запись' })).toBeVisible();
    await phone.getByRole('button', { name: 'Открыть меню' }).click();
    const menu = phone.getByRole('navigation', { name: 'Меню' });
    await expect(menu.getByRole('link')).toHaveText(['Запись', /^Мессенджер/]);
    await menu.getByRole('button', { name: 'Команды' }).click();
    const commands = phone.getByRole('dialog', { name: 'Команды и поиск' });
    await expect(commands.getByRole('option')).toHaveText([
      'Запись',
      'Мессенджер',
      'Центры и часы',
      'Профиль',
      'Выйти',
    ]);
    await phone.goto(`${portal.address}/assistant-area/trash`);
    await expect(phone.getByRole('heading', { name: 'Нет доступа' })).toBeVisible();
    await expect(phone.getByText('Для неё нужно право «Пациенты и исследования»')).toBeVisible();
    await checkScreen(phone, 'staff-no-right');
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.getByRole('link', { name: 'Вернуться на главную' }).click();
    await expect(phone.getByRole('heading', { name: 'Запись' })).toBeVisible();
    await phone.goto(`${portal.address}/assistant-area/messenger`);
    await expect(phone.getByRole('heading', { name: 'Мессенджер' })).toBeVisible();
  });

  await test.step('a right is withdrawn, and the open page is signed out at once', async () => {
    await page.getByRole('button', { name: `Права: ${employee.name}` }).press('Enter');
    await dialog.getByLabel('Мессенджер').press('Space');
    await expect(dialog.getByText('открытые сеансы сотрудника завершатся')).toBeVisible();
    await checkScreen(page, 'staff-edit');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await expect(dialog.getByText('Изменения сохранены')).toBeVisible();
    await expect(signInForm(phone).submit).toBeVisible();
    await fillSignIn(phone, employee);
    await expect(phone.getByText('Для неё нужно право «Мессенджер»')).toBeVisible();
    await phone.getByRole('link', { name: 'Вернуться на главную' }).click();
    await expect(phone.getByRole('heading', { name: 'Запись' })).toBeVisible();
  });

  await disableAndReadHistory(page, phone, employee.name);
});
