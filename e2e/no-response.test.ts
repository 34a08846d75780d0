import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writePanoramic } from './portal/files.ts';
import { signIn, studiesPath } from './portal/screens.ts';
import { expect, newPerson, test } from './portal/test.ts';

test.use({ allowedErrors: [/ERR_FAILED|status of 403/] });

const ADVICE = 'Сервер не отвечает: проверьте соединение с интернетом.';
const SUPPORT = `Непредвиденная ошибка. Обратитесь в поддержку. ${ADVICE}`;
const LATER = `Произошла ошибка. Попробуйте позже. ${ADVICE}`;

/** Requests that change something get no response. */
const dropChanges = (page: Page) =>
  page.route('**/api/1/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  );

const expectAlert = async (dialog: Locator, button: string, sentence: string) => {
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(sentence);
};

test('without a response, the forms of an assistant show the sentences of the specification', async ({
  page,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника без связи'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, 'Тихонова Ия Львовна');
  await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'Рентген')));
  await signIn(page, portal.address, assistant, '/assistant-area/?tab=doctors');
  await dropChanges(page);

  await page.getByRole('button', { name: 'Создать клиента' }).click();
  const create = page.getByRole('dialog', { name: 'Создать клиента' });
  await create.getByLabel('Врач или клиника').fill('Новая клиника');
  await create.getByLabel('E-mail').fill('new.clinic@clinic.test');
  await expectAlert(create, 'Создать', SUPPORT);

  await page.goto(`${portal.address}/assistant-area/doctors/${client.doctorID}/patients`);
  await page.getByRole('button', { name: 'Редактировать' }).click();
  await expectAlert(page.getByRole('dialog'), 'Сохранить', SUPPORT);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Сбросить пароль' }).click();
  await expectAlert(page.getByRole('dialog', { name: 'Сбросить пароль' }), 'Сбросить пароль', SUPPORT);

  await page.goto(`${portal.address}${studiesPath(patient)}`);
  await page.getByRole('button', { name: 'Поделиться' }).click();
  const share = page.getByRole('dialog', { name: 'Поделиться исследованием' });
  await share.getByLabel('E-mail получателя').fill('colleague@clinic.test');
  await expectAlert(share, 'Отправить ссылку', LATER);
});

test('without a response, sharing and requesting a patient show the sentences of the specification', async ({
  page,
  newBrowserPage,
  portal,
  api,
}) => {
  const owner = await api.createClient(newPerson('Клиника владельца'), portal.mailbox);
  const colleague = await api.createClient(newPerson('Клиника коллеги'), portal.mailbox);
  const { patientID } = await api.createPatient(owner.doctorID, 'Громова Ада Ильинична');
  const path = `/doctor-area/patients/${patientID}/studies`;

  await signIn(page, portal.address, owner, path);
  await dropChanges(page);
  await page.getByRole('button', { name: 'Поделиться' }).click();
  const share = page.getByRole('dialog', { name: 'Поделиться пациентом' });
  await share.getByLabel('Врач').fill(colleague.email);
  await expectAlert(share, 'Поделиться', LATER);

  const other = await newBrowserPage();
  await signIn(other, portal.address, colleague, path);
  await dropChanges(other);
  await other.getByRole('button', { name: 'Запросить доступ' }).click();
  await expectAlert(other.getByRole('dialog', { name: 'Запросить доступ' }), 'Отправить', LATER);
});
