import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { checkScreen } from '../pages/screen-checks.ts';
import { type Person, Portal } from '../portal/portal.ts';
import { fillSignIn, signIn } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

const CLOSE = 'Эту страницу можно закрыть.';
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();
/** Answers the dialog that asks before access is declined or revoked. */
const confirm = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
};
const state = (page: Page) => page.getByRole('main').getByRole('status');

test('an assistant accepts an upload program by its link, finds it in the list and revokes it', async ({
  page,
  portal,
  assistant,
  pc,
}) => {
  const { program, userCode, page: link } = await pc.requestAccess(portal.address);
  expect(link).toBe(`${portal.address}/assistant-area/desktop-grant/${userCode}`);
  await page.goto(link);
  await fillSignIn(page, assistant);
  await expect(title(page, 'Вход программы загрузки')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(userCode, { exact: true })).toBeVisible();
  await expect(main).toContainText('Загрузка исследований');
  await expect(main).toContainText(`0.1.0 (${hostname()})`);
  await expect(main).toContainText('127.0.0.1');
  await expect(main).toContainText(/\d\d\.\d\d\.\d{4}, \d\d:\d\d \(только что|минут/);
  await expect(main).toContainText('Вход начали вы?');
  await checkScreen(page, 'desktop-grant-issued');

  await press(page, 'Разрешить');
  await expect(state(page)).toContainText(CLOSE);
  await program.waitForOutput(/Готово/);
  await expect(state(page)).toContainText('Программа получила доступ');
  await expect(state(page)).toContainText(CLOSE);
  await expect(main).toContainText(assistant.name);
  await checkScreen(page, 'desktop-grant-authorized');
  expect((await pc.run('status')).code).toBe(0);

  await page.getByRole('link', { name: 'Программы загрузки' }).click();
  // programs of other scenarios may be listed below
  const rows = page.getByRole('row').filter({ hasText: '0.1.0' });
  const row = rows.first();
  await expect(row).toContainText(assistant.name);
  await expect(row).toContainText('127.0.0.1');
  await expect(row).toContainText(/только что|назад/);
  await checkScreen(page, 'desktop-apps');
  await page.getByText('Для администратора').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Скачать snimok 0\.1\.0/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('snimok-uploader-0.1.0.tgz');
  const bytes = readFileSync(await download.path());
  const checksum = createHash('sha256').update(bytes).digest('hex');
  await expect(main.getByText(checksum, { exact: true })).toBeVisible();
  await page.getByText('Windows', { exact: true }).click();
  await expect(main).toContainText('certutil -hashfile snimok-uploader-0.1.0.tgz SHA256');
  await expect(main).toContainText(`snimok login --portal ${portal.address}`);
  const before = await rows.count();
  await row.getByRole('button', { name: 'Отозвать' }).click();
  const dialog = page.getByRole('dialog', { name: 'Отозвать доступ' });
  await expect(dialog).toContainText('начатая загрузка прервётся');
  await checkScreen(page, 'desktop-apps-revoke');
  await dialog.getByRole('button', { name: 'Отозвать' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(before - 1);
  expect((await pc.run('status')).code).toBe(3);
  await page.goto(link);
  await expect(state(page)).toContainText('Доступ отозван');
  await expect(state(page)).not.toContainText(CLOSE);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('a code typed on a phone is declined, and a grant decided by a colleague shows that decision', async ({
  page,
  portal,
  assistant,
  api,
  pc,
  allowedErrors,
}) => {
  allowedErrors.push(/status of 40[49] .*\/desktop-app\/grant\//);
  await page.setViewportSize({ width: 390, height: 844 });
  const first = await pc.requestAccess(portal.address);
  await signIn(page, portal.address, assistant, '/assistant-area/desktop-grant');
  await checkScreen(page, 'desktop-code');
  const type = async (code: string) => {
    await page.getByLabel('Код с экрана программы').fill(code);
    await press(page, 'Далее');
  };
  await type('BBBB-BBBB');
  await expect(page.getByText('Такого запроса нет')).toBeVisible();
  await checkScreen(page, 'desktop-grant-unknown');
  await page.getByRole('link', { name: 'Ввести код' }).click();
  await type(first.userCode.replace('-', '').toLowerCase());
  await expect(page.getByText(first.userCode, { exact: true })).toBeVisible();
  await press(page, 'Отклонить');
  await confirm(page, 'Отклонить');
  await expect(state(page)).toContainText('Запрос отклонён');
  await expect(state(page)).toContainText(CLOSE);
  const refused = await first.program.ended;
  expect(refused.code).toBe(4);

  const second = await pc.requestAccess(portal.address);
  await page.goto(second.page);
  await expect(page.getByRole('button', { name: 'Разрешить' })).toBeVisible();
  // the page gets an outdated response until it has tried to accept the grant
  const grantURL = `**/api/1/assistant/desktop-app/grant/${second.userCode}`;
  const outdated = await api.findGrant(second.userCode);
  await page.route(grantURL, (route) => route.fulfill({ json: outdated }));
  await api.decideGrant(second.userCode, 'decline');
  await press(page, 'Разрешить');
  await page.unroute(grantURL);
  await expect(page.getByText('Этот запрос уже отклонён')).toBeVisible();
  await expect(state(page)).toContainText('Запрос отклонён');
  await expect(page.getByRole('button', { name: 'Разрешить' })).toBeHidden();
});

test('a grant is revoked on the page where it was accepted', async ({ page, portal, assistant, pc }) => {
  const { program, page: link } = await pc.requestAccess(portal.address);
  await signIn(page, portal.address, assistant, new URL(link).pathname);
  await press(page, 'Разрешить');
  await program.waitForOutput(/Готово/);
  await press(page, 'Отозвать');
  await expect(state(page)).toContainText('Программа получила доступ');
  await confirm(page, 'Отозвать');
  await expect(state(page)).toContainText('Доступ отозван');
  await expect(state(page)).toContainText(CLOSE);
  expect((await pc.run('status')).code).toBe(3);
});

test('the open page shows when a grant has expired, and does not exist while program access is disabled', async ({
  page,
  pc,
  allowedErrors,
}) => {
  allowedErrors.push(/status of 404 .*\/desktop-app\//);
  const portal = await Portal.start({ DESKTOP_GRANT_MAX_AGE: '0h0m15s' });
  try {
    const assistant: Person = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    // the sign-in comes before the request, because the grant expires after 15 s and the first page of a started
    // portal loads slowly
    await signIn(page, portal.address, assistant);
    const { page: link, program } = await pc.requestAccess(portal.address);
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Разрешить' })).toBeVisible();
    await expect(state(page)).toContainText('Срок действия запроса истёк');
    await checkScreen(page, 'desktop-grant-expired');
    expect((await program.ended).code).toBe(3);

    await page.goto('about:blank');
    await portal.program?.stop();
    await portal.launch({ DESKTOP_APP_AUTH_ENABLED: 'off' }).waitForOutput(/Snimok is running/);
    await page.goto(link);
    await expect(title(page, 'Запрошенная страница не найдена')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Программы загрузки' })).toHaveCount(0);
    await page.goto(`${portal.address}/assistant-area/desktop-apps`);
    await expect(title(page, 'Запрошенная страница не найдена')).toBeVisible();
    // closed first, because an open page logs errors when its portal ends
    await page.close();
  } finally {
    await portal.remove();
  }
});
