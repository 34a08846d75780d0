import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

const MESSENGER = '/assistant-area/messenger';
const messages = (page: Page) => page.getByRole('region', { name: 'Сообщения' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Сообщение' });
const bubble = (page: Page, text: string | RegExp) =>
  messages(page).getByRole('listitem').filter({ hasText: text });
const dialogs = (page: Page) => page.getByRole('list', { name: 'Диалоги' });
const chatButton = (page: Page) => page.getByRole('button', { name: /^Чат с оператором/ });
const write = async (page: Page, text: string) => {
  await field(page).fill(text);
  await field(page).press('Enter');
};

/** Counts the sounds of the page: each notification consists of two oscillator notes. */
const countNotes = (page: Page) =>
  page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    const counted = Object.assign(window, { notes: 0 });
    OscillatorNode.prototype.start = function (when) {
      counted.notes += 1;
      start.call(this, when);
    };
  });
const playedNotes = (page: Page) => page.evaluate(() => (window as unknown as { notes: number }).notes);

test('a client and the centre exchange messages, which appear at once and are shown as read', async ({
  page,
  newBrowserPage,
  portal,
  api,
  assistant,
}) => {
  const clinic = await api.createClient(newPerson('Клиника Вопросова'), portal.mailbox);
  const colleague = await portal.addAccount('assistant', newPerson('Зоя Ответова'));
  const doctors = await newBrowserPage();
  const second = await newBrowserPage();
  await countNotes(page);
  await countNotes(doctors);
  await signIn(page, portal.address, assistant);
  await page.getByRole('link', { name: /^Мессенджер/ }).click();
  await expect(page.getByText('Выберите диалог')).toBeVisible();
  await signIn(second, portal.address, colleague, MESSENGER);
  await signIn(doctors, portal.address, clinic);

  await chatButton(doctors).click();
  await expect(field(doctors)).toBeFocused();
  await write(doctors, 'Когда будет готов снимок Петрова? Пациент ждёт у нас в клинике и торопится домой');
  await expect(bubble(doctors, 'снимок Петрова').getByRole('img', { name: 'Отправлено' })).toBeVisible();

  const row = dialogs(page).getByRole('link', { name: /Клиника Вопросова/ });
  await expect(row).toContainText('Когда будет готов снимок Петрова? Пациент ждёт у нас в клинике и …');
  await expect(row).toContainText('только что');
  await expect(row).toContainText('Не прочитано');
  await expect(page).toHaveTitle(/^\d+\sнепрочитанн[а-я]+ диалог[а-я]* · Мессенджер$/);
  await expect.poll(() => playedNotes(page)).toBe(2);
  await row.click();
  await expect(page).toHaveURL(/\?dialog=\d+$/);
  await expect(bubble(doctors, 'снимок Петрова').getByRole('img', { name: 'Прочитано' })).toBeVisible();
  await expect(row).not.toContainText('Не прочитано');

  await write(page, 'Через десять минут');
  await expect(bubble(doctors, 'Через десять минут')).toBeVisible();
  await expect(bubble(page, 'Через десять минут').getByRole('img', { name: 'Прочитано' })).toBeVisible();
  await expect.poll(() => playedNotes(doctors)).toBe(2);
  const colleagues = dialogs(second).getByRole('link', { name: /Клиника Вопросова/ });
  await expect(colleagues).toContainText('Через десять минут');
  await colleagues.click();
  await expect(bubble(second, 'Через десять минут')).toContainText(assistant.name);
  await write(second, 'Уже готов');
  await expect(bubble(page, 'Уже готов')).toContainText(colleague.name);

  // the closed chat shows unread messages, without a sound after it was switched off
  await doctors.getByRole('button', { name: 'Выключить звук' }).click();
  const notes = await playedNotes(doctors);
  await doctors.keyboard.press('Escape');
  await expect(chatButton(doctors)).toBeFocused();
  await write(page, 'Смотрите <b>https://clinic.test/a?b=1</b>.');
  await expect(doctors.getByRole('button', { name: /непрочитанное сообщение/ })).toBeVisible();
  await expect(doctors).toHaveTitle(/^Новое сообщение · /);
  await expect(bubble(page, 'Смотрите').getByRole('img', { name: 'Отправлено' })).toBeVisible();
  expect(await playedNotes(doctors)).toBe(notes);
  await chatButton(doctors).click();
  await expect(bubble(page, 'Смотрите').getByRole('img', { name: 'Прочитано' })).toBeVisible();
  await expect(doctors).not.toHaveTitle(/сообщение/);
  const link = bubble(doctors, 'Смотрите').getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://clinic.test/a?b=1');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(bubble(doctors, 'Смотрите')).toContainText('<b>https://clinic.test/a?b=1</b>.');
});

test(
  'the centre finds a client who has never written, and writes first',
  { tag: '@one-process' },
  async ({ page, portal, api, assistant, allowedErrors }) => {
    allowedErrors.push(/404/);
    await api.inviteClient(newPerson('Ёжикова Мария'), portal.mailbox);
    await signIn(page, portal.address, assistant, MESSENGER);
    await page.getByRole('textbox', { name: 'Поиск по имени' }).fill('ежик');
    await dialogs(page)
      .getByRole('link', { name: /Ёжикова Мария/ })
      .click();
    await expect(messages(page)).toContainText('Сообщений пока нет');
    await field(page).fill('Первая строка');
    await field(page).press('Shift+Enter');
    await field(page).pressSequentially('вторая');
    await page.getByRole('button', { name: 'Отправить' }).click();
    await expect(bubble(page, /Первая строка\nвторая/)).toBeVisible();
    await expect(field(page)).toHaveValue('');
    // each dialog has its own draft
    await field(page).fill('Не забыть про');
    await page.reload();
    await expect(field(page)).toHaveValue('Не забыть про');
    await page.goto(`${portal.address}${MESSENGER}?dialog=99999999`);
    await expect(page.getByText('Клиент не найден')).toBeVisible();
    await page.getByRole('textbox', { name: 'Поиск по имени' }).fill('нет такого');
    await expect(page.getByText('Ничего не найдено')).toBeVisible();
  },
);

test(
  'an unsent message survives a reload and arrives exactly once after repeated attempts',
  { tag: '@one-process' },
  async ({ page, portal, api, allowedErrors }) => {
    allowedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
    const clinic = await api.createClient(newPerson('Клиника Обрывова'), portal.mailbox);
    // without a WebSocket the chat polls
    await page.routeWebSocket('**/connection/websocket', (socket) => socket.close());
    await signIn(page, portal.address, clinic);
    await chatButton(page).click();
    await field(page).fill('Недописанное');
    await page.reload();
    await chatButton(page).click();
    await expect(field(page)).toHaveValue('Недописанное');

    await page.route('**/messenger/messages/send', (route) => route.abort());
    await write(page, 'Снимок не открывается');
    const first = bubble(page, 'Снимок не открывается');
    await expect(first).toContainText('Не отправлено');
    await page.unroute('**/messenger/messages/send');
    await page.reload();
    await chatButton(page).click();
    await expect(first).toContainText('Не отправлено');

    // the first request arrives, but its response is lost
    let sent = 0;
    await page.route('**/messenger/messages/send', async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    // polling is paused, because it would deliver the message and so remove the button that sends it again
    const resumePolling = Promise.withResolvers<void>();
    await page.route(/\/doctor\/messenger\/messages(\?|$)/, async (route) => {
      await resumePolling.promise;
      await route.continue();
    });
    const retry = first.getByRole('button', { name: 'Повторить' });
    await retry.click();
    await expect.poll(() => sent).toBe(1);
    await expect(first).toContainText('Не отправлено');
    await retry.click();
    await expect.poll(() => sent).toBe(2);
    resumePolling.resolve();
    const delivered = first.getByRole('img', { name: 'Отправлено' });
    await expect(delivered).toBeVisible();
    await page.reload();
    await chatButton(page).click();
    await expect(delivered).toBeVisible();
    await expect(bubble(page, 'Снимок не открывается')).toHaveCount(1);

    // messages of the centre arrive without the WebSocket too
    await api.sendMessage(clinic, 'Откройте его в Chrome');
    await expect(bubble(page, 'Откройте его в Chrome')).toBeVisible();

    // signing out deletes the drafts in this browser
    await field(page).fill('Личное');
    await page.keyboard.press('Escape');
    // the drafts are deleted even if the response to the sign-out arrives after a 401 to another request
    allowedErrors.push(/401 .*\/api\/1\//);
    await page.route('**/auth/token', async (route) => {
      const refused = page.waitForResponse((reply) => reply.status() === 401);
      const response = await route.fetch();
      await (await refused).finished();
      // when the page is idle, it has handled the 401
      await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Выйти' }).click();
    await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
    await expect(page).toHaveURL(`${portal.address}/`);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Личное');
  },
);

test(
  'scrolling up loads older messages, and the visible messages do not move',
  { tag: '@one-process' },
  async ({ page, portal, api }) => {
    const clinic = await api.createClient(newPerson('Клиника Архивова'), portal.mailbox);
    for (let n = 1; n <= 70; n++) await api.sendMessage(clinic, `Сообщение ${n}.`);
    await signIn(page, portal.address, clinic);
    await chatButton(page).click();
    await expect(bubble(page, 'Сообщение 70.')).toBeInViewport();
    await expect(bubble(page, 'Сообщение 40.')).toHaveCount(0);

    const olderMessages = Promise.withResolvers<void>();
    await page.route('**/messenger/messages?before=*', async (route) => {
      await olderMessages.promise;
      await route.continue();
    });
    const top = async (text: string) => (await bubble(page, text).boundingBox())?.y;
    await messages(page).evaluate((box) => box.scrollTo(0, 0));
    await expect(bubble(page, 'Сообщение 41.')).toBeInViewport();
    const before = await top('Сообщение 41.');
    olderMessages.resolve();
    await expect(bubble(page, 'Сообщение 11.')).toHaveCount(1);
    expect(await top('Сообщение 41.')).toBeCloseTo(before ?? 0, 0);

    await api.sendMessage(clinic, 'Самое новое.');
    const news = page.getByRole('button', { name: 'Новые сообщения' });
    await expect(news).toBeVisible();
    expect(await top('Сообщение 41.')).toBeCloseTo(before ?? 0, 0);
    await expect(bubble(page, 'Самое новое.')).not.toBeInViewport();
    await news.click();
    await expect(bubble(page, 'Самое новое.')).toBeInViewport();
    await expect(news).toBeHidden();
    await messages(page).evaluate((box) => box.scrollTo(0, 0));
    await expect(bubble(page, 'Сообщение 1.')).toHaveCount(1);
    await expect(messages(page).getByRole('listitem')).toHaveCount(71);
  },
);

test(
  'the messenger and the chat are accessible, and the chat covers no controls',
  { tag: '@one-process' },
  async ({ page, newBrowserPage, portal, api, assistant }) => {
    const clinic = await api.createClient(newPerson('Клиника Видова'), portal.mailbox);
    for (let n = 0; n < 9; n++) await api.createPatient(clinic.doctorID, `Пациентов Пётр ${n}`);
    await api.sendMessage(clinic, 'Здравствуйте! Снимок готов, его можно скачать в карточке пациента.');
    await signIn(page, portal.address, assistant, MESSENGER);
    await checkScreen(page, 'messenger');
    await page.goto(`${portal.address}/assistant-area/doctors/${clinic.doctorID}/patients`);
    await page.getByRole('link', { name: 'Написать' }).click();
    await expect(bubble(page, 'Снимок готов')).toBeVisible();
    await checkScreen(page, 'messenger-dialog');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'К диалогам' }).click();
    await expect(dialogs(page)).toBeVisible();

    const doctors = await newBrowserPage();
    await signIn(doctors, portal.address, clinic);
    await expect(doctors.getByRole('button', { name: /непрочитанное сообщение/ })).toBeVisible();
    await checkScreen(doctors, 'chat-closed');
    await doctors.setViewportSize({ width: 390, height: 844 });
    await chatButton(doctors).click();
    const sheet = doctors.getByRole('dialog', { name: 'Чат с оператором' });
    expect(await sheet.boundingBox()).toMatchObject({ width: 390, height: 844 });
    await expect(bubble(doctors, 'Снимок готов')).toBeVisible();
    await sheet.getByRole('button', { name: 'Закрыть чат' }).click();
    await expect(sheet).toBeHidden();
    await doctors.setViewportSize({ width: 1440, height: 900 });
    await chatButton(doctors).click();
    await write(doctors, 'Спасибо, скачали.');
    // on a phone the button of the closed menu shows unread messages
    await expect(page.getByRole('banner').getByRole('img', { name: /непрочитанн/ })).toBeInViewport();
    await checkScreen(doctors, 'chat');
  },
);
