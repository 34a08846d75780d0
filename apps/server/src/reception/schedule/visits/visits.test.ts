import { getVisit, listVisitTimes, moveVisit } from '@snimok/contract/reception/visits';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { nextMessage } from '../reminders-and-letters/next-message.ts';
import { sendPatientReminder } from '../reminders-and-letters/patient-reminders.ts';

const PATIENT = 'patient@mail.test';

const startVisit = async (agreed = true, settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const centre = await makeCentre(server, { address: 'проспект Мира, 1' });
  const { doctor, at, day } = centre;
  const { context, nobody, clock } = server;
  const slots = await freeSlots(doctor, at, day);
  const contact = { patientEmail: settings.SMS_URL ? '' : PATIENT, reminderAgreed: agreed };
  const reply = await doctor.post(`/doctor${at}/${day}/${slots[0]?.slotUUID}`, {
    ...walkInPatient,
    ...contact,
  });
  expect(reply.status).toBe(201);
  const { bookingID } = reply.body as { bookingID: number };
  const jobs = () => listJobs<{ bookingID: number }>(context.db, { task: 'remind-patient' });
  const remind = () => sendPatientReminder(context, { bookingID });
  /** the letters, without the confirmation of the booking */
  const letters = async (template = 'visit-reminder') => {
    const rows = await context.db
      .selectFrom('letters')
      .selectAll()
      .where('template', '=', template)
      .orderBy('id')
      .execute();
    return rows
      .map(({ recipient, facts, sentAt }) => ({
        recipient,
        sentAt,
        facts: facts as unknown as { visitURL: string; moved: boolean; booked: boolean; moment: string },
      }))
      .filter(({ facts }) => !facts.booked);
  };
  const begin = Date.parse(slots[0]?.beginsAt ?? '');
  /** Sets the clock to some hours before the visit. */
  const advanceTo = (hoursBefore: number) =>
    clock.advance(begin - hoursBefore * HOUR_MS - clock.now().getTime());
  const tokenOf = async () => new URL((await letters()).at(-1)?.facts.visitURL ?? '').hash.slice(1);
  const open = (token: string) => nobody.post('/visit', { token });
  /** Signs in a new assistant, because earlier sessions expire when the clock is advanced. */
  const nextAssistant = async () => server.as(await server.make.assistant());
  return {
    ...server,
    ...centre,
    slots,
    bookingID,
    jobs,
    remind,
    letters,
    begin,
    advanceTo,
    tokenOf,
    open,
    nextAssistant,
  };
};

test('a patient who agreed gets one reminder, a day before the visit, even if the job runs again', async () => {
  const { jobs, remind, letters, begin, advanceTo, outbox, work, context } = await startVisit();
  const queued = await jobs();
  expect(queued.map(({ runAt }) => runAt.getTime())).toEqual([begin - DAY_MS]);
  // too early: the job queues itself again
  await remind();
  expect(await letters()).toEqual([]);
  advanceTo(24);
  await Promise.all([remind(), remind()]);
  await remind();
  const [letter, ...more] = await letters();
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ recipient: PATIENT, facts: { moved: false } });
  const { visitTokenHash, visitTokenSealed } = await context.db
    .selectFrom('bookings')
    .select(['visitTokenHash', 'visitTokenSealed'])
    .executeTakeFirstOrThrow();
  const token = new URL(letter?.facts.visitURL ?? '').hash.slice(1);
  expect(Buffer.concat([visitTokenHash!, visitTokenSealed!]).includes(token)).toBe(false);
  // the outbox measures the age of a letter by the database's clock
  advanceTo(70);
  await work();
  const sent = await until('the reminder', () => outbox.find(({ to }) => to === PATIENT));
  expect(sent.text).toContain(`/visit#${token}`);
  expect(sent.text).not.toContain('Петров');
  expect(sent.attachments?.[0]?.content).toContain('BEGIN:VEVENT');
});

test('without the consent the address is not kept and nothing is sent', async () => {
  const { jobs, context, advanceTo, remind, letters } = await startVisit(false);
  expect(await jobs()).toEqual([]);
  const row = await context.db.selectFrom('bookings').select('patientEmail').executeTakeFirst();
  expect(row?.patientEmail).toBeNull();
  advanceTo(24);
  await remind();
  expect(await letters()).toEqual([]);
});

test('without an e-mail address the patient gets the reminder (without a name) and the cancellation by text message', async () => {
  const settings = { SMS_URL: 'https://sms.test/?to={to}&text={text}' };
  const { remind, advanceTo, begin, context, letters, bookingID, nextAssistant } = await startVisit(
    true,
    settings,
  );
  const texts = () => context.db.selectFrom('notices').selectAll().orderBy('id').execute();
  advanceTo(24);
  await Promise.all([remind(), remind()]);
  const [text, ...more] = await texts();
  expect([more, await letters()]).toEqual([[], []]);
  expect(text).toMatchObject({ channel: 'sms', about: `visit:${bookingID}`, isSecret: true });
  expect(text?.recipient).toMatch(/^\+7\d{10}$/);
  expect(text?.expiresAt?.getTime()).toBe(begin);
  expect(text?.content).toMatch(/^Напоминаем о визите: .*\n\S+\/visit#[\w-]{43}$/);
  expect(text?.content).not.toContain('Петров');
  await (await nextAssistant()).post(`/assistant/schedule/bookings/${bookingID}/cancel`, {});
  // the cancellation replaces the reminder, which was not sent yet
  expect((await texts()).map(({ content }) => content.split(':')[0])).toEqual(['Визит отменён']);
});

test('without the consent a patient gets no reminder by text message', async () => {
  const { jobs } = await startVisit(false, { SMS_URL: 'https://sms.test/?to={to}&text={text}' });
  expect(await jobs()).toEqual([]);
});

test('a patient is not reminded of a cancelled booking', async () => {
  const { assistant, bookingID, advanceTo, remind, letters } = await startVisit();
  const reply = await assistant.post(`/assistant/schedule/bookings/${bookingID}/cancel`, {});
  expect(reply.status).toBe(204);
  advanceTo(24);
  await remind();
  expect(await letters()).toEqual([]);
  // the patient has read the time in the confirmation
  expect(await letters('visit-cancelled')).toHaveLength(1);
});

test('a patient who was reminded gets messages with the same link about a move and a cancellation of the visit', async () => {
  const visit = await startVisit();
  const { advanceTo, remind, letters, slots, jobs, clock, bookingID, locationID, day, nextAssistant } = visit;
  advanceTo(23);
  await remind();
  const assistant = await nextAssistant();
  const move = { locationID, date: day, slotUUID: slots[6]?.slotUUID };
  const moved = await assistant.post(`/assistant/schedule/bookings/${bookingID}/move`, move);
  expect(moved.status).toBe(204);
  // sent at once, because the patient knows the earlier time; no reminder follows, because the visit is near
  expect((await jobs()).filter(({ runAt }) => runAt > clock.now())).toEqual([]);
  await remind();
  const [first, second, ...more] = await letters();
  expect(more).toEqual([]);
  expect(second?.facts).toMatchObject({ moved: true, visitURL: first?.facts.visitURL });
  expect(second?.facts.moment).toContain('12:00');
  await assistant.post(`/assistant/schedule/bookings/${bookingID}/cancel`, {});
  const [cancelled] = await letters('visit-cancelled');
  expect(cancelled).toMatchObject({ recipient: PATIENT, facts: { visitURL: first?.facts.visitURL } });
});

test('reminders are sent between nine and twenty-one o’clock of the centre', () => {
  const settings = { timeZone: 'Europe/Moscow', patientReminderHours: 24 };
  const at = (beginsAt: string, now: string, facts: Partial<Parameters<typeof nextMessage>[0]> = {}) => {
    const none = { informedOf: new Date(beginsAt), informedAt: new Date('2026-11-10'), remindedOf: null };
    const visit = { createdAt: new Date('2026-11-10'), beginsAt: new Date(beginsAt), ...none, ...facts };
    return nextMessage(visit, settings, new Date(now))?.at.toISOString();
  };
  const visit = '2026-11-25T09:00:00.000Z';
  expect(at(visit, '2026-11-20T00:00:00Z')).toBe('2026-11-24T09:00:00.000Z');
  // 08:00 in Moscow
  expect(at('2026-11-25T05:00:00Z', '2026-11-20T00:00:00Z')).toBe('2026-11-24T06:00:00.000Z');
  // 22:00 in Moscow
  expect(at('2026-11-25T19:00:00Z', '2026-11-20T00:00:00Z')).toBe('2026-11-25T06:00:00.000Z');
  // no worker ran before 15:00 and before 23:00 of the day before
  expect(at(visit, '2026-11-24T12:00:00Z')).toBe('2026-11-24T12:00:00.000Z');
  expect(at(visit, '2026-11-24T20:00:00Z')).toBe('2026-11-25T06:00:00.000Z');
  // too late: nine in the morning is after the visit
  expect(at('2026-11-25T05:30:00Z', '2026-11-24T20:00:00Z')).toBeUndefined();
  expect(at(visit, '2026-11-24T12:00:00Z', { remindedOf: new Date(visit) })).toBeUndefined();
  // the patient knows another time
  const moved = { informedOf: new Date('2026-11-21T09:00:00Z') };
  expect(at(visit, '2026-11-20T12:00:00Z', moved)).toBe('2026-11-20T12:00:00.000Z');
  expect(at(visit, '2026-11-20T20:00:00Z', moved)).toBe('2026-11-21T06:00:00.000Z');
  // sent at night as well, because the patient would otherwise come at the earlier time
  const early = { informedOf: new Date('2026-11-21T06:00:00Z') };
  expect(at(visit, '2026-11-20T20:00:00Z', early)).toBe('2026-11-20T20:00:00.000Z');
});

test('the link shows the patient the visit without names, and lets her confirm it and move it at the same location', async () => {
  const { advanceTo, remind, tokenOf, open, nobody, slots, day, as, account, bookingID, context } =
    await startVisit();
  advanceTo(24);
  await remind();
  const token = await tokenOf();
  const shown = await open(token);
  expect(JSON.stringify(shown.body)).not.toContain('Петров');
  expect(responseOf(getVisit, shown)).toMatchObject({
    beginsAt: slots[0]?.beginsAt,
    locationAddress: 'проспект Мира, 1',
    status: 'booked',
    confirmed: false,
    calendar: expect.stringContaining('SEQUENCE:0'),
  });
  expect((await nobody.post('/visit/confirm', { token })).body).toMatchObject({ confirmed: true });
  // bookable from tomorrow on: the day of the visit
  const times = responseOf(listVisitTimes, await nobody.post('/visit/free-days', { token }));
  expect(times.days[0]?.date).toBe(day);
  const target = times.days[1];
  const to = { token, date: target?.date, slotUUID: target?.slots[3]?.slotUUID };
  const moved = responseOf(moveVisit, await nobody.post('/visit/move', to));
  expect(moved).toMatchObject({ beginsAt: target?.slots[3]?.beginsAt, confirmed: false });
  expect((await nobody.post('/visit/move', to)).status).toBe(200);
  const rows = await context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorKind'])
    .where('action', 'in', ['booking.confirm', 'booking.move'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { action: 'booking.confirm', actorKind: 'visitor' },
    { action: 'booking.move', actorKind: 'visitor' },
  ]);
  const doctor = await as(account);
  const own = await doctor.get(`/doctor/schedule/bookings/${bookingID}`);
  expect(own.body).toMatchObject({ beginsAt: target?.slots[3]?.beginsAt, moved: true });
});

test('a patient cannot move a visit to a taken time, and cancelling the visit frees its time', async () => {
  const { advanceTo, remind, tokenOf, nobody, slots, day, as, account, at, open, outbox, work } =
    await startVisit();
  advanceTo(24);
  const doctor = await as(account);
  await doctor.post(`/doctor${at}/${day}/${slots[3]?.slotUUID}`, walkInPatient);
  await remind();
  const token = await tokenOf();
  const taken = await nobody.post('/visit/move', { token, date: day, slotUUID: slots[3]?.slotUUID });
  expect(refusal(taken)).toEqual([409, 'Это время уже занято. Выберите другое']);
  expect((await open(token)).body).toMatchObject({ beginsAt: slots[0]?.beginsAt });
  const replies = [
    await nobody.post('/visit/cancel', { token }),
    await nobody.post('/visit/cancel', { token }),
  ];
  for (const reply of replies) expect(reply.body).toMatchObject({ status: 'cancelled' });
  expect((await nobody.post('/visit/confirm', { token })).status).toBe(409);
  const free = await freeSlots(doctor, at, day);
  expect(free.map(({ slotUUID }) => slotUUID)).toContain(slots[0]?.slotUUID);
  await work();
  const letter = await until('the letter to the doctor', () =>
    outbox.find(({ to, subject }) => to === account.email && subject.includes('отменена')),
  );
  expect(letter.text).toContain('Пациент отменил запись по ссылке из сообщения');
});

test('the link of a past visit is refused like an unknown one, and the number of guesses is limited', async () => {
  const { advanceTo, remind, tokenOf, open } = await startVisit();
  advanceTo(24);
  await remind();
  const token = await tokenOf();
  const wrong = refusal(await open(`${token}x`));
  expect(wrong[0]).toBe(404);
  advanceTo(0.1);
  expect((await open(token)).status).toBe(200);
  advanceTo(-1);
  expect(refusal(await open(token))).toEqual(wrong);
  let last = 0;
  for (let tries = 0; tries < 101 && last !== 429; tries++) last = (await open(`guess-${tries}`)).status;
  expect(last).toBe(429);
});

test('changes of one visit are limited', async () => {
  const { advanceTo, remind, tokenOf, nobody } = await startVisit();
  advanceTo(24);
  await remind();
  const token = await tokenOf();
  const statuses: number[] = [];
  for (let tries = 0; tries < 22; tries++)
    statuses.push((await nobody.post('/visit/confirm', { token })).status);
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
});
