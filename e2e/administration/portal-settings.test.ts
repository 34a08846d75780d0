import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, test as base } from '../pages/test.ts';
import { MailServer } from '../people/mail-server.ts';
import { Portal, SUPERVISED } from '../portal/portal.ts';

/** A supervised portal, which starts again when it is asked to. */
const test = base.extend<{ restartable: Portal }>({
  // oxlint-disable-next-line no-empty-pattern
  restartable: async ({}, use) => {
    const portal = await Portal.plan({ SEARCHES_HOURLY: '4000' });
    portal.program = portal.launch({}, SUPERVISED);
    await portal.program.waitForOutput(/Snimok is running/);
    await use(portal);
    await portal.remove();
  },
});

test('an administrator saves settings, sends a test letter and restarts the portal', async ({
  restartable,
  page,
  allowedErrors,
}) => {
  test.setTimeout(300_000);
  // the connection ends at the restart
  allowedErrors.push(/WebSocket/, /net::ERR_/, /50[23] /, /400 .*portal-settings/);
  const chief = await restartable.addAccount('assistant', newPerson('Анна Орлова'));
  await signIn(page, restartable.address, chief);
  await page.getByRole('link', { name: 'Настройки', exact: true }).click();
  await expect(page).toHaveTitle(/Настройки/);
  await expect(page.getByLabel('Поисков в час')).toBeDisabled();
  await expect(page.getByText('Задано на сервере')).toBeVisible();
  await checkScreen(page, 'portal-settings');

  const mail = await MailServer.start();
  const { hostname, port } = new URL(mail.url);
  await page.getByRole('button', { name: 'Изменить почтовый сервер' }).click();
  await page.getByLabel('Сервер', { exact: true }).fill(hostname);
  await page.getByLabel('Порт', { exact: true }).fill(port);
  await page.getByLabel('Адрес отправителя', { exact: true }).fill('portal@centre.test');
  const ofMail = page.getByRole('region', { name: 'Почта' });
  await ofMail.getByRole('button', { name: 'Отправить пробное письмо' }).click();
  await expect(page.getByText('Пробное письмо отправлено на ваш адрес.')).toBeVisible();
  await checkScreen(page, 'portal-settings-mail');
  await ofMail.getByRole('button', { name: 'Сохранить' }).click();
  await expect(ofMail.getByText(`${hostname}:${port}`)).toBeVisible();
  expect(mail.accepted.map(({ to }) => to)).toEqual([chief.email]);

  const certificates = page.getByLabel('Сертификат для https');
  await expect(page.getByLabel('Файл сертификата')).toBeHidden();
  await certificates.selectOption('files');
  await expect(page.getByLabel('Файл сертификата')).toBeVisible();
  await certificates.selectOption('off');

  const save = page.getByRole('button', { name: 'Сохранить' });
  await page.getByLabel('Часовой пояс центра').fill('Марс');
  await save.click();
  await expect(page.getByText('«Часовой пояс центра»: нужно название пояса')).toBeVisible();
  await page.getByLabel('Часовой пояс центра').fill('Asia/Omsk');
  await page.getByLabel('Исследование доступно').fill('30');
  await save.click();
  await expect(page.getByText('Сохранённые настройки ждут перезапуска')).toBeVisible();
  await expect(page.getByText('После перезапуска', { exact: true })).toHaveCount(2);
  await checkScreen(page, 'portal-settings-waiting');
  await page.getByRole('button', { name: 'Перезапустить сейчас' }).click();
  await expect(page.getByText('Портал перезапускается')).toBeVisible();
  await expect
    .poll(() => restartable.program?.stdout.match(/Snimok is running/g)?.length, { timeout: 60_000 })
    .toBe(2);
  await page.reload();
  await expect(page.getByLabel('Исследование доступно')).toHaveValue('30');
  await expect(page.getByText('Сохранённые настройки ждут перезапуска')).toBeHidden();
  const settings = await page.evaluate(async () => (await fetch('/api/1/assistant/settings')).json());
  expect(settings).toMatchObject({ uploadMaxAge: '720h0m0s', timeZone: 'Asia/Omsk' });
  expect(restartable.program?.stderr).not.toContain('unexpectedly');
});
