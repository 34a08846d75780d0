import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkScreen } from '../pages/screen-checks.ts';
import { fillSignIn, signIn } from '../pages/screens.ts';
import { expect, type Page, PASSWORD, test as base } from '../pages/test.ts';
import { AuthenticatorApp } from '../people/authenticator-app.ts';
import { MailServer } from '../people/mail-server.ts';
import { Portal, SUPERVISED } from '../portal/portal.ts';

/** An empty portal whose first start is in the browser, and the address that it prints. */
const test = base.extend<{ emptyPortal: Portal }>({
  // oxlint-disable-next-line no-empty-pattern
  emptyPortal: async ({}, use) => {
    const portal = await Portal.plan({ FIRST_START: 'browser' });
    portal.program = portal.launch({}, SUPERVISED);
    await use(portal);
    await portal.remove();
  },
});

const EMAIL = 'chief@centre.test';

const printedAddress = async ({ program }: Portal): Promise<string> =>
  (await program?.waitForOutput(/(http\S+\/first-start#\S+)/))?.[1] ?? '';

const next = (page: Page) => page.getByRole('button', { name: 'Далее' }).click();
const step = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Fills in a mail server and sends a test letter to the administrator. */
const answerMail = async (page: Page) => {
  const mail = await MailServer.start();
  const { hostname, port } = new URL(mail.url);
  await page.getByLabel('Сервер').fill(hostname);
  await page.getByLabel('Порт').fill(port);
  await page.getByLabel('Адрес отправителя').fill('portal@centre.test');
  await page.getByRole('button', { name: 'Отправить пробное письмо' }).click();
  await expect(page.getByText(`Пробное письмо отправлено на ${EMAIL}`)).toBeVisible();
  expect(mail.accepted.map(({ to }) => to)).toEqual([EMAIL]);
  await checkScreen(page, 'first-start-mail');
  await next(page);
};

/** Looks at the questions about a certificate, and leaves the address as it was. */
const chooseCertificate = async (page: Page, address: string) => {
  await page.getByLabel('Адрес портала').fill('https://portal.center.test');
  await page.getByLabel('Сертификат для https').selectOption('files');
  await next(page);
  await expect(page.getByText('Введите полный путь к файлу')).toHaveCount(2);
  await checkScreen(page, 'first-start-certificate');
  await page.getByLabel('Адрес портала').fill(address);
};

const answerBackups = async (page: Page) => {
  await step(page, 'Где хранить резервные копии?');
  await page.getByLabel('Папка').fill('/mnt/not-connected');
  await next(page);
  await expect(page.getByText('такой папки на сервере нет')).toBeVisible();
  await checkScreen(page, 'first-start-backup');
  await page.getByLabel('Папка').fill(await mkdtemp(join(tmpdir(), 'snimok-backups-')));
  await next(page);
};

test('an empty portal is set up in the browser in at most six answers, on a phone and after a reload', async ({
  emptyPortal,
  page,
  newBrowserPage,
  allowedErrors,
}) => {
  test.setTimeout(400_000);
  // expected errors of: the page that says what to do, the second administrator, the second step of the sign-in, the missing folder,
  // the restart
  allowedErrors.push(/50[23] /, /40[039] /, /410 /, /net::ERR_/, /Failed to fetch/);
  const address = await printedAddress(emptyPortal);
  await page.goto(emptyPortal.address);
  await step(page, 'Портал ещё не настроен');

  await page.goto(address);
  await step(page, 'Как называется центр?');
  await checkScreen(page, 'first-start-centre');
  await page.getByLabel('Название центра').fill('Центр «Резец»');
  await page.keyboard.press('Enter');

  await step(page, 'Кто администратор?');
  const otherTab = await newBrowserPage();
  await otherTab.goto(address);
  await step(otherTab, 'Кто администратор?');
  for (const tab of [page, otherTab]) {
    await tab.getByLabel('Ваше имя').fill('Анна Орлова');
    await tab.getByLabel('E-mail').fill(EMAIL);
    await tab.getByLabel('Новый пароль').fill(PASSWORD);
    await tab.getByLabel('Повторите пароль').fill(PASSWORD);
  }
  await checkScreen(page, 'first-start-administrator');
  await next(page);
  await step(page, 'Защитите вход администратора');
  await next(otherTab);
  await expect(otherTab.getByText('Администратор уже создан')).toBeVisible();
  await otherTab.close();

  const app = await AuthenticatorApp.scan(page);
  await page.getByLabel('Код из приложения').fill(app.nextCode());
  await page.getByRole('button', { name: 'Подключить' }).click();
  await page.getByRole('button', { name: 'Коды сохранены, продолжить' }).click();

  await step(page, 'Через какую почту отправлять письма?');
  await page.reload();
  await step(page, 'Через какую почту отправлять письма?');
  await answerMail(page);

  await step(page, 'По какому адресу открывают портал?');
  await expect(page.getByLabel('Адрес портала')).toHaveValue(emptyPortal.address);
  await checkScreen(page, 'first-start-address');
  await chooseCertificate(page, emptyPortal.address);
  await next(page);
  await answerBackups(page);
  await step(page, 'Всё готово');
  await page.getByLabel('Портал с примерами').check();
  await checkScreen(page, 'first-start-finish');
  await page.getByRole('button', { name: 'Завершить настройку' }).click();
  await step(page, 'Портал настроен');
  await expect(page.getByText('doctor@demo.example')).toBeVisible();
  await checkScreen(page, 'first-start-finished');
  await page.getByRole('link', { name: 'Войти в портал' }).click({ timeout: 60_000 });
  await fillSignIn(page, { email: EMAIL, password: PASSWORD });
  await page.getByLabel('Код из приложения').fill(app.nextCode());
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Настройки', exact: true })).toBeVisible();

  const late = await newBrowserPage();
  await late.goto(address);
  await expect(late.getByText('Портал уже настроен, и этот адрес больше не действует')).toBeVisible();
  expect(emptyPortal.program?.stdout.match(/first-start#/g)).toHaveLength(1);
  await late.close();
});

test('a portal that was not set up prints another address at its next start', async ({
  emptyPortal,
  page,
  allowedErrors,
}) => {
  allowedErrors.push(/403 /);
  const first = await printedAddress(emptyPortal);
  await emptyPortal.program?.stop();
  emptyPortal.program = emptyPortal.launch({}, SUPERVISED);
  const second = await printedAddress(emptyPortal);
  expect(second).not.toBe(first);
  await page.goto(first);
  await expect(page.getByText('Этот адрес не действует')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(second);
  await step(page, 'Как называется центр?');
});

test('the command adds an account to a portal that was not set up, and ends the first start', async ({
  emptyPortal,
  page,
}) => {
  await printedAddress(emptyPortal);
  const person = await emptyPortal.addAccount('assistant', {
    name: 'Анна',
    email: EMAIL,
    password: PASSWORD,
  });
  await signIn(page, emptyPortal.address, person);
});
