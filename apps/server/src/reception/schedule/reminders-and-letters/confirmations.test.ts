import { randomUUID } from 'node:crypto';
import { getOwnBooking } from '@snimok/contract/reception/own-bookings';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { getVisit } from '@snimok/contract/reception/visits';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { sendPatientReminder } from './patient-reminders.ts';

const PATIENT = 'patient@mail.test';
const SMS = { SMS_URL: 'https://sms.test/?to={to}&text={text}' };

interface VisitLetter {
  visitURL: string;
  booked: boolean;
  moved: boolean;
  beginsAt: string;
}

/** A centre some hours before its first time of the day, with a client who has just signed in. */
const startBefore = async (hours: number, settings: Record<string, string> = {}, capacity = 1) => {
  const server = await startServer(settings);
  const centre = await makeCentre(server, { capacity });
  const { at, day, account } = centre;
  const { context, clock } = server;
  const slots = await freeSlots(centre.doctor, at, day);
  const begin = Date.parse(slots[0]!.beginsAt);
  const advanceTo = (hoursBefore: number) =>
    clock.advance(begin - hoursBefore * HOUR_MS - clock.now().getTime());
  advanceTo(hours);
  const doctor = await server.as(account);
  const patient = { ...walkInPatient, patientEmail: settings.SMS_URL ? '' : PATIENT, reminderAgreed: true };
  const book = (slot = 0, facts: Record<string, unknown> = {}) =>
    doctor.post(`/doctor${at}/${day}/${slots[slot]!.slotUUID}`, { ...patient, ...facts });
  return {
    ...server,
    ...centre,
    slots,
    begin,
    advanceTo,
    doctor,
    book,
    cancel: (bookingID: number) => doctor.post(`/doctor/schedule/bookings/${bookingID}/cancel`, {}),
    remind: (bookingID: number) => sendPatientReminder(context, { bookingID }),
    letters: async (template = 'visit-reminder') => {
      const query = context.db.selectFrom('letters').selectAll().where('template', '=', template);
      return (await query.orderBy('id').execute()).map(({ recipient, facts }) => ({
        recipient,
        facts: facts as unknown as VisitLetter,
      }));
    },
    texts: () => context.db.selectFrom('notices').selectAll().orderBy('id').execute(),
    jobs: () => listJobs<{ bookingID: number }>(context.db, { task: 'remind-patient' }),
  };
};

const idOf = ({ body }: { body: unknown }) => (body as { bookingID: number }).bookingID;

test('a visit booked on the evening before is confirmed at once, with a link that opens it, and not reminded of', async () => {
  const { book, letters, jobs, advanceTo, remind, nobody, outbox, work } = await startBefore(11.5);
  const bookingID = idOf(await book());
  const [letter, ...more] = await letters();
  expect([letter?.recipient, more, await jobs()]).toEqual([PATIENT, [], []]);
  const link = letter!.facts.visitURL;
  const token = new URL(link).hash.slice(1);
  expect(responseOf(getVisit, await nobody.post('/visit', { token }))).toMatchObject({ status: 'booked' });
  // the outbox measures the age of a letter by the database's clock
  advanceTo(70);
  await work();
  const sent = await until('the confirmation', () => outbox.find(({ to }) => to === PATIENT));
  expect(sent.subject).toBe('Вы записаны на исследование');
  expect(sent.text).toContain(link);
  expect(sent.text).toContain('Перенести или отменить визит');
  expect(sent.text).not.toContain('Петров');
  // the patient has just read the time, so no reminder follows
  advanceTo(0.5);
  await remind(bookingID);
  expect(await letters()).toHaveLength(1);
});

test('without an address the confirmation is one text message without a name, also in the evening', async () => {
  const { book, texts, letters, jobs } = await startBefore(11.5, SMS);
  await book();
  const [text, ...more] = await texts();
  expect([more, await letters(), await jobs()]).toEqual([[], [], []]);
  expect(text?.content).toMatch(/^Вы записаны на исследование: .*\n\S+\/visit#[\w-]{43}$/);
  expect(text?.content).not.toContain('Петров');
});

test('a visit in several days is confirmed at once, and one reminder with the same link is sent a day before', async () => {
  const { book, letters, jobs, begin, advanceTo, remind } = await startBefore(45);
  const bookingID = idOf(await book());
  expect((await letters()).map(({ facts }) => facts.booked)).toEqual([true]);
  expect((await jobs()).map(({ runAt }) => runAt.getTime())).toEqual([begin - DAY_MS]);
  advanceTo(24);
  await Promise.all([remind(bookingID), remind(bookingID)]);
  await remind(bookingID);
  const [confirmation, reminder, ...more] = await letters();
  expect(more).toEqual([]);
  const { visitURL } = confirmation!.facts;
  expect(reminder?.facts).toMatchObject({ booked: false, moved: false, visitURL });
});

test('a visit booked less than a day and a half ahead is confirmed, but not reminded of', async () => {
  const soon = await startBefore(35);
  await soon.book();
  expect([await soon.letters(), await soon.jobs()]).toMatchObject([[{ recipient: PATIENT }], []]);
  const later = await startBefore(37);
  await later.book();
  expect(await later.jobs()).toHaveLength(1);
});

test('repeated and refused requests confirm nothing more', async () => {
  const { book, letters } = await startBefore(45, { BOOKING_MAX_OPEN: '1' });
  const requestUUID = randomUUID();
  const replies = await Promise.all([1, 2, 3].map(() => book(0, { requestUUID })));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await book(0)).status).toBe(409);
  // exceeds the limit of the client's open bookings
  expect((await book(1)).status).toBe(409);
  expect(await letters()).toHaveLength(1);
});

test('without the consent a booking is not confirmed', async () => {
  const { book, letters, texts, jobs } = await startBefore(45, SMS);
  await book(0, { reminderAgreed: false });
  await book(1, { reminderAgreed: false, patientEmail: PATIENT });
  expect([await letters(), await texts(), await jobs()]).toEqual([[], [], []]);
});

test('a patient who has read the confirmation learns of a move, of the move back, and of the cancellation', async () => {
  const { book, cancel, doctor, letters, jobs, slots, locationID, day, begin } = await startBefore(45);
  const bookingID = idOf(await book());
  const move = (slot: number) =>
    doctor.post(`/doctor/schedule/bookings/${bookingID}/move`, {
      locationID,
      date: day,
      slotUUID: slots[slot]!.slotUUID,
    });
  await move(2);
  await move(0);
  const messages = (await letters()).map(({ facts: { moved, beginsAt } }) => [moved, beginsAt]);
  const first = slots[0]!.beginsAt;
  const third = slots[2]!.beginsAt;
  expect(messages).toEqual([
    [false, first],
    [true, third],
    [true, first],
  ]);
  expect((await jobs()).map(({ runAt }) => runAt.getTime())).toEqual([begin - DAY_MS]);
  await cancel(bookingID);
  expect(await letters('visit-cancelled')).toHaveLength(1);
});

test('a patient who is booked and cancelled repeatedly gets five confirmations at once, and the next one later', async () => {
  const { book, cancel, letters, jobs, clock, remind } = await startBefore(45);
  for (let booked = 0; booked < 12; booked++) {
    const reply = await book();
    expect(reply.status).toBe(201);
    expect((await cancel(idOf(reply))).status).toBe(204);
  }
  expect(await letters()).toHaveLength(5);
  // a patient who was not informed of the visit is not informed of its cancellation
  expect(await letters('visit-cancelled')).toHaveLength(5);
  const bookingID = idOf(await book());
  const waiting = (await jobs()).find(({ payload }) => payload.bookingID === bookingID);
  const waits = waiting!.runAt.getTime() - clock.now().getTime();
  expect(waits).toBeGreaterThan(0);
  clock.advance(waits + 1000);
  await remind(bookingID);
  expect(await letters()).toHaveLength(6);
});

test('one telephone number gets at most four confirmations by text message', async () => {
  const { book, cancel, texts, context } = await startBefore(45, SMS);
  const confirmations: unknown[] = [];
  for (let booked = 0; booked < 8; booked++) {
    const bookingID = idOf(await book());
    confirmations.push(...(await texts()).filter(({ content }) => content.startsWith('Вы записаны')));
    await context.db.deleteFrom('notices').execute();
    await cancel(bookingID);
    await context.db.deleteFrom('notices').execute();
  }
  expect(confirmations).toHaveLength(4);
});

test('a booking by an assistant is confirmed to the patient, and the schedule shows whether the letter was sent', async () => {
  const { as, make, at, day, slots, letters, work, outbox, advanceTo } = await startBefore(45);
  const assistant = await as(await make.assistant());
  const consent = { patientEmail: PATIENT, reminderAgreed: true };
  const reply = await assistant.post(`/assistant${at}/${day}/${slots[0]!.slotUUID}`, {
    ...walkInPatient,
    ...consent,
  });
  expect(reply.status).toBe(201);
  await assistant.post(`/assistant${at}/${day}/${slots[1]!.slotUUID}`, walkInPatient);
  expect(await letters()).toMatchObject([{ recipient: PATIENT, facts: { booked: true } }]);
  const planned = async () => {
    const { days } = responseOf(listScheduleDays, await assistant.get(`/assistant${at}/days?from=${day}`));
    return days[0]!.bookings.map(({ reminder, patientMessage }) => [reminder, patientMessage]);
  };
  const agreed = { agreed: true, email: PATIENT };
  const refused = [{ agreed: false, email: null }, null];
  expect(await planned()).toMatchObject([[agreed, { channel: 'letter', status: 'waiting' }], refused]);
  advanceTo(70);
  await work();
  await until('the confirmation', () => outbox.find(({ to }) => to === PATIENT));
  await until('its state', async () => JSON.stringify(await planned()).includes('"sent"'));
});

test('client and centre see whether the patient was informed, also by text message', async () => {
  const { book, doctor, as, make, at, day, context } = await startBefore(45, SMS);
  const bookingID = idOf(await book());
  const own = async () =>
    responseOf(getOwnBooking, await doctor.get(`/doctor/schedule/bookings/${bookingID}`));
  expect(await own()).toMatchObject({ informed: true, reminded: false });
  await context.db.updateTable('notices').set({ failedAt: new Date(), lastError: 'Нет связи' }).execute();
  const assistant = await as(await make.assistant());
  const { days } = responseOf(listScheduleDays, await assistant.get(`/assistant${at}/days?from=${day}`));
  expect(days[0]!.bookings).toMatchObject([
    { patientMessage: { channel: 'text', status: 'failed', error: 'Нет связи' } },
  ]);
});

test('a booking made by the earlier version gets one reminder from its job', async () => {
  const { book, letters, context, advanceTo, remind } = await startBefore(45);
  const bookingID = idOf(await book());
  // the state in which that version leaves a booking
  await context.db.deleteFrom('letters').execute();
  await context.db.updateTable('bookings').set({ informedOf: null, informedAt: null }).execute();
  advanceTo(24);
  await remind(bookingID);
  await remind(bookingID);
  expect((await letters()).map(({ facts }) => facts.booked)).toEqual([false]);
});
