import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import {
  createExternalShare,
  createOwnExternalShare,
  deleteOwnExternalShare,
  listExternalShares,
  listOwnExternalShares,
} from '@snimok/contract/viewing/external-shares';
import type { FakeServer } from '../../../testing/server.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { ShareButton } from './share-button.tsx';

const LATER = 'Произошла ошибка. Попробуйте позже. Сервер не отвечает: проверьте соединение с интернетом.';

const SENT: ResponseOf<typeof createExternalShare> = {
  shareUUID: '0198c0de-0000-7000-8000-000000000001',
  email: 'colleague@clinic.test',
  flags: ['download'],
  showMarks: false,
  creatorName: 'Анна',
  createdAt: '2026-11-24T09:00:00.000Z',
  expiresAt: '2099-12-24T09:00:00.000Z',
  hasPIN: false,
  pinFailures: 0,
  pinLockedUntil: null,
  letter: null,
  firstOpenedAt: null,
  lastOpenedAt: null,
  downloads: 0,
};

const dialog = page.getByRole('dialog', { name: 'Поделиться исследованием' });
const email = dialog.getByLabelText('E-mail получателя');
const send = dialog.getByRole('button', { name: 'Отправить ссылку' });

const openDialog = async (server: FakeServer) => {
  server.answer(listExternalShares, { shares: [] });
  showSignedIn(<ShareButton scope={{ studyID: 9, side: 'assistant' }} viewerEnabled annotationsEnabled />);
  await page.getByRole('button', { name: 'Поделиться' }).click();
};

test('the form for a link to a study shows the prescribed error when the server does not respond', async ({
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
    {
      email: 'colleague@clinic.test',
      flags: ['remote-viewer'],
      showMarks: false,
      pin: '4821',
      shareUUID: expect.any(String),
    },
  ]);
});

test('the button that sends a link does not move when the form is emptied', async ({ server }) => {
  await openDialog(server);
  server.answer(createExternalShare, { ...SENT, flags: ['download', 'remote-viewer'], showMarks: true });
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

const ofDoctor = page.getByRole('dialog', { name: 'Ссылка на исследование' });
const recipient = ofDoctor.getByLabelText('E-mail получателя');

const openOfDoctor = async (server: FakeServer, shares: (typeof SENT)[] = []) => {
  server.answer(listOwnExternalShares, { shares, longestDays: 30 });
  showSignedIn(<ShareButton scope={{ studyID: 9, side: 'doctor' }} viewerEnabled annotationsEnabled />);
  await page.getByRole('button', { name: 'Ссылка коллеге' }).click();
};

test('a doctor sends a link with a PIN and an expiry, and a double click sends only one', async ({
  server,
}) => {
  await openOfDoctor(server);
  const created = server.answer(createOwnExternalShare, { ...SENT, byDoctor: true, hasPIN: true });
  await recipient.fill('surgeon@clinic.test');
  await expect.element(ofDoctor.getByRole('option', { name: '30 дней' })).toBeInTheDocument();
  await ofDoctor.getByLabelText('Срок').selectOptions('7 дней');
  await expect.element(ofDoctor.getByLabelText('Защитить ПИН-кодом')).toBeChecked();
  await ofDoctor.getByRole('button', { name: 'Отправить ссылку' }).dblClick();
  await expect.element(ofDoctor.getByText('ПИН-код для surgeon@clinic.test:')).toBeVisible();
  await ofDoctor.getByRole('button', { name: 'Код записан' }).click();
  await expect.element(recipient).toHaveValue('');
  await expect.element(ofDoctor.getByLabelText('Срок')).toHaveValue('');
  expect(created.map(({ body }) => body)).toEqual([
    {
      email: 'surgeon@clinic.test',
      flags: ['download'],
      showMarks: false,
      days: 7,
      pin: expect.stringMatching(/^\d{6}$/),
      shareUUID: expect.any(String),
    },
  ]);
  // no unsent input is left
  await ofDoctor.getByRole('button', { name: 'Закрыть', exact: true }).first().click();
  await expect.element(ofDoctor).not.toBeInTheDocument();
});

test('the dialog asks for confirmation before it discards an address that was not sent', async ({
  server,
}) => {
  await openOfDoctor(server);
  await recipient.fill('surgeon@clinic.test');
  await ofDoctor.getByRole('button', { name: 'Закрыть', exact: true }).first().click();
  await expect.element(page.getByText('Введённые данные пропадут.')).toBeVisible();
});

test('a retry after a lost response requests the same link, and a retry with changed input another one', async ({
  server,
}) => {
  await openOfDoctor(server);
  const created = server.drop(createOwnExternalShare);
  const attempt = async (count: number) => {
    await ofDoctor.getByRole('button', { name: 'Отправить ссылку' }).click();
    await expect.poll(() => created.length).toBe(count);
    await expect.element(ofDoctor.getByRole('alert')).toHaveTextContent(LATER);
  };
  await recipient.fill('surgeon@clinic.test');
  await attempt(1);
  await attempt(2);
  await recipient.fill('other@clinic.test');
  await attempt(3);
  const [first, second, third] = created.map(({ body }) => body.shareUUID);
  expect([second === first, third === first]).toEqual([true, false]);
});

test('a doctor sees who opened a link and why another link is closed, and revokes a link', async ({
  server,
}) => {
  const opened = { ...SENT, byDoctor: true, firstOpenedAt: SENT.createdAt, lastOpenedAt: SENT.createdAt };
  const closed = { ...SENT, shareUUID: '0198c0de-0000-7000-8000-000000000002', email: 'x@clinic.test' };
  await openOfDoctor(server, [opened, { ...closed, byDoctor: true, closed: true }]);
  const row = ofDoctor.getByRole('listitem', { name: 'colleague@clinic.test' });
  for (const text of ['Отправитель: Анна.', /^Открыли 24\.11\.2026/])
    await expect.element(row.getByText(text)).toBeVisible();
  const other = ofDoctor.getByRole('listitem', { name: 'x@clinic.test' });
  await expect.element(other.getByText(/^Ссылка не открывается: пациент теперь/)).toBeVisible();
  await expect.element(other.getByRole('button', { name: 'Скопировать ссылку' })).not.toBeInTheDocument();
  const revoked = server.answer(deleteOwnExternalShare, undefined);
  await row.getByRole('button', { name: 'Удалить' }).click();
  await row.getByRole('button', { name: 'Удалить ссылку' }).click();
  await expect.poll(() => revoked.length).toBe(1);
});
