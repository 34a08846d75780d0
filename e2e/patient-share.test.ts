import { join } from 'node:path';
import { writePanoramic } from './portal/files.ts';
import { expectNotice } from './portal/notices.ts';
import { signIn, studyCard } from './portal/screens.ts';
import { expect, newPerson, test } from './portal/test.ts';

test.use({ allowedErrors: [/status of 40[03]/] });

test("a doctor requests access to another doctor's patient, and sees the patient until the share is closed", async ({
  page,
  newBrowserPage,
  portal,
  api,
  folder,
}) => {
  const owner = await api.createClient(newPerson('Клиника Владельца'), portal.mailbox);
  const colleague = await api.createClient(newPerson('Клиника Коллеги'), portal.mailbox);
  const patient = await api.createPatient(owner.doctorID, 'Морозова Вера Павловна');
  await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'Рентген')));
  const path = `/doctor-area/patients/${patient.patientID}/studies`;

  await signIn(page, portal.address, colleague, path);
  await expect(page.getByRole('heading', { name: 'Доступ запрещен.' })).toBeVisible();
  await page.getByRole('button', { name: 'Запросить доступ' }).click();
  const request = page.getByRole('dialog', { name: 'Запросить доступ' });
  await request.getByRole('button', { name: 'Отправить' }).click();
  await expectNotice(page, 'Запрос отправлен успешно', 'Запросить доступ');
  await expect(request).toBeHidden();

  const [link = ''] =
    /http\S+shareDoctorID=\d+/.exec((await portal.mailbox.letter(owner.email, /Запрос доступа/)).text) ?? [];
  const ownersPage = await newBrowserPage();
  await signIn(ownersPage, portal.address, owner, link.slice(link.indexOf('/doctor-area')));
  const dialog = ownersPage.getByRole('dialog', { name: 'Поделиться пациентом' });
  await dialog.getByRole('button', { name: 'Разрешить: Клиника Коллеги' }).click();
  await expect(dialog.getByRole('button', { name: 'Закрыть доступ: Клиника Коллеги' })).toBeVisible();

  await page.goto(`${portal.address}/doctor-area/patients/shared`);
  await page.getByRole('link', { name: 'Список исследований' }).click();
  await expect(page.getByRole('heading', { name: 'Морозова Вера Павловна' })).toBeVisible();
  await expect(studyCard(page)).toContainText('Доступно');
  await expect(page.getByRole('button', { name: 'Поделиться' })).toBeHidden();

  await dialog.getByRole('button', { name: 'Закрыть доступ: Клиника Коллеги' }).click();
  await expect(dialog.getByText('Доступ открыт')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Доступ запрещен.' })).toBeVisible();
});

test('a patient is shared by e-mail, and an unknown address is rejected with an explanation', async ({
  page,
  portal,
  api,
}) => {
  const owner = await api.createClient(newPerson('Клиника А'), portal.mailbox);
  const colleague = await api.createClient(newPerson('Клиника Б'), portal.mailbox);
  const patient = await api.createPatient(owner.doctorID, 'Орлов Пётр Юрьевич');
  await signIn(page, portal.address, owner, `/doctor-area/patients/${patient.patientID}/studies`);
  await page.getByRole('button', { name: 'Поделиться' }).click();
  const dialog = page.getByRole('dialog', { name: 'Поделиться пациентом' });
  const recipient = dialog.getByLabel('Врач');
  const send = dialog.getByRole('button', { name: 'Поделиться' });

  await send.click();
  await expect(dialog).toContainText('Выберите врача из списка или введите его e-mail');
  await recipient.fill('nobody@clinic.test');
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('нет в портале');
  await recipient.fill(colleague.email);
  await send.click();
  await expectNotice(page, 'Врачу на почту придет письмо с пациентом', 'Поделиться пациентом');
  await expect(dialog).toBeHidden();
  const { text } = await portal.mailbox.letter(colleague.email, /открыли доступ к пациенту/);
  expect(text).toContain(`/doctor-area/patients/${patient.patientID}/studies`);
});
