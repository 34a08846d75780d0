import { createDoctor } from '@snimok/contract/people/doctors';
import { createPatient } from '@snimok/contract/people/patients';
import { useState } from 'react';
import { connection } from '../../../shared/connection/connection.ts';
import { leaveSession } from '../../../shared/session/session.ts';
import type { FakeServer } from '../../../testing/server.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { CreateDoctorDialog } from '../../people/doctors/create-doctor-dialog.tsx';
import { CreatePatientDialog } from '../../people/patients/create-patient-dialog.tsx';
import { WaitingActions } from './waiting-actions.tsx';

const NAME = 'Ожидаева Анна Ильинична';

const dialog = page.getByRole('dialog', { name: 'Создать карточку пациента' });
const button = page.getByRole('button', { name: /Ждёт связи: 1/ });
const list = page.getByRole('dialog', { name: 'Неотправленные действия' });

const lose = async (server: FakeServer) => {
  server.isReachable = false;
  expect(await connection.check()).toBe(true);
};

const find = async (server: FakeServer) => {
  server.isReachable = true;
  expect(await connection.check()).toBe(false);
};

function Page() {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <WaitingActions />
      <CreatePatientDialog
        doctorID={5}
        opened={opened}
        onClose={() => setOpened(false)}
        onCreated={() => setOpened(false)}
      />
    </>
  );
}

const fillCard = async () => {
  await dialog.getByLabelText('ФИО').fill(NAME);
  await dialog.getByLabelText('Женский').click();
  await dialog.getByLabelText('Дата рождения').fill('04.05.1984');
};

test('a card that is created without a connection waits in the header when its dialog is closed, and is created once', async ({
  server,
}) => {
  const created = server.answer(createPatient, { patientID: 3 });
  showSignedIn(<Page />);
  await fillCard();
  await lose(server);
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await expect.element(dialog).toMatchTextContent(/Действие выполнится само/);
  await dialog.getByRole('button', { name: 'Закрыть окно и ждать' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  await button.click();
  await expect.element(list).toMatchTextContent(new RegExp(`Карточка пациента: ${NAME}`));
  await expect.element(list).toMatchTextContent(/Ждёт связи, с/);
  await find(server);
  await expect.element(list).toMatchTextContent(/Всё отправлено/);
  await expect.element(page.getByText(`Создана карточка пациента: ${NAME}`)).toBeVisible();
  expect(created.map(({ body }) => body.name)).toEqual([NAME]);
  expect(created[0]?.body.requestUUID).toBeTruthy();
});

test('signing out asks for confirmation while actions wait, and a waiting action can be cancelled', async ({
  server,
}) => {
  const created = server.answer(createPatient, { patientID: 3 });
  showSignedIn(<Page />);
  await fillCard();
  await lose(server);
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await dialog.getByRole('button', { name: 'Закрыть окно и ждать' }).click();

  let signedOut = false;
  const leaving = leaveSession(async () => {
    signedOut = true;
  });
  const question = page.getByRole('dialog', { name: 'Выйти и отменить действия?' });
  await expect.element(question).toMatchTextContent(new RegExp(NAME));
  await question.getByRole('button', { name: 'Остаться' }).click();
  await leaving;
  expect(signedOut).toBe(false);

  await button.click();
  await list.getByRole('button', { name: /^Отменить/ }).click();
  await expect.element(list).toMatchTextContent(/Всё отправлено/);
  await find(server);
  await expect.poll(() => connection.lost).toBe(false);
  expect(created).toEqual([]);
});

test('an action that must not run later is refused without a connection, and the form keeps its input', async ({
  server,
}) => {
  const created = server.answer(createDoctor, { doctorID: 5 });
  showSignedIn(<CreateDoctorDialog opened onClose={() => undefined} />);
  const form = page.getByRole('dialog');
  await form.getByLabelText('Врач или клиника').fill('Клиника «Без связи»');
  await form.getByLabelText('E-mail').fill('offline@clinic.test');
  await lose(server);
  await form.getByRole('button', { name: 'Создать' }).click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Нет связи. Действие не выполнено.');
  await expect.element(form.getByLabelText('E-mail')).toHaveValue('offline@clinic.test');
  await find(server);
  await new Promise((resolve) => setTimeout(resolve));
  expect(created).toEqual([]);
  await form.getByRole('button', { name: 'Создать' }).click();
  await expect.poll(() => created.length).toBe(1);
});
