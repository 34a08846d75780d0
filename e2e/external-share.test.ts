import { join } from 'node:path';
import { contentsOfFolder, contentsOfZip, writeSeries } from './portal/files.ts';
import { linkIn } from './portal/mailbox.ts';
import { AssistantAPI } from './portal/assistant-api.ts';
import { type Person, Portal, type RunningPortal } from './portal/portal.ts';
import { fillSignIn, signIn } from './portal/screens.ts';
import { openSharing, SENT, share } from './portal/sharing.ts';
import { expect, type Page, newPerson, test } from './portal/test.ts';

const PHONE = { width: 390, height: 844 };
const PATIENT = 'Соколова Анна Игоревна';
const NOT_FOUND = 'Запрошенная страница не найдена';

// what these stories provoke on purpose: closed links and PINs not told yet
test.use({ allowedErrors: [/status of 40[134] .*\/api\/1\/external\//] });

/** A done study of a new client; the address of its card, and what was sent. */
const doneStudy = async (api: AssistantAPI, portal: RunningPortal, folder: string) => {
  const client = await api.createClient(newPerson('Клиника «Апекс»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, PATIENT);
  const series = await writeSeries(join(folder, 'КТ'));
  await api.createDoneStudy(patient, 'cbct', series, 'Перед имплантацией 36');
  const path = `/assistant-area/doctors/${client.doctorID}/patients/${patient.patientID}/studies`;
  return { client, path, sent: contentsOfFolder(series) };
};

const expectOpen = (screen: Page) => expect(screen.getByRole('heading', { name: PATIENT })).toBeVisible();
const expectNotFound = (screen: Page) =>
  expect(screen.getByRole('heading', { name: NOT_FOUND })).toBeVisible();

test('a colleague without an account opens, downloads and views a study, until the link is deleted', async ({
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

  await test.step('a slip in the address, or no button at all, is told before anything is sent', async () => {
    await expect(dialog.getByLabel('Скачивание')).toBeChecked();
    await dialog.getByLabel('E-mail получателя').fill('kollega@');
    await dialog.getByLabel('Скачивание').uncheck();
    await dialog.getByRole('button', { name: 'Отправить ссылку' }).click();
    await expect(dialog.getByText('Введите корректный e-mail')).toBeVisible();
    await expect(dialog.getByText('Выберите хотя бы одну кнопку')).toBeVisible();
    await expect(dialog.getByText('Ссылок пока нет.', { exact: false })).toBeVisible();
  });

  const { email, letter, link, row } = await share(dialog, portal, {
    flags: ['Скачивание', 'Онлайн-просмотр'],
  });
  await expect(row).toContainText('Скачивание, онлайн-просмотр');
  await expect(row).toContainText('Ещё не открывали.');
  await expect(row).toContainText(/Письмо отправлено \d\d\.\d\d\.\d{4}/);
  await expect(dialog.getByText(SENT)).toBeHidden();
  expect(letter.text).not.toContain('Соколова');

  const screen = await newBrowserPage();
  const asked: string[] = [];
  screen.on('request', (request) => asked.push(request.url()));
  await test.step('the link opens without signing in: five facts and two buttons', async () => {
    await screen.goto(link);
    await expectOpen(screen);
    for (const fact of ['КЛКТ (3D)', 'Перед имплантацией 36', 'Доступ открыт до'])
      await expect(screen.getByText(fact)).toBeVisible();
    await expect(screen.getByText(/^\d\d\.\d\d\.20\d\d$/)).toHaveCount(2);
    await expect(screen.getByRole('navigation')).toHaveCount(0);
    expect(await screen.context().cookies()).toEqual([]);
  });

  await test.step('she downloads what the centre has sent', async () => {
    const [saved] = await Promise.all([
      screen.waitForEvent('download'),
      screen.getByRole('button', { name: 'Скачать' }).click(),
    ]);
    await saved.saveAs(join(folder, 'saved.zip'));
    expect(saved.suggestedFilename()).toMatch(/^Соколова_А_И_\d{4}-\d\d-\d\d_КЛКТ\.zip$/);
    expect(contentsOfZip(join(folder, 'saved.zip'))).toEqual(sent);
  });

  await test.step('she looks at the scan, and comes back', async () => {
    await screen.getByRole('button', { name: 'Онлайн-просмотр' }).click();
    await expect(screen).toHaveURL(/\/viewer#/);
    await expect(screen.getByRole('group', { name: 'Аксиальный' })).toBeVisible();
    await screen.getByRole('button', { name: 'Закрыть' }).click();
    await expectOpen(screen);
  });
  const secret = new URL(link).hash.slice(1);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(asked.filter((url) => url.split('#')[0]!.includes(secret))).toEqual([]);

  await test.step('the centre sees that, sends the letter again and copies the same link', async () => {
    await page.getByRole('button', { name: 'Закрыть' }).last().click();
    const again = await openSharing(page);
    await expect(again.getByRole('listitem', { name: email })).toContainText(/Открыли .*скачали 1\sраз/);
    await row.getByRole('button', { name: 'Отправить ещё раз' }).click();
    await expect.poll(() => portal.mailbox.lettersTo(email).map(linkIn)).toEqual([link, link]);
    await row.getByRole('button', { name: 'Скопировать ссылку' }).click();
    await expect(row.getByText('Скопировано')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });

  const watched = await newBrowserPage();
  await watched.clock.install();
  await watched.goto(link);
  await expectOpen(watched);
  await test.step('the link is deleted while the page is open: the next click finds nothing', async () => {
    // which would close by itself half a minute after it was loaded
    await screen.reload();
    await expectOpen(screen);
    await row.getByRole('button', { name: 'Удалить' }).click();
    await row.getByRole('button', { name: 'Отмена' }).click();
    await row.getByRole('button', { name: 'Удалить' }).click();
    await row.getByRole('button', { name: 'Удалить ссылку' }).click();
    await expect(row).toBeHidden();
    await expectOpen(screen);
    await screen.getByRole('button', { name: 'Скачать' }).click();
    await expectNotFound(screen);
    await screen.reload();
    await expectNotFound(screen);
    await expect(screen.getByRole('link', { name: 'Вернуться на главную' })).toHaveAttribute('href', '/');
  });

  await test.step('a page on which nobody clicks closes by itself', async () => {
    await expectOpen(watched);
    await watched.clock.runFor(30_000);
    await expectNotFound(watched);
  });
});

test(
  'a link offers what it was made for, whoever is signed in beside it',
  { tag: '@one-process' },
  async ({ page, newBrowserPage, portal, assistant, api, folder }) => {
    const { client, path } = await doneStudy(api, portal, folder);
    await signIn(page, portal.address, assistant, path);
    const dialog = await openSharing(page);
    const toDownload = await share(dialog, portal);
    const toView = await share(dialog, portal, { flags: ['Онлайн-просмотр'] });
    const buttons = (screen: Page) => screen.getByRole('main').getByRole('button').allInnerTexts();

    const screen = await newBrowserPage();
    await screen.goto(toDownload.link);
    await expectOpen(screen);
    expect(await buttons(screen)).toEqual(['Скачать']);
    // another link pasted over this one
    await screen.goto(toView.link);
    await expect(screen.getByRole('button', { name: 'Онлайн-просмотр' })).toBeVisible();
    expect(await buttons(screen)).toEqual(['Онлайн-просмотр']);

    const wrong = `${portal.address}/external-area/study`;
    for (const address of [wrong, `${wrong}#wrong`, `${toView.link}x`, `${portal.address}/external-area/`]) {
      await screen.goto('about:blank');
      await screen.goto(address);
      await expectNotFound(screen);
    }

    await screen.goto(portal.address);
    await fillSignIn(screen, client);
    await expect(screen.getByRole('button', { name: 'Выйти' })).toBeVisible();
    await screen.goto(toDownload.link);
    await expectOpen(screen);
    expect(await buttons(screen)).toEqual(['Скачать']);
    await screen.goto(`${wrong}#wrong`);
    await expectNotFound(screen);
    await screen.goto(portal.address);
    await expect(screen.getByRole('button', { name: 'Выйти' })).toBeVisible();
  },
);

test('on a phone: a link with a PIN, told by another way', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
}) => {
  const { path } = await doneStudy(api, portal, folder);
  await page.setViewportSize(PHONE);
  await signIn(page, portal.address, assistant, path);
  const dialog = await openSharing(page);
  const { pin, letter, link, row } = await share(dialog, portal, { withPIN: true });
  await expect(dialog.getByText(`ПИН-код: ${pin}.`)).toBeVisible();
  await expect(row).toContainText('Скачивание, ПИН-код');
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

/** What the portal answers to a page that has this link open. */
const statusOf = async (link: string): Promise<number> => {
  const { origin, hash } = new URL(link);
  const headers = { authorization: `Bearer ${hash.slice(1)}` };
  return (await fetch(`${origin}/api/1/external/study?again=true`, { headers })).status;
};

test(
  'a link runs out while its page is open; without online viewing only downloading is offered',
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
      // the page may have closed by itself meanwhile
      await expect(async () => {
        const download = screen.getByRole('button', { name: 'Скачать' });
        if (await download.isVisible()) await download.click({ timeout: 5_000 });
        await expectNotFound(screen);
      }).toPass();
      await page.reload();
      const row = (await openSharing(page)).getByRole('listitem', { name: email });
      await expect(row).toContainText('срок истёк');
      await expect(row.getByRole('button', { name: 'Скопировать ссылку' })).toHaveCount(0);
      // a page that is open tells in the console that its portal has gone
      await page.close();
    } finally {
      await portal.remove();
    }
  },
);
