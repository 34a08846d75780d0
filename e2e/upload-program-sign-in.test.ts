import { hostname } from 'node:os';
import { checkScreen } from './portal/screen-checks.ts';
import { type Person, Portal } from './portal/portal.ts';
import { fillSignIn, signIn } from './portal/screens.ts';
import { expect, type Page, newPerson, test } from './portal/test.ts';

const CLOSE = 'Эту страницу можно закрыть.';
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();
const state = (page: Page) => page.getByRole('main').getByRole('status');

test('an assistant opens the program’s link, signs in, lets it in, finds it in the list and sends it away', async ({
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
  // other stories' programs may stand below
  const rows = page.getByRole('row').filter({ hasText: '0.1.0' });
  const row = rows.first();
  await expect(row).toContainText(assistant.name);
  await expect(row).toContainText('127.0.0.1');
  await expect(row).toContainText(/только что|назад/);
  await checkScreen(page, 'desktop-apps');
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

test('a code typed on a phone is declined; one decided by a colleague says so', async ({
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
  await expect(state(page)).toContainText('Запрос отклонён');
  await expect(state(page)).toContainText(CLOSE);
  const refused = await first.program.ended;
  expect(refused.code).toBe(4);

  const second = await pc.requestAccess(portal.address);
  await page.goto(second.page);
  await expect(page.getByRole('button', { name: 'Разрешить' })).toBeVisible();
  // for a while the page is told what it was told first
  const look = `**/api/1/assistant/desktop-app/grant/${second.userCode}`;
  const asked = await api.findGrant(second.userCode);
  await page.route(look, (route) => route.fulfill({ json: asked }));
  await api.decideGrant(second.userCode, 'decline');
  await press(page, 'Разрешить');
  await page.unroute(look);
  await expect(page.getByText('Этот запрос уже отклонён')).toBeVisible();
  await expect(state(page)).toContainText('Запрос отклонён');
  await expect(page.getByRole('button', { name: 'Разрешить' })).toBeHidden();
});

test('a permission is taken back on the page that gave it', async ({ page, portal, assistant, pc }) => {
  const { program, page: link } = await pc.requestAccess(portal.address);
  await signIn(page, portal.address, assistant, new URL(link).pathname);
  await press(page, 'Разрешить');
  await program.waitForOutput(/Готово/);
  await press(page, 'Отозвать');
  await expect(state(page)).toContainText('Доступ отозван');
  await expect(state(page)).toContainText(CLOSE);
  expect((await pc.run('status')).code).toBe(3);
});

test('a request grows old on the page; switched off, there is no such page', async ({
  page,
  pc,
  allowedErrors,
}) => {
  allowedErrors.push(/status of 404 .*\/desktop-app\//);
  const portal = await Portal.start({ DESKTOP_GRANT_MAX_AGE: '0h0m15s' });
  try {
    const assistant: Person = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    // a request lives a quarter of a minute here, too short for the first page of a portal that has just started
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
    // a page that is open tells in the console that its portal has gone
    await page.close();
  } finally {
    await portal.remove();
  }
});
