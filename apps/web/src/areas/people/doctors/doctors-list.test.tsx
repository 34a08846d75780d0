import {
  createDoctor,
  getDoctor,
  listDoctors,
  resetDoctorPassword,
  updateDoctor,
} from '@snimok/contract/people/doctors';
import { listHiddenColumns } from '@snimok/contract/administration/list-columns';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import type { Locator } from 'vitest/browser';
import { ASSISTANT_SETTINGS, CLIENT } from '../../../testing/answers.ts';
import type { FakeServer } from '../../../testing/server.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test, userEvent } from '../../../testing/test.ts';
import { DoctorsList } from './doctors-list.tsx';

const SUPPORT =
  'Непредвиденная ошибка. Обратитесь в поддержку. Сервер не отвечает: проверьте соединение с интернетом.';
const QUESTION = 'Закрыть без сохранения?';

const create = page.getByRole('dialog', { name: 'Создать клиента' });
const name = create.getByLabelText('Врач или клиника');
const email = create.getByLabelText('E-mail');
const submit = create.getByRole('button', { name: 'Создать', exact: true });
const openCreate = () => page.getByRole('button', { name: 'Создать клиента' }).click();

const showClients = (server: FakeServer) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  server.answer(listHiddenColumns, { lists: [] });
  server.answer(listDoctors, { doctors: [CLIENT], currentOffset: 0, totalCount: 1 });
  return showSignedIn(<DoctorsList />, '/assistant-area/');
};

const openMenuItem = async (item: string) => {
  await page.getByRole('button', { name: `Ещё: ${CLIENT.name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const expectAlert = async (dialog: Locator, button: string) => {
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(SUPPORT);
};

test('the form for a new client shows the prescribed error when the server does not respond', async ({
  server,
}) => {
  server.drop(createDoctor);
  showClients(server);
  await openCreate();
  await name.fill('Новая клиника');
  await email.fill('new.clinic@clinic.test');
  await expectAlert(create, 'Создать');
  await expect.element(name).toHaveValue('Новая клиника');
});

test('the forms for a client’s data and password show the prescribed error when the server does not respond', async ({
  server,
}) => {
  server.answer(getDoctor, CLIENT);
  server.drop(updateDoctor);
  server.drop(resetDoctorPassword);
  showClients(server);
  await openMenuItem('Редактировать');
  await expectAlert(page.getByRole('dialog', { name: 'Редактировать клиента' }), 'Сохранить');
  await userEvent.keyboard('{Escape}');
  await openMenuItem('Сбросить пароль');
  await expectAlert(page.getByRole('dialog', { name: 'Сбросить пароль' }), 'Сбросить пароль');
});

/**
 * Tries to close the dialog by Esc, by a click beside it, by its close button and by «Назад»; each asks, and the
 * input stays.
 */
const expectKept = async (text: string) => {
  const question = page.getByRole('dialog', { name: QUESTION });
  const beside = page.elementLocator(document.documentElement);
  const ways = [
    () => userEvent.keyboard('{Escape}'),
    () => beside.click({ position: { x: 5, y: 300 } }),
    () => create.getByRole('button', { name: 'Закрыть' }).click(),
    () => history.back(),
  ];
  for (const close of ways) {
    await close();
    await question.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(name).toHaveValue(text);
  }
};

test('a dialog asks for confirmation only if closing it would discard input', async ({ server }) => {
  await showClients(server).navigate('/assistant-area/?tab=doctors');
  await openCreate();
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(create).not.toBeInTheDocument();

  await openCreate();
  await name.fill('Клиника на Садовой');
  await expectKept('Клиника на Садовой');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click();
  await expect.element(create).not.toBeInTheDocument();

  await openCreate();
  await expect.element(name).toHaveValue('');
  const booking = create.getByLabelText('Онлайн-запись');
  await booking.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: QUESTION })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(booking).toBeChecked();
  await create.getByRole('button', { name: 'Отмена' }).click();
  await expect.element(create).not.toBeInTheDocument();
});

test('a new client needs a name of at most 200 characters and an e-mail, and a double click creates one', async ({
  server,
}) => {
  showClients(server);
  await openCreate();
  await submit.click();
  await expect.element(create.getByText('Введите ФИО врача или название клиники')).toBeVisible();
  await expect.element(create.getByText('Введите e-mail')).toBeVisible();
  await expect.element(name).toHaveFocus();
  await name.fill('   ');
  await email.fill('не почта');
  await submit.click();
  await expect.element(create.getByText('Введите корректный e-mail')).toBeVisible();
  await expect.element(create.getByText('Введите ФИО врача или название клиники')).toBeVisible();

  const created = server.answer(createDoctor, { doctorID: 6 });
  await name.fill('я'.repeat(250));
  await expect.element(name).toHaveValue('я'.repeat(200));
  await email.fill('new.clinic@clinic.test');
  await create.getByLabelText('Онлайн-запись').click();
  await submit.dblClick();
  await expect
    .element(
      create.getByRole('status').getByText('Приветственное письмо с паролем отправлено клиенту на почту.'),
    )
    .toBeVisible();
  expect(created.map(({ body }) => body)).toEqual([
    { name: 'я'.repeat(200), email: 'new.clinic@clinic.test', featureFlags: ['schedule'] },
  ]);
});

test('a client’s permissions fit into their column as short words, and hovering shows the full words', async ({
  server,
}) => {
  await page.viewport(1440, 900);
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  server.answer(listHiddenColumns, { lists: [] });
  const client = { ...CLIENT, featureFlags: ['remote-viewer' as const, 'schedule' as const] };
  server.answer(listDoctors, { doctors: [client], currentOffset: 0, totalCount: 1 });
  showSignedIn(<DoctorsList />, '/assistant-area/');
  const cell = page.getByRole('cell', { name: 'просмотр, запись' });
  await expect.element(cell).toHaveAttribute('title', 'Онлайн-просмотр, Онлайн-запись');
  expect(cell.element().scrollWidth).toBeLessThanOrEqual(cell.element().clientWidth);
});
