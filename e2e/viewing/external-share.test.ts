import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { type Contents, contentsOfFolder, contentsOfZip, writeSeries } from '../portal/files.ts';
import { linkIn } from '../portal/mailbox.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { type Person, Portal, type RunningPortal } from '../portal/portal.ts';
import { fillSignIn, signIn, studiesPath } from '../pages/screens.ts';
import { openSharing, SENT, share, showsSlicesEarly } from '../pages/sharing.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

const PHONE = { width: 390, height: 844 };
const PATIENT = 'Соколова Анна Игоревна';

// deleted links and missing PINs cause these errors
test.use({ allowedErrors: [/status of 40[134] .*\/api\/1\/external\//] });

/** Creates a done study of a new client; returns the path of its page and the contents of its files. */
const doneStudy = async (api: AssistantAPI, portal: RunningPortal, folder: string) => {
  const client = await api.createClient(newPerson('Клиника «Апекс»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, PATIENT);
  const series = await writeSeries(join(folder, 'КТ'));
  // as on the disc of an X-ray machine
  writeFileSync(join(series, 'viewer.exe'), 'MZ and the viewer of the manufacturer');
  await api.createDoneStudy(patient, 'cbct', series, 'Перед имплантацией 36');
  const path = studiesPath(patient);
  return { client, path, sent: contentsOfFolder(series) };
};

const expectOpen = (screen: Page) => expect(screen.getByRole('heading', { name: PATIENT })).toBeVisible();
const expectProgramNotice = (screen: Page | Locator) =>
  expect(
    screen.getByRole('note').filter({ hasText: /^В исследовании есть программы: не запускайте их/ }),
  ).toBeVisible();
const expectNoAccess = (screen: Page) =>
  expect(screen.getByRole('heading', { name: 'Доступ закрыт или его срок истёк' })).toBeVisible();

const expectFormChecks = async (dialog: Locator) => {
  await expect(dialog.getByLabel('Скачивание')).toBeChecked();
  await dialog.getByLabel('E-mail получателя').fill('kollega@');
  await dialog.getByLabel('Скачивание').uncheck();
  await dialog.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expect(dialog.getByText('Введите корректный e-mail')).toBeVisible();
  await expect(dialog.getByText('Выберите хотя бы одну кнопку')).toBeVisible();
  await expect(dialog.getByText('Ссылок пока нет.', { exact: false })).toBeVisible();
};

/** Opens a link with two actions in a browser without a session. */
const openSignedOut = async (screen: Page, link: string) => {
  await screen.goto(link);
  await expectOpen(screen);
  for (const fact of [/^КЛКТ \(3D\) от\s[\d.]{10}$/, 'Перед имплантацией 36', 'Доступ открыт до'])
    await expect(screen.getByText(fact)).toBeVisible();
  await expect(screen.getByText(/^\d\d\.\d\d\.20\d\d$/)).toHaveCount(1);
  await expectProgramNotice(screen);
  await expect(screen.getByRole('navigation')).toHaveCount(0);
  expect(await screen.context().cookies()).toEqual([]);
};

const download = async (screen: Page, folder: string): Promise<Contents> => {
  const [saved] = await Promise.all([
    screen.waitForEvent('download'),
    screen.getByRole('button', { name: 'Скачать' }).click(),
  ]);
  await saved.saveAs(join(folder, 'saved.zip'));
  expect(saved.suggestedFilename()).toMatch(/^Соколова_А_И_\d{4}-\d\d-\d\d_КЛКТ\.zip$/);
  return contentsOfZip(join(folder, 'saved.zip'));
};

/** Cancels the deletion once, and then deletes the link. */
const deleteLink = async (row: Locator) => {
  await row.getByRole('button', { name: 'Удалить' }).click();
  await row.getByRole('button', { name: 'Отмена' }).click();
  await row.getByRole('button', { name: 'Удалить' }).click();
  await row.getByRole('button', { name: 'Удалить ссылку' }).click();
  await expect(row).toContainText('Ссылка удалена');
};

test('a recipient without an account opens, downloads and views a study until the link is deleted', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
}) => {
  const { path, sent } = await doneStudy(api, portal, folder);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, portal.address, assistant, path);
  const dialog = await openSharing(page);
  await test.step('the form is checked before it is sent', () => expectFormChecks(dialog));

  const { email, letter, link, row } = await share(dialog, portal, {
    flags: ['Скачивание', 'Онлайн-просмотр'],
  });
  await expect(row).toContainText('Скачивание, онлайн-просмотр');
  await expect(row).toContainText('Ещё не открывали.');
  await expect(row).toContainText(/Письмо отправлено \d\d\.\d\d\.\d{4}/);
  await expect(dialog.getByText(SENT)).toBeHidden();
  expect(letter.text).not.toContain('Соколова');

  const screen = await newBrowserPage();
  const requestedURLs: string[] = [];
  screen.on('request', (request) => requestedURLs.push(request.url()));
  await test.step('the link opens without signing in', () => openSignedOut(screen, link));

  await test.step('the recipient downloads the files that were uploaded', async () => {
    expect(await download(screen, folder)).toEqual(sent);
  });

  await test.step('the recipient opens the viewer and closes it', async () => {
    await screen.getByRole('button', { name: 'Онлайн-просмотр' }).click();
    await expect(screen).toHaveURL(/\/viewer#/);
    await expect(screen.getByRole('group', { name: 'Аксиальный' })).toBeVisible();
    await showsSlicesEarly(await newBrowserPage(), screen.url());
    await screen.getByRole('button', { name: 'Закрыть' }).click();
    await expectOpen(screen);
  });
  const secret = new URL(link).hash.slice(1);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(requestedURLs.filter((url) => url.split('#')[0]!.includes(secret))).toEqual([]);

  await test.step('the assistant sees the access, sends the letter again and copies the same link', async () => {
    await page.getByRole('button', { name: 'Закрыть' }).last().click();
    const again = await openSharing(page);
    await expect(again.getByRole('listitem', { name: email })).toContainText(/Открыли .*скачали 1\sраз/);
    await row.getByRole('button', { name: 'Отправить ещё раз' }).click();
    await expect.poll(() => portal.mailbox.lettersTo(email).map(linkIn)).toEqual([link, link]);
    await row.getByRole('button', { name: 'Скопировать ссылку' }).click();
    await expect(row.getByText('Скопировано')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });

  const idle = await newBrowserPage();
  await idle.clock.install();
  await idle.goto(link);
  await expectOpen(idle);
  await test.step('after the link is deleted the next click on the open page says that access has ended', async () => {
    // reloaded, because the page itself checks the link only every half a minute
    await screen.reload();
    await expectOpen(screen);
    await deleteLink(row);
    await expectOpen(screen);
    await screen.getByRole('button', { name: 'Скачать' }).click();
    await expectNoAccess(screen);
    await screen.reload();
    await expectNoAccess(screen);
    await expect(screen.getByRole('link', { name: 'Вернуться на главную' })).toHaveAttribute('href', '/');
  });

  await test.step('a page without clicks says that access has ended within half a minute', async () => {
    await expectOpen(idle);
    await idle.clock.runFor(30_000);
    await expectNoAccess(idle);
  });
});

test(
  'a link offers only its own actions, also in a signed-in browser',
  { tag: '@one-process' },
  async ({ page, newBrowserPage, portal, assistant, api, folder }) => {
    const { client, path } = await doneStudy(api, portal, folder);
    await signIn(page, portal.address, assistant, path);
    await expectProgramNotice(page);
    const dialog = await openSharing(page);
    const toDownload = await share(dialog, portal);
    const toView = await share(dialog, portal, { flags: ['Онлайн-просмотр'] });
    const buttons = (screen: Page) => screen.getByRole('main').getByRole('button').allInnerTexts();

    const screen = await newBrowserPage();
    await screen.goto(toDownload.link);
    await expectOpen(screen);
    expect(await buttons(screen)).toEqual([expect.stringMatching(/^Скачать \(.+\)$/), 'Записать на диск']);
    // the address bar changes from one link to another without a reload
    await screen.goto(toView.link);
    await expect(screen.getByRole('button', { name: 'Онлайн-просмотр' })).toBeVisible();
    expect(await buttons(screen)).toEqual(['Онлайн-просмотр']);

    const wrong = `${portal.address}/external-area/study`;
    for (const address of [wrong, `${wrong}#wrong`, `${toView.link}x`]) {
      await screen.goto('about:blank');
      await screen.goto(address);
      await expectNoAccess(screen);
    }
    await screen.goto(`${portal.address}/external-area/`);
    await expect(screen.getByRole('heading', { name: 'Запрошенная страница не найдена' })).toBeVisible();

    await screen.goto(portal.address);
    await fillSignIn(screen, client);
    await expect(screen.getByRole('button', { name: 'Выйти' })).toBeVisible();
    await screen.goto(toDownload.link);
    await expectOpen(screen);
    expect(await buttons(screen)).toEqual([expect.stringMatching(/^Скачать \(.+\)$/), 'Записать на диск']);
    await screen.goto(`${wrong}#wrong`);
    await expectNoAccess(screen);
    await screen.goto(portal.address);
    await expect(screen.getByRole('button', { name: 'Выйти' })).toBeVisible();
    // the client's own card has the same notice
    await screen.getByRole('link', { name: 'Список исследований' }).click();
    await expectProgramNotice(screen);
  },
);

test('on a phone a link with a PIN opens after the PIN is entered', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
}) => {
  const { path } = await doneStudy(api, portal, folder);
  await page.setViewportSize(PHONE);
  await signIn(page, portal.address, assistant, path.replace(/\/\d+\/studies$/, ''));
  await page.getByRole('link', { name: PATIENT }).click();
  const dialog = await openSharing(page);
  const { pin, letter, link, row } = await share(dialog, portal, { withPIN: true });
  const shown = new RegExp(`^${pin.slice(0, 3)}\\s${pin.slice(3)}$`);
  await expect(row).toContainText('Скачивание, ПИН-код');
  await test.step('the PIN stays until the assistant has noted it', async () => {
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.goBack();
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect(dialog.getByText(shown)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Код записан' }).click();
    await expect(dialog.getByText(shown)).toBeHidden();
    await expect(dialog.getByLabel('E-mail получателя')).toHaveValue('');
  });
  expect(letter.text).toContain('Страница попросит ПИН-код');
  expect(letter.text).not.toContain(pin);

  const screen = await newBrowserPage();
  await screen.setViewportSize(PHONE);
  await screen.goto(link);
  await expect(screen.getByRole('heading', { name: 'Введите ПИН-код' })).toBeVisible();
  const field = screen.getByLabel('ПИН-код');
  await field.fill(pin === '000000' ? '111111' : '000000');
  await screen.getByRole('button', { name: 'Открыть' }).click();
  await expect(screen.getByText('Неверный ПИН-код')).toBeVisible();
  await field.fill(pin);
  await field.press('Enter');
  await expectOpen(screen);
  for (const one of [page, screen]) {
    const scrolls = await one.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(scrolls).toBe(false);
  }
  const [saved] = await Promise.all([
    screen.waitForEvent('download'),
    screen.getByRole('button', { name: 'Скачать' }).click(),
  ]);
  expect(await saved.failure()).toBeNull();
});

/** The status of the request with which an open page checks the link. */
const statusOf = async (link: string): Promise<number> => {
  const { origin, hash } = new URL(link);
  const headers = { authorization: `Bearer ${hash.slice(1)}` };
  return (await fetch(`${origin}/api/1/external/study?again=true`, { headers })).status;
};

test(
  'the open page of an expired link without online viewing says that access has ended',
  { tag: '@one-process' },
  async ({ page, newBrowserPage, folder }) => {
    const portal = await Portal.start({
      SHARE_MAX_AGE: '0h0m40s',
      STUDY_EXTERNAL_SHARE_REMOTE_VIEWER_ENABLED: 'off',
    });
    try {
      const assistant: Person = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
      const { path } = await doneStudy(await AssistantAPI.signIn(portal.address, assistant), portal, folder);
      await signIn(page, portal.address, assistant, path);
      const dialog = await openSharing(page);
      await expect(dialog.getByLabel('Скачивание')).toBeChecked();
      await expect(dialog.getByLabel('Скачивание')).toBeDisabled();
      await expect(dialog.getByLabel('Онлайн-просмотр')).toHaveCount(0);
      const { email, link } = await share(dialog, portal);
      const screen = await newBrowserPage();
      await screen.goto(link);
      await expectOpen(screen);
      await expect.poll(() => statusOf(link), { timeout: 90_000 }).toBe(404);
      // the open page may have noticed the expiry already
      await expect(async () => {
        const download = screen.getByRole('button', { name: 'Скачать' });
        if (await download.isVisible()) await download.click({ timeout: 5_000 });
        await expectNoAccess(screen);
      }).toPass();
      await page.reload();
      const row = (await openSharing(page)).getByRole('listitem', { name: email });
      await expect(row).toContainText('срок истёк');
      await expect(row.getByRole('button', { name: 'Скопировать ссылку' })).toHaveCount(0);
      // closed first, because an open page logs errors when its portal ends
      await page.close();
    } finally {
      await portal.remove();
    }
  },
);
