import { listDropdownDoctors } from '@snimok/contract/people/doctors';
import { listExaminations } from '@snimok/contract/reception/examinations';
import { bookReferral, type IncomingReferralDetails } from '@snimok/contract/reception/referrals';
import { bookByPhone } from '@snimok/contract/reception/schedule';
import { search } from '@snimok/contract/people/search';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import type { z } from 'zod';
import { ASSISTANT_SETTINGS, CLIENT, PATIENT } from '../../../../testing/answers.ts';
import type { FakeServer } from '../../../../testing/server.ts';
import { showSignedIn } from '../../../../testing/show.tsx';
import { expect, page, test } from '../../../../testing/test.ts';
import { BookDialog } from './book-dialog.tsx';
import type { Whom } from './referral-to-book.tsx';

const SLOT = {
  locationID: 1,
  date: '2026-11-30',
  slotUUID: '5f0c1d5e-7a53-4a6e-9d0b-3f7f4c1f2a10',
  beginsAt: '2026-11-30T07:00:00.000Z',
};
const EXAMINATION = {
  examinationID: 2,
  name: 'Ортопантомограмма',
  studyType: 'rg' as const,
  preparation: '',
  active: true,
  version: 1,
};

const name = page.getByLabelText('ФИО пациента');
const phone = page.getByLabelText('Телефон пациента');
const birthday = page.getByLabelText('Дата рождения');
const submit = page.getByRole('button', { name: 'Записать' });

const show = (server: FakeServer, settings = ASSISTANT_SETTINGS, whom: Whom = {}) => {
  server.answer(getAssistantSettings, settings);
  server.answer(listDropdownDoctors, { doctors: [{ doctorID: CLIENT.doctorID, name: CLIENT.name }] });
  server.answer(listExaminations, { examinations: [EXAMINATION] });
  const { patientID, doctorID, doctorName, birthday: day } = PATIENT;
  const known = { patientID, doctorID, doctorName, name: PATIENT.name, birthday: day, phone: '89161234567' };
  server.answer(search, { patients: [known], doctors: [] });
  const nothing = () => undefined;
  showSignedIn(
    <BookDialog slot={SLOT} whom={whom} timeZone="Europe/Moscow" onBooked={nothing} onClose={nothing} />,
  );
  return server.answer(bookByPhone, { bookingID: 7 });
};

test('a field’s error is shown when the user leaves it, and missing fields are listed beside the button', async ({
  server,
}) => {
  const booked = show(server);
  await expect.element(page.getByText('Осталось ввести: ФИО, телефон')).toBeVisible();
  await name.click();
  await phone.click();
  await expect.element(page.getByText('Введите ФИО пациента')).toBeVisible();
  await phone.fill('12-34');
  await birthday.fill('31.02.1980');
  await name.click();
  await expect.element(page.getByText('Введите телефон пациента полностью')).toBeVisible();
  await expect.element(page.getByText('Такой даты нет')).toBeVisible();
  await submit.click();
  await expect.element(name).toHaveFocus();
  expect(booked).toEqual([]);
});

test('a known patient is found while the name is typed, and fills name, birth date, phone and client', async ({
  server,
}) => {
  const booked = show(server);
  await name.fill('ромаш');
  await page.getByRole('option', { name: /Ромашкина Алла Петровна/ }).click();
  await expect.element(name).not.toBeInTheDocument();
  await expect.element(page.getByText(`04.05.1984 · ${CLIENT.name}`)).toBeVisible();
  await expect.element(phone).toHaveValue('+7 916 123-45-67');
  await page.getByRole('combobox', { name: 'Исследование' }).click();
  await page.getByRole('option', { name: 'Ортопантомограмма' }).click();
  await submit.dblClick();
  await expect.poll(() => booked.length).toBe(1);
  expect(booked[0]!.body).toMatchObject({
    patientID: PATIENT.patientID,
    patientName: PATIENT.name,
    doctorID: CLIENT.doctorID,
    patientBirthday: '1984-05-04',
    patientPhone: '+7 916 123-45-67',
    examinationID: 2,
  });
});

test('an assistant without the right to see cards types a name, and no search is sent', async ({
  server,
}) => {
  const booked = show(server, { ...ASSISTANT_SETTINGS, rights: ['booking'] });
  const searched = server.answer(search, { patients: [], doctors: [] });
  await name.fill('Новикова Дарья');
  await birthday.fill('01021990');
  await phone.fill('89161234567');
  await submit.click();
  await expect.poll(() => booked.length).toBe(1);
  expect(booked[0]!.body).toMatchObject({
    patientID: null,
    patientName: 'Новикова Дарья',
    patientBirthday: '1990-02-01',
  });
  expect(searched).toEqual([]);
});

test('the patient of the URL is booked without being searched for', async ({ server }) => {
  const booked = show(server, ASSISTANT_SETTINGS, { patient: { ...PATIENT, phone: '89161234567' } });
  await expect.element(page.getByText(PATIENT.name)).toBeVisible();
  await expect.element(phone).toHaveValue('+7 916 123-45-67');
  await submit.click();
  await expect.poll(() => booked[0]?.body).toMatchObject({ patientID: PATIENT.patientID });
});

const consent = page.getByLabelText('Подтвердить пациенту запись и напомнить о визите');
const email = page.getByLabelText('E-mail пациента');

test('before the booking, the form states where the confirmation is sent, or why it is not sent', async ({
  server,
}) => {
  const booked = show(server, ASSISTANT_SETTINGS, { patient: { ...PATIENT, phone: '89161234567' } });
  await expect.element(page.getByText('Подтверждение не уйдёт: согласие пациента не отмечено')).toBeVisible();
  await consent.click();
  await expect
    .element(page.getByText('Подтверждение не уйдёт, пока не введён e-mail пациента'))
    .toBeVisible();
  await expect.element(page.getByText('Осталось ввести: e-mail пациента')).toBeVisible();
  await submit.click();
  await expect.element(page.getByText('Введите корректный e-mail')).toBeVisible();
  expect(booked).toEqual([]);
  await email.fill('alla@mail.test');
  await expect.element(page.getByText('Подтверждение уйдёт сразу на alla@mail.test')).toBeVisible();
  await submit.dblClick();
  await expect.poll(() => booked.length).toBe(1);
  expect(booked[0]!.body).toMatchObject({ reminderAgreed: true, patientEmail: 'alla@mail.test' });
});

test('with text messages enabled, the confirmation goes to the telephone if no e-mail is entered', async ({
  server,
}) => {
  const booked = show(
    server,
    { ...ASSISTANT_SETTINGS, patientTextsEnabled: true },
    { patient: { ...PATIENT, phone: '89161234567' } },
  );
  await consent.click();
  await expect
    .element(page.getByText(/^Подтверждение уйдёт сразу по СМС на \+7.916.123-45-67$/))
    .toBeVisible();
  await submit.click();
  await expect.poll(() => booked[0]?.body).toMatchObject({ reminderAgreed: true, patientEmail: '' });
});

const REFERRAL: z.output<typeof IncomingReferralDetails> = {
  referralUUID: SLOT.slotUUID,
  number: 12,
  state: 'accepted',
  createdAt: '2026-11-27T07:00:00.000Z',
  examination: 'Ортопантомограмма',
  studyType: 'rg',
  urgency: 'routine',
  senderName: CLIENT.name,
  patientName: PATIENT.name,
  patientBirthday: '1984-05-04',
  patientID: PATIENT.patientID,
  studyID: 3,
  doctorID: CLIENT.doctorID,
  doctorName: CLIENT.name,
  teeth: [],
  question: '',
  contraindications: [],
  otherContraindications: '',
  sex: 'female',
  phone: '89161234567',
  preparation: '',
  recipients: [],
  booking: null,
  decidedBy: null,
  decidedAt: null,
  reason: '',
  similar: [],
  can: { decide: false, book: true },
};

test('a patient booked from a referral also gets the confirmation, and only at a valid e-mail', async ({
  server,
}) => {
  show(server, ASSISTANT_SETTINGS, { referral: REFERRAL });
  const booked = server.answer(bookReferral, { bookingID: 8 });
  await expect.element(page.getByText('Подтверждение не уйдёт: согласие пациента не отмечено')).toBeVisible();
  await consent.click();
  await email.fill('alla');
  await submit.click();
  await expect.element(page.getByText('Введите корректный e-mail')).toBeVisible();
  await email.fill('alla@mail.test');
  await submit.dblClick();
  await expect.poll(() => booked.length).toBe(1);
  expect(booked[0]!.body).toMatchObject({ reminderAgreed: true, patientEmail: 'alla@mail.test' });
});
