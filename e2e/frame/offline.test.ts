import type { Route } from '@playwright/test';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

/** Errors that the browser reports for requests and sockets while it has no network. */
const WITHOUT_NETWORK = /net::ERR_INTERNET_DISCONNECTED/;
/** Errors that it reports for requests and sockets to a portal that was killed. */
const WITHOUT_PORTAL = /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/;

const banner = (page: Page) =>
  page.locator('[role=status] > div').filter({ hasText: 'Нет связи с сервером' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Сообщение' });

/** Opens the form for a card on the page of a client, and fills it. */
const fillCard = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Создать карточку пациента' }).first().click();
  const form = page.getByRole('dialog', { name: 'Создать карточку пациента' });
  await form.getByLabel('ФИО').fill(name);
  await form.getByLabel('Женский').check();
  await form.getByLabel('Дата рождения').fill('04.05.1984');
  return form;
};

test('without a network the page says so, shows the time of its data, and sends later what was submitted', async ({
  page,
  context,
  portal,
  api,
  allowedErrors,
}) => {
  allowedErrors.push(WITHOUT_NETWORK);
  const clinic = await api.createClient(newPerson('Клиника Обрывова'), portal.mailbox);
  await api.createPatient(clinic.doctorID, 'Связева Анна Игоревна');
  await signIn(page, portal.address, clinic);
  const row = page.getByRole('row').filter({ hasText: 'Связева Анна Игоревна' });
  await expect(row).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  // the code of the chat is loaded in advance
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await expect(banner(page)).toContainText(/Данные на \d\d:\d\d/);
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: /^Чат с оператором/ }).click();
  await expect(page.getByText('Они появятся сами, когда связь восстановится')).toHaveCount(0);
  await field(page).fill('Снимок не открывается');
  await field(page).press('Enter');
  const message = page.getByRole('listitem').filter({ hasText: 'Снимок не открывается' });
  await expect(message).toContainText('Ждёт связи');

  await api.createPatient(clinic.doctorID, 'Новикова Вера Павловна');
  await context.setOffline(false);
  await expect(banner(page)).toHaveCount(0);
  await expect(message.getByRole('img', { name: 'Отправлено' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Новикова Вера Павловна' })).toBeVisible();

  // an answer that was sent before the network failed arrives afterwards
  const probe = Promise.withResolvers<Route>();
  await page.route('**/healthz', probe.resolve, { times: 1 });
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Доступные мне' }).press('Enter');
  const waiting = page.getByText('Страница откроется сама, когда связь появится');
  await expect(waiting).toBeVisible();
  const nextProbe = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
  await (await probe.promise).fulfill({ json: { status: 'alive' } });
  await nextProbe;
  await expect(waiting).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Доступные мне' })).toBeVisible();
});

test('a chat that is opened without a network before its messages are loaded says so, and opens by itself', async ({
  page,
  context,
  portal,
  api,
  allowedErrors,
}) => {
  allowedErrors.push(WITHOUT_NETWORK);
  const clinic = await api.createClient(newPerson('Клиника Безсетева'), portal.mailbox);
  // the request gets no answer until the network fails
  await page.route('**/doctor/messenger/messages*', () => undefined);
  await signIn(page, portal.address, clinic);
  const chat = page.getByRole('button', { name: /^Чат с оператором/ });
  await expect(chat).toBeVisible();
  await context.setOffline(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await chat.click();
  const waiting = page.getByText('Чат откроется сам, когда связь появится');
  await expect(waiting).toBeVisible();
  await context.setOffline(false);
  await expect(field(page)).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('a dead and a hanging server are detected, and a form is sent once when the server is back', async ({
  page,
  ownPortal,
  allowedErrors,
}) => {
  allowedErrors.push(WITHOUT_PORTAL);
  const assistant = await ownPortal.addAccount('assistant', newPerson('Ольга Офлайнова'));
  await ownPortal.addAccount('doctor', newPerson('Клиника Ждущая'));
  let heartbeats = 0;
  page.on('websocket', (socket) => socket.on('framereceived', () => (heartbeats += 1)));
  await signIn(page, ownPortal.address, assistant, '/assistant-area/?tab=doctors');
  await page.getByRole('row').filter({ hasText: 'Клиника Ждущая' }).click();
  const form = await fillCard(page, 'Ждущая Вера Павловна');

  await ownPortal.kill();
  await expect(banner(page)).toBeVisible();
  await form.getByRole('button', { name: 'Создать' }).click();
  await expect(form).toContainText('Ждёт связи');
  await expect(banner(page)).toContainText('Ждёт связи: 1 действие');

  await ownPortal.start();
  await expect(banner(page)).toHaveCount(0);
  await expect(form).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Ждущая Вера Павловна' })).toBeVisible();
  await page.getByRole('link', { name: 'Клиника Ждущая' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Ждущая Вера Павловна' })).toHaveCount(1);

  ownPortal.program?.pause();
  await page.getByRole('link', { name: 'Главная' }).first().click();
  await expect(banner(page)).toBeVisible();
  ownPortal.program?.resume();
  await expect(banner(page)).toHaveCount(0);

  // the page, whose realtime connection is open again, is not touched
  const before = heartbeats;
  await expect.poll(() => heartbeats).toBeGreaterThan(before);
  ownPortal.program?.pause();
  await expect(banner(page)).toBeVisible({ timeout: 10_000 });
  ownPortal.program?.resume();
  await expect(banner(page)).toHaveCount(0);
});

test('closing a waiting form cancels it, and leaving the page of a form prevents its later redirect', async ({
  page,
  context,
  portal,
  assistant,
  api,
  allowedErrors,
}) => {
  allowedErrors.push(WITHOUT_NETWORK);
  const clinic = await api.createClient(newPerson('Клиника Передумова'), portal.mailbox);
  const patientID = (await api.createPatient(clinic.doctorID, 'Передумов Пётр')).patientID;
  const form = `/assistant-area/applications/create/${clinic.doctorID}/${patientID}`;
  await signIn(page, portal.address, assistant, form);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  const held = Promise.withResolvers<void>();
  await page.route(/\/patients\/\d+\/studies$/, async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: 'Рентген (2D)' }).check();
  const created = page.waitForResponse((response) => response.request().method() === 'POST');
  await main.getByRole('button', { name: 'Создать исследование' }).click();
  await page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: 'Корзина' }).click();
  await expect(page.getByRole('heading', { name: 'Корзина', level: 1 })).toBeVisible();
  held.resolve();
  expect((await created).ok()).toBe(true);

  await page.goto(`${portal.address}/assistant-area/doctors/${clinic.doctorID}/patients`);
  const dialog = await fillCard(page, 'Отменённая Инна');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await expect(dialog).toContainText('Ждёт связи');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click();
  await expect(dialog).toBeHidden();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await context.setOffline(false);
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  expect(sent.filter((url) => url.includes('/patients'))).toEqual([]);
  expect(visited.filter((path) => path.endsWith('/studies'))).toEqual([]);
});

test('a study that is requested without a network is created later, even if the page was left and closed', async ({
  page,
  context,
  portal,
  assistant,
  api,
  allowedErrors,
}) => {
  allowedErrors.push(WITHOUT_NETWORK);
  const clinic = await api.createClient(newPerson('Клиника Уходова'), portal.mailbox);
  const name = 'Уходова Пелагея Олеговна';
  const { patientID } = await api.createPatient(clinic.doctorID, name);
  const card = `/assistant-area/doctors/${clinic.doctorID}/patients/${patientID}/studies`;
  await signIn(
    page,
    portal.address,
    assistant,
    `/assistant-area/applications/create/${clinic.doctorID}/${patientID}`,
  );
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: 'Рентген (2D)' }).check();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await main.getByRole('button', { name: 'Создать исследование' }).click();
  await expect(main).toContainText(
    'Действие выполнится само, как только она появится, даже если уйти со страницы',
  );
  await page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: 'Главная' }).click();
  await page.getByRole('button', { name: /^Ждёт связи: 1/ }).click();
  const list = page.getByRole('dialog', { name: 'Неотправленные действия' });
  await expect(list).toContainText(`Исследование: ${name}`);
  // the name is not readable in the browser's storage
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(name);
  await page.close();

  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto(`${portal.address}/assistant-area/`);
  await expect(later.getByText(`Создано исследование: ${name}`)).toBeVisible();
  await later.goto(`${portal.address}${card}`);
  await expect(later.getByRole('main').getByText('Рентген (2D)')).toHaveCount(1);
});
