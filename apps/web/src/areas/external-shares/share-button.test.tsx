import { createExternalShare, listExternalShares } from '@snimok/contract/external-shares';
import type { FakeServer } from '../../testing/server.ts';
import { showSignedIn } from '../../testing/show.tsx';
import { expect, page, test } from '../../testing/test.ts';
import { ShareButton } from './share-button.tsx';

const LATER = 'Произошла ошибка. Попробуйте позже. Сервер не отвечает: проверьте соединение с интернетом.';

const dialog = page.getByRole('dialog', { name: 'Поделиться исследованием' });
const email = dialog.getByLabelText('E-mail получателя');
const send = dialog.getByRole('button', { name: 'Отправить ссылку' });

const openDialog = async (server: FakeServer) => {
  server.answer(listExternalShares, { shares: [] });
  showSignedIn(<ShareButton studyID={9} viewerEnabled annotationsEnabled />);
  await page.getByRole('button', { name: 'Поделиться' }).click();
};

test('without a response, the form for a link to a study shows the sentence of the specification', async ({
  server,
}) => {
  server.drop(createExternalShare);
  await openDialog(server);
  await email.fill('colleague@clinic.test');
  await send.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(LATER);
});

test('a link to a study needs an address, a button and a PIN of four to eight digits', async ({ server }) => {
  await openDialog(server);
  await send.click();
  await expect.element(dialog.getByText('Введите e-mail')).toBeVisible();
  await expect.element(email).toHaveFocus();
  await email.fill('colleague@clinic.test');
  await dialog.getByLabelText('Скачивание').click();
  await dialog.getByLabelText('Защитить ПИН-кодом').click();
  await dialog.getByLabelText('ПИН-код', { exact: true }).fill('12');
  await send.click();
  await expect.element(dialog.getByText('Выберите хотя бы одну кнопку')).toBeVisible();
  await expect.element(dialog.getByText('ПИН-код: от 4 до 8 цифр')).toBeVisible();

  const created = server.drop(createExternalShare);
  await dialog.getByLabelText('Онлайн-просмотр').click();
  await dialog.getByLabelText('ПИН-код', { exact: true }).fill('4821');
  await send.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(LATER);
  expect(created.map(({ body }) => body)).toEqual([
    { email: 'colleague@clinic.test', flags: ['remote-viewer'], showMarks: false, pin: '4821' },
  ]);
});

test('the button that sends a link stays in its place when the form is empty again', async ({ server }) => {
  await openDialog(server);
  server.answer(createExternalShare, {
    shareUUID: '0198c0de-0000-7000-8000-000000000001',
    email: 'colleague@clinic.test',
    flags: ['download', 'remote-viewer'],
    showMarks: true,
    createdAt: '2026-11-24T09:00:00.000Z',
    expiresAt: '2026-12-24T09:00:00.000Z',
    creatorName: 'Анна',
    hasPIN: false,
    pinFailures: 0,
    pinLockedUntil: null,
    letter: null,
    firstOpenedAt: null,
    lastOpenedAt: null,
    downloads: 0,
  });
  await email.fill('colleague@clinic.test');
  await dialog.getByLabelText('Онлайн-просмотр').click();
  await dialog.getByLabelText('Показывать разметку').click();
  const top = () => send.element().getBoundingClientRect().top;
  const before = top();
  await send.click();
  await expect.element(dialog.getByRole('status')).toBeVisible();
  await expect.element(email).toHaveValue('');
  expect(top()).toBe(before);
});
