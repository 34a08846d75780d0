import { getOwnBooking } from '@snimok/contract/reception/own-bookings';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { getVisit } from '@snimok/contract/reception/visits';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { sendPatientReminder } from '../reminders-and-letters/patient-reminders.ts';

const PATIENT = 'patient@mail.test';

const startVisit = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { context, clock } = server;
  const contacts = { phones: ['+7 495 111-22-33'], hoursText: '', licence: 'Л041-01' };
  const centre = await makeCentre(server, contacts);
  const { doctor, at, day } = centre;
  const [slot] = await freeSlots(doctor, at, day);
  const consent = { patientEmail: settings.SMS_URL ? '' : PATIENT, reminderAgreed: true };
  const body = { ...walkInPatient, ...consent };
  const reply = await doctor.post(`/doctor${at}/${day}/${slot?.slotUUID}`, body);
  const { bookingID } = reply.body as { bookingID: number };
  const path = `/schedule/bookings/${bookingID}/reminder`;
  const about = `visit:${bookingID}`;
  const begin = Date.parse(slot?.beginsAt ?? '');
  /** Advances the clock to a day before the visit: the confirmation was sent, and the sessions have expired. */
  const advance = async () => {
    await context.db.updateTable('letters').set({ sentAt: clock.now() }).where('about', '=', about).execute();
    clock.advance(begin - 24 * HOUR_MS - clock.now().getTime());
  };
  const own = async () =>
    responseOf(getOwnBooking, await doctor.get(`/doctor/schedule/bookings/${bookingID}`));
  return {
    ...server,
    ...centre,
    bookingID,
    path,
    advance,
    own,
    jobs: () => listJobs(context.db, { task: 'remind-patient' }),
    remind: () => sendPatientReminder(context, { bookingID }),
    /** letters that are not sent yet */
    letters: () =>
      context.db
        .selectFrom('letters')
        .selectAll()
        .where('about', '=', about)
        .where('sentAt', 'is', null)
        .execute(),
    texts: () => context.db.selectFrom('notices').selectAll().execute(),
    stored: () =>
      context.db
        .selectFrom('bookings')
        .select(['patientEmail', 'reminderAgreedAt', 'remindedOf', 'visitTokenHash'])
        .where('id', '=', bookingID)
        .executeTakeFirstOrThrow(),
    nextAssistant: async () => server.as(await server.make.assistant()),
  };
};

test('a client withdraws the consent of a patient and gives it again with another address', async () => {
  const { doctor, path, own, jobs, letters, stored, assistant, at, day } = await startVisit();
  expect(await own()).toMatchObject({ reminder: true, reminderEmail: PATIENT });
  expect((await doctor.put(`/doctor${path}`, { agreed: false })).status).toBe(204);
  // a repeated request
  expect((await doctor.put(`/doctor${path}`, { agreed: false })).status).toBe(204);
  expect(await own()).toMatchObject({ reminder: false, reminderEmail: null });
  expect(await jobs()).toEqual([]);
  expect(await stored()).toMatchObject({ patientEmail: null, reminderAgreedAt: null });

  const noAddress = [400, 'E-mail пациента: без адреса сообщение не отправить (patientEmail)'];
  expect(refusal(await doctor.put(`/doctor${path}`, { agreed: true }))).toEqual(noAddress);
  const other = { agreed: true, patientEmail: 'other@mail.test' };
  expect((await doctor.put(`/doctor${path}`, other)).status).toBe(204);
  expect(await jobs()).toHaveLength(1);
  expect(await letters()).toMatchObject([{ recipient: 'other@mail.test', facts: { booked: true } }]);
  const planned = responseOf(listScheduleDays, await assistant.get(`/assistant${at}/days?from=${day}`));
  expect(planned.days[0]?.bookings).toMatchObject([{ reminder: { agreed: true, email: 'other@mail.test' } }]);
});

test('withdrawing the consent deletes an unsent reminder, and a new consent sends it again', async () => {
  const { advance, remind, letters, nextAssistant, path, stored, jobs, clock } = await startVisit();
  await advance();
  await remind();
  expect(await letters()).toHaveLength(1);
  const assistant = await nextAssistant();
  expect((await assistant.put(`/assistant${path}`, { agreed: false })).status).toBe(204);
  expect(await letters()).toEqual([]);
  await remind();
  expect(await letters()).toEqual([]);
  expect(await stored()).toMatchObject({ remindedOf: null });
  const consent = { agreed: true, patientEmail: 'new@mail.test' };
  expect((await assistant.put(`/assistant${path}`, consent)).status).toBe(204);
  // the message is sent at once and no other follows
  expect((await jobs()).filter(({ runAt }) => runAt > clock.now())).toEqual([]);
  await remind();
  expect(await letters()).toMatchObject([{ recipient: 'new@mail.test' }]);
});

test('a repeated consent sends no second message, unless the mail server has refused the first', async () => {
  const { doctor, path, letters, context } = await startVisit();
  const consent = { agreed: true, patientEmail: PATIENT };
  expect((await doctor.put(`/doctor${path}`, consent)).status).toBe(204);
  expect(await letters()).toHaveLength(1);
  await context.db.updateTable('letters').set({ failedAt: new Date(), facts: '{}' }).execute();
  const replies = [await doctor.put(`/doctor${path}`, consent), await doctor.put(`/doctor${path}`, consent)];
  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  expect(await letters()).toMatchObject([{ recipient: PATIENT, failedAt: null, facts: { booked: true } }]);
});

test('with text messages, the consent needs no e-mail address, and its withdrawal deletes an unsent message', async () => {
  const { advance, remind, texts, nextAssistant, path } = await startVisit({
    SMS_URL: 'https://sms.test/?to={to}&text={text}',
  });
  await advance();
  await remind();
  expect(await texts()).toHaveLength(1);
  const assistant = await nextAssistant();
  expect((await assistant.put(`/assistant${path}`, { agreed: false })).status).toBe(204);
  expect(await texts()).toEqual([]);
  expect((await assistant.put(`/assistant${path}`, { agreed: true })).status).toBe(204);
  await remind();
  expect(await texts()).toHaveLength(1);
});

test('the consent cannot be changed by other clients, or for a cancelled booking', async () => {
  const { doctor, path, as, make, bookingID } = await startVisit();
  const other = await as(await make.doctor({ flags: ['schedule'] }));
  expect((await other.put(`/doctor${path}`, { agreed: false })).status).toBe(404);
  await doctor.post(`/doctor/schedule/bookings/${bookingID}/cancel`, {});
  expect(refusal(await doctor.put(`/doctor${path}`, { agreed: false }))).toEqual([
    409,
    'Запись уже отменена',
  ]);
});

test('client and patient see the contacts of the location, and the centre’s where the location has none', async () => {
  const { own, advance, remind, letters, nobody, assistant } = await startVisit();
  const identity = { name: '', legalName: '', address: '', phones: ['+7 495 000-00-00'], website: '' };
  const facts = { ...identity, hours: 'пн–пт 9:00–20:00', licence: 'Л041-00', version: 0 };
  expect((await assistant.put('/assistant/identity', facts)).status).toBe(204);
  const contacts = { phones: ['+7 495 111-22-33'], hours: 'пн–пт 9:00–20:00', licence: 'Л041-01' };
  expect((await own()).contacts).toEqual(contacts);
  await advance();
  await remind();
  const { visitURL } = (await letters())[0]!.facts as unknown as { visitURL: string };
  const reply = await nobody.post('/visit', { token: new URL(visitURL).hash.slice(1) });
  expect(responseOf(getVisit, reply).contacts).toEqual(contacts);
});
