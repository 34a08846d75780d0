import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { deflateSeries, writePanoramic, writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { dropOn, signIn, studiesPath, studyCard, uploadZone } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

/** A series that is sent in at least three bundles. */
const SERIES = { slices: 65, side: 128 };
/** The patient whom `writeSeries` names. */
const IN_FILES = 'Соколова Анна Игоревна';

/** Lets the first bundle through and holds the others back until `release`. */
const holdAfterFirst = async (page: Page) => {
  const released = Promise.withResolvers<void>();
  let begun = 0;
  await page.route('**/storage/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    begun += 1;
    if (begun > 1) await released.promise;
    return route.continue().catch((problem: Error) => {
      // the page has aborted the requests of an upload that was stopped
      if (!problem.message.includes('already handled')) throw problem;
    });
  });
  return released.resolve;
};

const expectPreview = async (card: Locator) => {
  await expect(card.getByText(/На сервере уже \d+\sсним/)).toBeVisible();
  await expect(card.getByText(`Пациент в файлах: ${IN_FILES}`)).toBeVisible();
  const picture = card.getByRole('img', { name: 'Один из загружаемых снимков' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(50);
};

const otherPatient = (card: Locator) =>
  card.getByRole('alert').filter({ has: card.page().getByRole('button', { name: 'Остановить загрузку' }) });

/** Chooses files of another patient, is asked about it, cancels, and chooses other files. */
const cancelQuestion = async (page: Page, card: Locator, series: string) => {
  await card.getByLabel('Папка для загрузки').setInputFiles(series);
  await expect(card.getByText('В файлах указан другой пациент')).toBeVisible();
  await card.getByRole('button', { name: 'Загрузить' }).click();
  const question = page.getByRole('dialog', { name: 'Пациент в файлах и в карточке не совпадает' });
  await expect(question).toContainText(`${IN_FILES}, 14.03.1987`);
  await expect(question).toContainText('Петрова Мария Олеговна, 06.05.1990');
  await expect(question).toContainText('снимки сразу увидит врач');
  await checkScreen(page, 'upload-question');
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(question).toBeHidden();
  await card.getByRole('button', { name: 'Отмена' }).click();
};

/** Gives the reason why files with another name belong to this card. */
const giveReason = async (page: Page, card: Locator, submit: string) => {
  await card.getByRole('button', { name: 'Это тот же пациент' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: submit }).click();
  await expect(dialog.getByText('Укажите, почему вы уверены')).toBeVisible();
  await dialog.getByRole('radio', { name: 'У пациента сменилась фамилия' }).check();
  await dialog.getByRole('button', { name: submit }).click();
  await expect(dialog).toBeHidden();
};

/** `page` sends the files of the only study on both pages; its user has not confirmed the patient yet. */
const expectSentByColleague = async (page: Page, colleague: Page) => {
  const card = studyCard(page);
  const secondCard = studyCard(colleague);
  await expect(secondCard).toContainText('Файлы загружает другой сотрудник: ');
  await expect(secondCard.getByText('Загрузка прервана')).toBeHidden();
  await expect(uploadZone(secondCard)).toBeHidden();
  await expectPreview(secondCard);
  await expect(otherPatient(secondCard)).toBeVisible();
  await giveReason(page, card, 'Подтвердить');
  await expect(card).toContainText('Вы подтвердили, что это он');
  await expect(secondCard).toContainText('Подтверждено, что это он: ');
  await colleague.reload();
  await expectPreview(secondCard);
  await expect(secondCard).toContainText('Подтверждено, что это он: ');
  await checkScreen(colleague, 'upload-by-colleague');

  await test.step('the colleague can continue the upload with the same files', async () => {
    await secondCard.getByRole('button', { name: 'Продолжить здесь' }).click();
    await expect(uploadZone(secondCard)).toContainText('Загрузка ещё идёт: на сервере уже');
    await expect(secondCard.getByRole('button', { name: 'Продолжить загрузку' })).toBeVisible();
  });

  await test.step('another tab of the sender says where the files are sent', async () => {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await expect(studyCard(tab)).toContainText('Файлы загружаются в другой вкладке');
    await tab.close();
  });
};

test('while files are sent, their first picture and another patient are shown in every window, and the upload can be stopped', async ({
  page,
  portal,
  assistant,
  api,
  folder,
  newBrowserPage,
  allowedErrors,
}) => {
  // requests for the stopped upload are answered 404
  allowedErrors.push(/40[34] .*\/(api\/1\/assistant\/uploads|storage)\//);
  const client = await api.createClient(newPerson('Клиника «Чужие снимки»'), portal.mailbox);
  const wrong = await api.createPatient(client.doctorID, 'Петрова Мария Олеговна', '1990-05-06');
  const studyID = await api.createStudy(wrong);
  const series = await writeSeries(join(folder, 'КТ'), SERIES);
  const unread = deflateSeries(await writeSeries(join(folder, 'КТ сжатая'), SERIES));

  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, portal.address, assistant, studiesPath(wrong));
  const card = studyCard(page);
  await test.step('files that name another patient are not sent before a question is answered', () =>
    cancelQuestion(page, card, series));
  expect(await api.findStudyStatus(studyID)).toEqual({ status: 'in-work', upload: null });

  // the server, not the page, finds the patient of these files
  await holdAfterFirst(page);
  await card.getByLabel('Папка для загрузки').setInputFiles(unread);
  await card.getByRole('button', { name: 'Загрузить' }).click();
  await expectPreview(card);
  await expect(otherPatient(card)).toContainText('Петрова Мария Олеговна, 06.05.1990');
  await checkScreen(page, 'upload-other-patient');

  const colleague = await newBrowserPage();
  const secondCard = studyCard(colleague);
  await test.step('a colleague sees who sends, the same preview, and that the sender has confirmed the patient', async () => {
    await signIn(
      colleague,
      portal.address,
      await portal.addAccount('assistant', newPerson('Ирина Вторая')),
      studiesPath(wrong),
    );
    await expectSentByColleague(page, colleague);
  });

  await test.step('the colleague stops the upload: nothing is published, and the form accepts files again', async () => {
    await secondCard.getByRole('button', { name: 'Остановить загрузку' }).click();
    await expect(uploadZone(secondCard)).toBeVisible();
    await expect(secondCard.getByText('На сервере уже')).toBeHidden();
    await expect(page.getByText('Загрузку остановили в другом окне')).toBeVisible();
    await expect(uploadZone(card)).toBeVisible();
    expect(await api.findStudyStatus(studyID)).toEqual({ status: 'in-work', upload: null });
    expect(await api.listUploadedFiles(studyID)).toEqual([]);
  });

  await test.step('other files replace what an interrupted upload has stored', async () => {
    const interrupted = await api.uploadFiles(studyID, await writePanoramic(join(folder, 'ОПТГ')));
    await page.unroute('**/storage/**');
    await page.reload();
    await expect(card).toContainText('Загрузка прервана: на сервере уже 1 файл');
    await card.getByLabel('Папка для загрузки').setInputFiles(unread);
    await expect(card.getByRole('checkbox', { name: /Оставить и загруженное раньше/ })).not.toBeChecked();
    await card.getByRole('button', { name: 'Загрузить' }).click();
    await expect(card).toContainText('Исследование не опубликовано', { timeout: 90_000 });
    await checkScreen(page, 'upload-held');
    await expect(card.getByRole('button', { name: 'Удалить загруженное' })).toBeVisible();
    await giveReason(page, card, 'Опубликовать');
    await expect(card).toContainText('Выполнено', { timeout: 90_000 });
    await expect(card).toContainText('это тот же пациент, «У пациента сменилась фамилия»');
    const { status, upload } = await api.findStudyStatus(studyID);
    expect(status).toBe('done');
    expect(upload?.uploadUUID).not.toBe(interrupted.uploadUUID);
  });
});

test('an upload stopped in the intake returns to the form, from which the right patient gets the files', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника «Не тот»'), portal.mailbox);
  const wrong = await api.createPatient(client.doctorID, 'Ошибочная Карточка', '1950-01-01');
  const series = await writeSeries(join(folder, 'КТ'), SERIES);
  await signIn(page, portal.address, assistant, studiesPath(wrong));
  await page.getByRole('heading', { level: 1 }).waitFor();
  // files dropped on a patient's page belong to this patient
  await dropOn(page, page.getByRole('main').getByRole('heading', { level: 1 }), [series]);
  const row = page.getByRole('article').filter({ hasText: /Соколова|Ошибочная/ });
  await expect(row.getByRole('radio', { name: /Выбрать из имеющихся карточек/ })).toBeChecked();
  const release = await holdAfterFirst(page);
  await row.getByRole('button', { name: 'Загрузить в эту карточку' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('radio', { name: 'У пациента сменилась фамилия' }).check();
  await question.getByRole('button', { name: 'Это тот же пациент, загрузить' }).click();
  await expectPreview(row);
  await expect(row).toContainText('Подтверждено, что это он: ');
  await row.getByRole('button', { name: 'Остановить загрузку' }).click();
  await expect(row).toContainText('Ничего не опубликовано');
  await checkScreen(page, 'intake-stopped');
  release();
  await page.unroute('**/storage/**');

  await row.getByRole('radio', { name: /Новый пациент/ }).check();
  await row.getByText(client.name, { exact: true }).click();
  await row.getByRole('button', { name: 'Создать и загрузить' }).click();
  await expect(row).toContainText(`Готово: исследование видит ${client.name}`, { timeout: 90_000 });
  expect((await api.listStudies(wrong.patientID)).map(({ status }) => status)).toEqual(['in-work']);
});
