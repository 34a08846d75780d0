import { deflateSync, crc32 } from 'node:zlib';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import type { Person } from '../portal/portal.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

const MESSENGER = '/assistant-area/messenger';
const messages = (page: Page) => page.getByRole('region', { name: 'Сообщения' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Сообщение' });
const bubble = (page: Page, text: string | RegExp) =>
  messages(page).getByRole('listitem').filter({ hasText: text });
const openChat = (page: Page) => page.getByRole('button', { name: /^Чат с оператором/ }).click();
const sendButton = (page: Page) => page.getByRole('button', { name: 'Отправить' });

const chunk = (type: string, content: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** A grey square with a darker diagonal. */
const png = (side = 320): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0], 8);
  const rows = Buffer.alloc(side * (side + 1), 170);
  for (let y = 0; y < side; y++) {
    rows[y * (side + 1)] = 0;
    rows.fill(70, y * (side + 1) + 1 + y, y * (side + 1) + Math.min(side, y + 24) + 1);
  }
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
};

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
);

const attach = async (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('Файлы для сообщения').setInputFiles(files);

test('a client sends a picture and a PDF from a phone; an assistant takes the dialog, answers by template and searches', async ({
  page,
  newBrowserPage,
  portal,
  api,
  assistant,
  allowedErrors,
}) => {
  allowedErrors.push(/40[09] .*\/messenger\//, /ERR_FAILED/);
  const clinic = await api.createClient(newPerson('Клиника Снимкова'), portal.mailbox);
  const colleague = await portal.addAccount('assistant', newPerson('Инна Помогаева'));
  for (let n = 1; n <= 66; n++)
    await api.sendMessage(clinic, n === 3 ? 'Паспорт аппарата' : `Сообщение ${n}.`);
  const doctors = await newBrowserPage();
  const second = await newBrowserPage();
  await doctors.setViewportSize({ width: 390, height: 844 });
  await signIn(doctors, portal.address, clinic);
  await openChat(doctors);

  // a file that is no picture is refused with a sentence, and one whose request is lost is sent again
  const picture = { name: 'зуб.png', mimeType: 'image/png', buffer: png() };
  const fake = { name: 'страница.png', mimeType: 'image/png', buffer: Buffer.from('<html>') };
  let requests = 0;
  await doctors.route('**/attachments/*', (route) => {
    requests += 1;
    if (requests === 1) return route.abort();
    // the last file is still being sent when the page is loaded again
    return requests <= 4 ? route.continue() : undefined;
  });
  await attach(doctors, [picture]);
  const tray = doctors.getByRole('list', { name: 'Прикреплено' });
  await tray.getByRole('button', { name: 'Повторить' }).click();
  await expect(tray.getByRole('button', { name: 'Повторить' })).toBeHidden();
  await attach(doctors, [fake, { name: 'направление.pdf', mimeType: 'application/pdf', buffer: pdf }]);
  await expect(tray).toContainText('К сообщению можно прикрепить картинку JPEG, PNG или WebP');
  await expect(sendButton(doctors)).toBeDisabled();
  await checkScreen(doctors, 'chat-attaching');
  await doctors.setViewportSize({ width: 390, height: 844 });
  await tray.getByRole('button', { name: 'Убрать: страница.png' }).click();
  await reloadWithFiles(doctors, picture.buffer);
  await sendButton(doctors).click();
  await expect(tray).toBeHidden();
  const sent = bubble(doctors, 'направление.pdf');
  await expect(sent.getByRole('img', { name: 'Отправлено' })).toBeVisible();

  await readFiles(page, portal.address, assistant);
  await takeDialog(page, second, { address: portal.address, assistant, colleague });
  await answerByTemplate(page, second, assistant.name);
  await expect(bubble(doctors, 'снимок получили, спасибо!')).toBeVisible();

  await sendBeforeStored(page, picture.buffer);

  // a study as a card, which the client opens
  const patient = await api.createPatient(clinic.doctorID, 'Зубова Рита Павловна');
  await api.createStudy(patient, 'cbct');
  await page.getByRole('button', { name: 'Прикрепить' }).click();
  await page.getByRole('menuitem', { name: 'Прикрепить исследование' }).click();
  await page
    .getByRole('button', { name: /Зубова Рита Павловна.*КЛКТ/ })
    .first()
    .click();
  await sendButton(page).click();
  const card = messages(doctors).getByRole('link', { name: /Зубова Рита Павловна.*КЛКТ/ });
  await expect(card).toHaveAttribute(
    'href',
    new RegExp(`/doctor-area/patients/${patient.patientID}/studies#study-`),
  );
  await checkScreen(page, 'messenger-files');
  await page.setViewportSize({ width: 1440, height: 900 });
  await search(page);
});

/** Presses «Enter» while a file is still being sent: the message is sent as soon as the file is stored. */
const sendBeforeStored = async (page: Page, buffer: Buffer) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/attachments/*', async (route) => {
    await released;
    await route.continue();
  });
  await attach(page, [{ name: 'большой снимок.png', mimeType: 'image/png', buffer }]);
  await field(page).fill('Посмотрите, пожалуйста');
  await field(page).press('Enter');
  await expect(page.getByText('Сообщение уйдёт, когда загрузятся файлы.')).toBeVisible();
  await page.getByRole('button', { name: 'Не отправлять' }).click();
  await expect(page.getByText('Сообщение уйдёт, когда загрузятся файлы.')).toBeHidden();
  await field(page).press('Enter');
  await expect(field(page)).toHaveAttribute('readonly');
  release();
  await expect(
    bubble(page, 'Посмотрите, пожалуйста').getByRole('img', { name: /Отправлено|Прочитано/ }),
  ).toBeVisible();
  await expect(bubble(page, 'Посмотрите, пожалуйста').getByRole('img')).toHaveCount(2);
  await expect(field(page)).toHaveValue('');
  await page.unroute('**/attachments/*');
};

/**
 * After a reload, files that the server has stored are attached again; for the others the user reads that
 * they are not.
 */
const reloadWithFiles = async (page: Page, buffer: Buffer) => {
  const tray = page.getByRole('list', { name: 'Прикреплено' });
  await attach(page, [{ name: 'второй зуб.png', mimeType: 'image/png', buffer }]);
  await expect(tray.getByRole('progressbar', { name: 'Отправляется второй зуб.png' })).toBeVisible();
  await page.reload();
  await openChat(page);
  await expect(tray.getByRole('listitem')).toHaveCount(3);
  await expect(tray.getByRole('alert')).toHaveText('Файл не сохранился. Прикрепите его ещё раз');
  const preview = tray
    .getByRole('listitem')
    .filter({ hasText: /^зуб\.png/ })
    .locator('img');
  await expect.poll(() => preview.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(sendButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Убрать: второй зуб.png' }).click();
};

/** The other side opens the picture and the document. */
const readFiles = async (page: Page, address: string, assistant: Person) => {
  await signIn(page, address, assistant, MESSENGER);
  const row = page.getByRole('list', { name: 'Диалоги' }).getByRole('link', { name: /Клиника Снимкова/ });
  await expect(row).toContainText('Файлов: 2');
  await row.click();
  const received = bubble(page, 'направление.pdf');
  const download = page.waitForEvent('download');
  await received.getByRole('link', { name: /направление\.pdf/ }).click();
  expect((await download).suggestedFilename()).toBe('направление.pdf');
  await received.getByRole('button', { name: 'Открыть зуб.png' }).click();
  const lightbox = page.getByRole('dialog').getByRole('img', { name: 'зуб.png' });
  await expect.poll(() => lightbox.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
};

interface People {
  address: string;
  assistant: Person;
  colleague: Person;
}

/** One of two assistants answers, and the other sees who it is. */
const takeDialog = async (page: Page, second: Page, { address, assistant, colleague }: People) => {
  await signIn(second, address, colleague, MESSENGER);
  await second.getByRole('link', { name: /Клиника Снимкова/ }).click();
  await page.getByRole('button', { name: 'Взять себе' }).click();
  await expect(page.getByRole('button', { name: 'Отвечаете вы' })).toBeVisible();
  await expect(second.getByRole('button', { name: `Отвечает ${assistant.name}` })).toBeVisible();
  await second.getByText('Мои', { exact: true }).click();
  await expect(second.getByText(/Вы пока не взяли ни одного диалога/)).toBeVisible();
};

/** Creates a template and inserts it by «/»; the colleague sees who types. */
const answerByTemplate = async (page: Page, second: Page, name: string) => {
  await page.getByRole('button', { name: 'Настройка мессенджера' }).click();
  await page.getByRole('menuitem', { name: 'Шаблоны ответов' }).click();
  await page.getByRole('button', { name: 'Добавить шаблон' }).click();
  await page.getByLabel('Название').fill('Получили');
  await page.getByLabel('Текст', { exact: true }).fill('{имя}, снимок получили, спасибо!');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('list', { name: 'Шаблоны ответов' })).toContainText('Получили');
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await field(page).pressSequentially('/пол');
  await page.getByRole('option', { name: /Получили/ }).click();
  await expect(field(page)).toHaveValue('Клиника Снимкова, снимок получили, спасибо!');
  await field(page).press('End');
  await field(page).pressSequentially(' !');
  await expect(second.getByText(`Пишет ${name}…`)).toBeVisible();
  await field(page).press('Enter');
};

/** A search jumps to a message that is not loaded, and back. */
const search = async (page: Page) => {
  await page.getByRole('button', { name: 'Найти в переписке' }).click();
  await page.getByRole('textbox', { name: 'Искать в переписке' }).fill('паспорт');
  await expect(bubble(page, 'Паспорт аппарата')).toBeInViewport();
  await expect(page.getByRole('search').getByText('1 из 1')).toBeVisible();
  await page.getByRole('textbox', { name: 'Искать в переписке' }).fill('сообщение 6');
  await expect(bubble(page, 'Сообщение 66.')).toHaveAttribute('data-found');
  await expect(bubble(page, 'Сообщение 66.')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Сообщение 65.')).toHaveAttribute('data-found');
  await page.getByRole('button', { name: 'Закрыть поиск' }).click();
};

test('outside the office hours the client sees when the centre will answer', async ({
  page,
  newBrowserPage,
  portal,
  api,
  assistant,
}) => {
  const clinic = await api.createClient(newPerson('Клиника Поздняя'), portal.mailbox);
  await signIn(page, portal.address, assistant, MESSENGER);
  await page.getByRole('button', { name: 'Настройка мессенджера' }).click();
  await page.getByRole('menuitem', { name: 'Часы ответа' }).click();
  await page.getByRole('switch', { name: 'Показывать клиентам, когда центр ответит' }).check();
  for (const day of ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье']) {
    await page.getByRole('button', { name: `${day}: открыть` }).click();
    await page.getByLabel(`${day}, с`).fill('00:00');
    await page.getByLabel(`${day}, до`).fill('00:01');
  }
  await checkScreen(page, 'messenger-hours');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const doctors = await newBrowserPage();
  await signIn(doctors, portal.address, clinic);
  await openChat(doctors);
  await expect(doctors.getByText('Ответим завтра с 0:00')).toBeVisible();
  await field(doctors).fill('Пишу ночью');
  await field(doctors).press('Enter');
  await expect(bubble(doctors, 'Пишу ночью').getByRole('img', { name: 'Отправлено' })).toBeVisible();
});
