import { listLocations } from '@snimok/contract/reception/locations';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { setReminder } from '@snimok/contract/reception/visit-reminders';
import { ASSISTANT_SETTINGS, CLIENT } from '../../../../testing/answers.ts';
import type { FakeServer } from '../../../../testing/server.ts';
import { showSignedIn } from '../../../../testing/show.tsx';
import { expect, page, test, userEvent } from '../../../../testing/test.ts';
import type { BookingCard } from '../queries.ts';
import { BookingDialog } from './booking-dialog.tsx';

const BOOKING: BookingCard = {
  bookingID: 7,
  locationID: 1,
  locationName: 'Центр',
  place: 1,
  date: '2126-11-30',
  slotUUID: '5f0c1d5e-7a53-4a6e-9d0b-3f7f4c1f2a10',
  status: 'booked',
  moved: false,
  beginsAt: '2126-11-30T07:00:00.000Z',
  endsAt: '2126-11-30T07:30:00.000Z',
  patientName: 'Орлов Пётр Ильич',
  patientPhone: '+79990001122',
  studyComment: '',
  cancelReason: '',
  doctorID: null,
  doctorName: null,
  creatorName: 'Анна',
  patientID: null,
  studyID: null,
  letter: null,
  reminder: { agreed: true, email: 'orlov@mail.test' },
};

const message = {
  status: 'sent' as const,
  channel: 'letter' as const,
  error: null,
  failedAt: null,
  nextTryAt: null,
  queuedAt: '2126-11-28T16:00:00.000Z',
  sentAt: '2126-11-28T16:00:00.000Z',
};

const show = (server: FakeServer, booking: BookingCard) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  const day = { date: booking.date, holiday: null, special: false, slots: [], closures: [] };
  server.answer(listScheduleDays, { days: [{ ...day, bookings: [booking] }] });
  showSignedIn(<BookingDialog booking={booking} timeZone="Europe/Moscow" onClose={() => undefined} />);
};

test('a booking shows that the patient was sent a letter, and that a cancellation sends another one', async ({
  server,
}) => {
  show(server, { ...BOOKING, patientMessage: message });
  await expect.element(page.getByText(/^Письмо пациенту отправлено 28\.11\.2126/)).toBeVisible();
  await expect.element(page.getByText('Сообщения пациенту на orlov@mail.test')).toBeVisible();
  await page.getByRole('button', { name: 'Отменить запись' }).click();
  await expect
    .element(page.getByText('Орлов Пётр Ильич: время освободится, пациент получит письмо.'))
    .toBeVisible();
});

test('before a booking is moved, the dialog states who is informed, and whether by letter or text message', async ({
  server,
}) => {
  server.answer(listLocations, { locations: [], holidays: [], timeZone: 'Europe/Moscow' });
  const client = { doctorID: CLIENT.doctorID, doctorName: CLIENT.name };
  show(server, { ...BOOKING, ...client, patientMessage: { ...message, channel: 'text' } });
  await page.getByRole('button', { name: 'Перенести' }).click();
  await expect
    .element(page.getByText('О новом времени клиент получит письмо, пациент получит СМС.'))
    .toBeVisible();
});

test('a booking shows why the text message to the patient failed, and the message can be sent again', async ({
  server,
}) => {
  const failed = { ...message, channel: 'text' as const, status: 'failed' as const, sentAt: null };
  const reason = { failedAt: '2126-11-28T17:00:00.000Z', error: 'Номер не обслуживается' };
  show(server, { ...BOOKING, patientMessage: { ...failed, ...reason } });
  await expect.element(page.getByText(/^СМС пациенту отправить не удалось/)).toBeVisible();
  await expect.element(page.getByText('Номер не обслуживается')).toBeVisible();
  const saved = server.answer(setReminder, undefined);
  await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await expect.poll(() => saved[0]?.body).toEqual({ agreed: true, patientEmail: 'orlov@mail.test' });
});

test('a text message that is being retried is attributed to the SMS service, not to the mail server', async ({
  server,
}) => {
  const retrying = { ...message, channel: 'text' as const, status: 'retrying' as const, sentAt: null };
  show(server, { ...BOOKING, patientMessage: { ...retrying, nextTryAt: '2126-11-28T17:00:00.000Z' } });
  await expect
    .element(page.getByText(/^СМС пациенту пока не принято сервисом СМС, повторим 28/))
    .toBeVisible();
});

test('a booking without the consent of the patient says that no messages are sent', async ({ server }) => {
  show(server, { ...BOOKING, patientMessage: null, reminder: { agreed: false, email: null } });
  await expect.element(page.getByText('Сообщения пациенту не отправляются')).toBeVisible();
  await page.getByRole('button', { name: 'Изменить' }).click();
  await page.getByLabelText('Подтвердить пациенту запись и напомнить о визите').click();
  await page.getByLabelText('E-mail пациента').fill('orlov@mail.test');
  await expect.element(page.getByText('Подтверждение уйдёт сразу на orlov@mail.test')).toBeVisible();
});

test('a booking of a patient who consented but got no message yet says so', async ({ server }) => {
  show(server, { ...BOOKING, patientMessage: null });
  await expect.element(page.getByText('Пациенту пока ничего не отправлено')).toBeVisible();
});

test('the next step of the dialog keeps the focus inside, so that Tab reaches its first field', async ({
  server,
}) => {
  show(server, BOOKING);
  const step = page.getByRole('button', { name: 'Изменить' });
  await expect.element(step).toBeVisible();
  // the dialog takes the focus when it is shown
  await expect.poll(() => page.getByRole('dialog').element().contains(document.activeElement)).toBe(true);
  step.element().focus();
  await userEvent.keyboard('{Enter}');
  const field = page.getByLabelText('Подтвердить пациенту запись и напомнить о визите');
  await expect.element(field).toBeVisible();
  expect(page.getByRole('dialog').element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveFocus();
});
