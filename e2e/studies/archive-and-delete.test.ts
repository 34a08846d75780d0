import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { PHANTOM_PATIENT, writePanoramic } from '../portal/files.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { Portal } from '../portal/portal.ts';
import { expectNotice } from '../pages/notices.ts';
import { disablePolling, dropOn, signIn, studiesPath, studyCard, uploadZone } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

/** A portal with one study, which is archived. */
const startWithArchivedStudy = async (folder: string, settings: Record<string, string> = {}) => {
  const portal = await Portal.start(settings);
  const assistant = await portal.addAccount('assistant', newPerson('Ирина Серова'));
  const api = await AssistantAPI.signIn(portal.address, assistant);
  const clinic = await api.createClient(newPerson('Клиника «Память»'), portal.mailbox);
  const patient = await api.createPatient(clinic.doctorID, PHANTOM_PATIENT.name);
  const files = await writePanoramic(join(folder, 'снимок'));
  const studyID = await api.createDoneStudy(patient, 'rg', files, 'До лечения');
  await portal.program?.stop();
  // every start looks for studies whose retention period is over
  const archiving = portal.launch({ UPLOAD_MAX_AGE: '0h0m1s' });
  await archiving.waitForOutput(/Snimok is running/);
  const status = async () => (await api.findStudyStatus(studyID)).status;
  await expect.poll(status, { timeout: 90_000 }).toBe('archived');
  await archiving.stop();
  await portal.start();
  return { portal, assistant, clinic, patient, files };
};

test('a doctor restores an archived study, and both open pages show it without a reload', async ({
  page,
  newBrowserPage,
  folder,
}) => {
  const { portal, assistant, clinic, patient } = await startWithArchivedStudy(folder);
  try {
    const screen = await newBrowserPage();
    await signIn(screen, portal.address, clinic, `/doctor-area/patients/${patient.patientID}/studies`);
    const card = studyCard(page);
    const own = studyCard(screen);
    await signIn(page, portal.address, assistant, studiesPath(patient));
    await expect(card).toContainText('В архиве');
    await expect(card.getByRole('button', { name: 'Восстановить' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Скачать' })).toBeHidden();
    await expect(card.getByRole('img', { name: /Рентген/ })).toBeVisible();

    await expect(own).toContainText('Требует восстановления');
    await own.getByRole('button', { name: 'Восстановить' }).click();
    // the change appears without a reload
    await Promise.all([
      expect(own).toContainText('Доступно', { timeout: 90_000 }),
      expect(card).toContainText('Выполнено', { timeout: 90_000 }),
    ]);
    await expect(own).toContainText('(восстановлена)');
    await expect(own.getByRole('button', { name: 'Скачать' })).toBeVisible();
    // closed first, because an open page logs errors when its portal ends
    await Promise.all([page.close(), screen.close()]);
  } finally {
    await portal.remove();
  }
});

test('without a cold store a restored study waits until its files are uploaded again', async ({
  page,
  newBrowserPage,
  folder,
}) => {
  const { portal, assistant, clinic, patient, files } = await startWithArchivedStudy(folder, {
    ARCHIVE_URL: 'off',
  });
  try {
    const screen = await newBrowserPage();
    await signIn(screen, portal.address, clinic, `/doctor-area/patients/${patient.patientID}/studies`);
    const card = studyCard(page);
    const own = studyCard(screen);
    await expect(own).toContainText('Требует восстановления');
    await own.getByRole('button', { name: 'Восстановить' }).click();
    await expect(own).toContainText('В работе');
    await expect(own).not.toContainText('Восстанавливается');

    await signIn(page, portal.address, assistant);
    await page.getByRole('tab', { name: /На восстановление/ }).click();
    await page.getByRole('link', { name: patient.name }).click();
    await expect(card).toContainText('Файлов этого исследования в архиве нет. Загрузите их ещё раз');
    await dropOn(page, uploadZone(card), [files]);
    await card.getByRole('button', { name: 'Загрузить' }).click();
    await expect(card).toContainText('Выполнено', { timeout: 90_000 });
    await expect(card).toContainText('(восстановлена)');
    await Promise.all([page.close(), screen.close()]);
  } finally {
    await portal.remove();
  }
});

/** Deletes the study of the first card; returns the dialog. */
const remove = async (screen: Page) => {
  await studyCard(screen).getByRole('button', { name: 'Ещё действия с исследованием' }).click();
  await screen.getByRole('menuitem', { name: 'Удалить', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Удалить исследование?' });
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  return dialog;
};

const restoreFromBin = async (row: Locator) => {
  await row.getByRole('button', { name: 'Восстановить' }).click();
  // the row stays where it was, so that a second click cannot restore another row
  await expect(row).toContainText('Восстановлено');
};

const undoDeletedPatient = async (page: Page, client: { name: string }, patient: { name: string }) => {
  await page.getByRole('button', { name: `Ещё: ${patient.name}` }).click();
  await page.getByRole('menuitem', { name: 'Удалить', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Удалить карточку пациента?' });
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByRole('heading', { name: client.name })).toBeVisible();
  await expect(page.getByText('У клиента пока нет пациентов')).toBeVisible();
  await page
    .getByText('Карточка пациента удалена')
    .locator('..')
    .getByRole('button', { name: 'Отменить' })
    .click();
  await expect(page.getByRole('link', { name: patient.name })).toBeVisible();
};

test('undo restores a deleted study, and deleting it twice shows an error', async ({
  page,
  portal,
  assistant,
  api,
  newBrowserPage,
  allowedErrors,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника «Слово»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Ошибкин Олег Ильич');
  await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'снимок')), 'Удалить меня');
  await signIn(page, portal.address, assistant, studiesPath(patient));
  const colleague = await newBrowserPage();
  // without realtime events and polling, the deleted study stays on this page
  await disablePolling(colleague);
  await colleague.routeWebSocket('**/connection/websocket', (socket) => socket.close());
  await signIn(colleague, portal.address, assistant, studiesPath(patient));
  const another = await newBrowserPage();
  await signIn(another, portal.address, assistant, studiesPath(patient));
  await expect(studyCard(colleague)).toBeVisible();

  await test.step('undo restores the study', async () => {
    await remove(page);
    await expect(page.getByText('Исследование удалено. Оно в корзине ещё 30')).toBeVisible();
    await expect(studyCard(page)).toBeHidden();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await expectNotice(page, 'Исследование возвращено');
    await expect(studyCard(page)).toContainText('Удалить меня');
  });

  await test.step('a colleague who deletes it too gets an error', async () => {
    await remove(page);
    await expect(studyCard(page)).toBeHidden();
    await expect(studyCard(another)).toBeHidden();
    allowedErrors.push(/404/);
    // its window has been behind the others since the sign-in, and Chromium may drop the input of such a window
    await colleague.bringToFront();
    const dialog = await remove(colleague);
    await expect(dialog.getByRole('alert')).toContainText('Исследование не найдено');
    await dialog.getByRole('button', { name: 'Отмена' }).click();
  });

  await test.step('the bin restores the study for everybody', async () => {
    await another.goto(`${portal.address}/assistant-area/trash`);
    const row = another.getByRole('row', { name: patient.name });
    await expect(row).toContainText(assistant.name);
    await restoreFromBin(row);
    await expect(studyCard(page)).toContainText('Удалить меня');
    await another.getByRole('button', { name: 'Открыть' }).click();
    await expect(studyCard(another)).toContainText('Удалить меня');
    await remove(page);
    await expect(studyCard(page)).toBeHidden();
  });

  await test.step('undo restores a deleted patient without studies', async () => {
    await undoDeletedPatient(page, client, patient);
    // deleted from the list of patients
    await page.getByRole('button', { name: `Ещё: ${patient.name}` }).click();
    await page.getByRole('menuitem', { name: 'Удалить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await expect(page.getByText('У клиента пока нет пациентов')).toBeVisible();
  });
});
