import { MailServer } from './mail-server.ts';
import { passwordIn, readLetter } from '../portal/mailbox.ts';
import { Portal } from '../portal/portal.ts';
import { chooseOwnPassword, fillSignIn, signIn } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

const NO_SUCH_USER = '5.1.1 No such user here';

test('a rejected letter shows the mail server’s answer and arrives when it is sent again', async ({
  page,
  newBrowserPage,
}) => {
  const mail = await MailServer.start();
  const portal = await Portal.start({ MAIL_URL: mail.url });
  try {
    const assistant = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    const clinic = newPerson('Клиника без почты');
    mail.rejection = NO_SUCH_USER;
    // the delay is longer than the reload of the list after the client was created
    mail.delayMs = 5_000;
    await signIn(page, portal.address, assistant, '/assistant-area/?tab=doctors');
    await page.getByRole('button', { name: 'Создать клиента' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Создать клиента' });
    await dialog.getByLabel('Врач или клиника').fill(clinic.name);
    await dialog.getByLabel('E-mail').fill(clinic.email);
    await expect(dialog).toContainText('Без онлайн-просмотра клиент может только скачивать исследования');
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: clinic.name });
    await expect(row).toContainText('Письмо с паролем отправить не удалось');
    await row.getByRole('link', { name: clinic.name }).click();
    await expect(page.getByText(`Почтовый сервер ответил: 550 ${NO_SUCH_USER}`)).toBeVisible();

    mail.rejection = null;
    mail.delayMs = 0;
    await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
    const reset = page.getByRole('dialog', { name: 'Сбросить пароль' });
    await reset.getByRole('button', { name: 'Сбросить пароль' }).click();
    await expect(reset).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: /Письмо с паролем отправлено/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Отправить ещё раз' })).toBeHidden();
    expect(mail.accepted.map(({ to }) => to)).toEqual([clinic.email]);

    const screen = await newBrowserPage();
    const password = passwordIn(readLetter(mail.accepted[0]?.source ?? ''));
    await signIn(screen, portal.address, { ...clinic, password });
    await chooseOwnPassword(screen, clinic.password);
    await expect(screen.getByRole('heading', { name: 'Мои пациенты' })).toBeVisible();
    // closed first, because an open page logs errors when its portal ends
    await Promise.all([page.close(), screen.close()]);
  } finally {
    await portal.remove();
    await mail.stop();
  }
});

test('the password of a letter opens one session, which shows only the page for choosing another password', async ({
  page,
  newBrowserPage,
  portal,
  api,
  allowedErrors,
}) => {
  allowedErrors.push(/40[0139].*\/api\/1\//);
  const client = await api.inviteClient(newPerson('Клиника «Первый вход»'), portal.mailbox);
  const heading = page.getByRole('heading', { name: 'Придумайте новый пароль' });
  const save = page.getByRole('button', { name: 'Сохранить и продолжить' });

  await test.step('the page stays after a reload and on any path', async () => {
    await signIn(page, portal.address, client);
    await expect(heading).toBeVisible();
    await page.reload();
    await expect(heading).toBeVisible();
    await page.goto(`${portal.address}/doctor-area/patients/shared`);
    await expect(heading).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  });

  const elsewhere = await newBrowserPage();
  await test.step('the password of the letter opens no second session, and the refusal explains how to get a new one', async () => {
    await elsewhere.goto(portal.address);
    await fillSignIn(elsewhere, client);
    const alert = elsewhere.getByRole('alert');
    await expect(alert).toContainText('Доступ запрещён: Пароль из письма уже использован');
    await expect(alert).toContainText('«Забыли пароль?»');
  });

  await test.step('a simple password and the same password are rejected with an explanation', async () => {
    await chooseOwnPassword(page, 'Qwerty123');
    await expect(page.getByRole('alert')).toContainText('слишком простой');
    await chooseOwnPassword(page, client.password);
    await expect(page.getByRole('alert')).toContainText('Это и есть пароль из письма');
  });

  await test.step('the new password leads to the requested page, in other tabs as well', async () => {
    const tab = await page.context().newPage();
    await tab.goto(portal.address);
    await expect(tab.getByRole('heading', { name: 'Придумайте новый пароль' })).toBeVisible();
    await page.getByLabel('Новый пароль').fill('Zub-Mudrosti-8');
    await page.getByLabel('Повторите пароль').fill('Zub-Mudrosti-8');
    await save.click();
    await expect(page).toHaveURL(/\/doctor-area\/patients\/shared$/);
    await expect(page.getByRole('heading', { name: 'Доступные мне' })).toBeVisible();
    await expect(tab.getByRole('heading', { name: 'Мои пациенты' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Доступные мне' })).toBeVisible();
    await fillSignIn(elsewhere, { ...client, password: 'Zub-Mudrosti-8' });
    await expect(elsewhere.getByRole('heading', { name: 'Мои пациенты' })).toBeVisible();
  });
});
