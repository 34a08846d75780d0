import { join } from 'node:path';
import { writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

const saved = (page: Page) => expect(page.getByText(/^Сохранено \d\d:\d\d$/)).toBeVisible();

/** A doctor requests the report of the only study on the page, and waits until the card shows the request. */
const askForReport = async (page: Page, question: string) => {
  const onCard = studyCard(page).getByRole('group', { name: 'Заключение' });
  await onCard.getByRole('button', { name: 'Запросить заключение' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Вопрос врачу центра').fill(question);
  await dialog.getByRole('button', { name: 'Запросить' }).click();
  await expect(onCard).toContainText('Заключение запрошено');
};

/** Two assistants have the same draft open. */
const editTogether = async (page: Page, second: Page) => {
  await expect(second.getByLabel('Описание находки 1')).toHaveValue('Очаг у дистального корня');
  await test.step('changes in different fields are merged automatically', async () => {
    await second.getByLabel('Костная ткань').fill('Остеосклероз');
    await expect(page.getByLabel('Костная ткань')).toHaveValue('Остеосклероз');
  });

  await test.step('a text that cannot be sent is saved later, and conflicting texts of one field are both shown', async () => {
    const draft = '**/reports/draft';
    await page.route(draft, (route) => route.abort());
    await page.getByLabel('Нижнечелюстной канал').fill('Текст Ольги');
    await expect(page.getByText(/Текст хранится в этом браузере/)).toBeVisible();
    await second.getByLabel('Нижнечелюстной канал').fill('Текст Веры');
    await saved(second);
    await page.unroute(draft);
    const conflict = page.getByRole('alert').filter({ hasText: 'Текст Веры' });
    await expect(conflict).toContainText('Вера Зимина');
    await expect(page.getByRole('button', { name: 'Подписать' })).toBeDisabled();
    await checkScreen(page, 'report-conflict');
    await conflict.getByRole('button', { name: 'Оставить мой' }).click();
    await expect(second.getByLabel('Нижнечелюстной канал')).toHaveValue('Текст Ольги');
  });
};

/**
 * The colleague sees the signature before the response to it arrives; the page that signs does not request the draft
 * again.
 */
const sign = async (page: Page, second: Page, { password }: { password: string }) => {
  await page.getByRole('button', { name: 'Подписать' }).click();
  const dialog = page.getByRole('dialog');
  for (const shown of ['Есть ли очаг у зуба 36?', 'Периодонтит зуба 36', /4\sполя шаблона без изменений/])
    await expect(dialog).toContainText(shown);
  const preview = await dialog.getByRole('link', { name: 'Посмотреть PDF до подписи' }).getAttribute('href');
  const document = await page.request.get(new URL(preview!, page.url()).href);
  expect([document.status(), document.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await checkScreen(page, 'sign-report');
  let requests = 0;
  await page.route('**/reports', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith('/draft')) requests += 1;
    });
    const response = await route.fetch();
    await expect(second.getByText('Черновика больше нет')).toBeVisible();
    await route.fulfill({ response });
  });
  await dialog.getByRole('button', { name: 'Подписать' }).click();
  await expect(dialog.getByText('Введите пароль')).toBeVisible();
  await dialog.getByLabel('Ваш пароль').fill(password);
  await dialog.getByRole('button', { name: 'Подписать' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Заключение', level: 1 })).toBeVisible();
  expect(requests).toBe(0);
};

test('two assistants write one report, one signs it, and the doctor reads it on a phone', async ({
  page,
  portal,
  assistant,
  api,
  folder,
  newBrowserPage,
  allowedErrors,
}) => {
  // the connection that is cut below, and the draft that is gone
  allowedErrors.push(/ERR_FAILED|Failed to load resource|404.*\/draft/);
  const client = await api.createClient(newPerson('Клиника «Белый клык»'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const patient = await api.createPatient(client.doctorID, 'Журавлёва Мария Олеговна');
  const studyID = await api.createDoneStudy(patient, 'cbct', await writeSeries(join(folder, 'КТ')));
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, portal.address, assistant, studiesPath(patient));
  const onCard = studyCard(page).getByRole('group', { name: 'Заключение' });
  await onCard.getByRole('button', { name: 'Нужно заключение' }).click();
  await expect(onCard).toContainText('Нужно заключение, запрошено');
  await onCard.getByRole('button', { name: 'Отменить запрос' }).click();
  await expect(onCard).toContainText('Заключения нет');

  const phone = await newBrowserPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await signIn(phone, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  const onOwnCard = studyCard(phone).getByRole('group', { name: 'Заключение' });
  await askForReport(phone, '');
  await onOwnCard.getByRole('button', { name: 'Отменить запрос' }).click();
  await askForReport(phone, 'Есть ли очаг у зуба 36?');
  await expect(onCard).toContainText('Вопрос: Есть ли очаг у зуба 36?');
  await page.getByRole('link', { name: /^Заключения/ }).click();
  const row = page.getByRole('row').filter({ hasText: patient.name });
  await expect(row).toContainText('Ещё не начато');
  await expect(row).toContainText('Вопрос: Есть ли очаг у зуба 36?');
  await checkScreen(page, 'reports');
  await row.getByRole('button', { name: /Написать заключение/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Начать' }).click();

  await expect(page.getByRole('heading', { name: `Заключение: ${patient.name}` })).toBeVisible();
  await expect(page.frameLocator('iframe').locator('canvas[data-drawn]').first()).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: client.name })).toContainText('Есть ли очаг');
  await expect(onOwnCard.getByRole('button', { name: 'Отменить запрос' })).toBeHidden();
  const conclusion = page.getByLabel('Заключение', { exact: true });
  await conclusion.fill('');
  await page.getByRole('button', { name: 'Подписать' }).click();
  await expect(page.getByText('Напишите вывод: без него подписать нельзя')).toBeInViewport({ ratio: 1 });
  await expect(conclusion).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();
  await conclusion.fill('Периодонтит зуба 36');
  await page.getByRole('button', { name: 'Добавить находку' }).click();
  await page.getByRole('button', { name: 'Зуб 36', exact: true }).click();
  await page.getByLabel('Описание находки 1').fill('Очаг у дистального корня');
  await saved(page);
  await checkScreen(page, 'report-editor');

  const second = await newBrowserPage();
  const colleague = await portal.addAccount('assistant', newPerson('Вера Зимина'));
  await signIn(second, portal.address, colleague);
  await second.goto(`${portal.address}/assistant-area/studies/${studyID}/report`);
  await editTogether(page, second);

  await saved(page);
  await sign(page, second, assistant);
  await expect(page.getByRole('article')).toContainText('Периодонтит зуба 36');

  await expect(onOwnCard).toContainText(/Заключение от \d\d\.\d\d\.\d{4}/);
  await checkScreen(phone, 'report-on-a-card');
  await onOwnCard.getByRole('link', { name: 'Читать' }).click();
  await expect(phone.getByRole('article')).toContainText('Очаг у дистального корня');
  await checkScreen(phone, 'report-on-a-phone');
  const download = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Скачать PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/_Заключение_1\.pdf$/);
  await expect(page.getByRole('article')).toContainText(`Прочитано${client.name}`);
});
