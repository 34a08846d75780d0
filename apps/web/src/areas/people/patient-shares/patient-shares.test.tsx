import {
  getPatientAccessRequest,
  listFriends,
  listPatientShares,
  requestPatientAccess,
  sharePatient,
} from '@snimok/contract/people/patient-shares';
import type { ReactNode } from 'react';
import type { FakeServer } from '../../../testing/server.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { RequestAccessButton } from './request-access-button.tsx';
import { SharePatientButton } from './share-patient-button.tsx';

const LATER = 'Произошла ошибка. Попробуйте позже. Сервер не отвечает: проверьте соединение с интернетом.';

const share = page.getByRole('dialog', { name: 'Поделиться пациентом' });
const doctor = share.getByLabelText('Врач', { exact: true });
const submit = share.getByRole('button', { name: 'Поделиться', exact: true });

const openShare = async (server: FakeServer) => {
  server.answer(listFriends, { friends: [{ doctorID: 8, name: 'Клиника коллеги' }] });
  server.answer(listPatientShares, { doctors: [], requests: [] });
  showSignedIn(<SharePatientButton patientID={3} />);
  await page.getByRole('button', { name: 'Поделиться' }).click();
};

test('the form for sharing a patient shows the prescribed error when the server does not respond', async ({
  server,
}) => {
  server.drop(sharePatient);
  await openShare(server);
  await doctor.fill('colleague@clinic.test');
  await submit.click();
  await expect.element(share.getByRole('alert')).toHaveTextContent(LATER);
});

test('the request for access to a patient shows the prescribed error when the server does not respond', async ({
  server,
}) => {
  server.answer(getPatientAccessRequest, { request: null });
  server.drop(requestPatientAccess);
  showSignedIn(<RequestAccessButton patientID={3} />);
  await page.getByRole('button', { name: 'Запросить доступ' }).click();
  const dialog = page.getByRole('dialog', { name: 'Запросить доступ' });
  await dialog.getByRole('button', { name: 'Отправить', exact: true }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(LATER);
});

test('a patient is shared with a colleague of the list or an e-mail, and a double click shares once', async ({
  server,
}) => {
  await openShare(server);
  await doctor.fill('не почта');
  await submit.click();
  await expect.element(share.getByText('Выберите врача из списка или введите его e-mail')).toBeVisible();

  const shared = server.answer(sharePatient, { doctorID: 8, name: 'Клиника коллеги' });
  await doctor.fill('Клин');
  await page.getByRole('option', { name: 'Клиника коллеги' }).click();
  await submit.dblClick();
  await expect.element(share.getByText('Врачу на почту придет письмо с пациентом')).toBeVisible();
  expect(shared.map(({ body }) => body)).toEqual([{ shareDoctorID: 8 }]);
});

const offer = share.getByRole('button', { name: 'Отправить ссылку' });

/** Tries to share with an address that no doctor of the portal has. */
const shareWithOutsider = async (server: FakeServer, linkTo?: (email: string) => ReactNode) => {
  server.refuse(sharePatient, { status: 400, error: 'Врача с таким e-mail нет в портале.' });
  server.answer(listFriends, { friends: [] });
  server.answer(listPatientShares, { doctors: [], requests: [] });
  showSignedIn(<SharePatientButton patientID={3} linkTo={linkTo} />);
  await page.getByRole('button', { name: 'Поделиться' }).click();
  await doctor.fill(' surgeon@clinic.test ');
  await submit.click();
  await expect.element(share.getByText('Врача с таким e-mail нет в портале.')).toBeVisible();
};

test('for an e-mail without an account, the form offers a link to a study instead', async ({ server }) => {
  await shareWithOutsider(server, (email) => <p>Ссылка для {email}</p>);
  await expect.element(offer).toBeVisible();
  await doctor.fill('another@clinic.test');
  await expect.element(offer).not.toBeInTheDocument();
  await submit.click();
  await offer.click();
  const dialog = page.getByRole('dialog', { name: 'Ссылка на исследование' });
  await expect.element(dialog.getByText('Ссылка для another@clinic.test')).toBeVisible();
  await expect.element(share).not.toBeInTheDocument();
});

test('no link is offered while the centre does not let doctors send links', async ({ server }) => {
  await shareWithOutsider(server);
  await expect.element(offer).not.toBeInTheDocument();
});
