import { createExternalShare } from '@snimok/contract/viewing/external-shares';
import { getOwnBooking } from '@snimok/contract/reception/own-bookings';
import { expect, test } from 'vitest';
import { sendPatientReminder } from '../../../reception/schedule/reminders-and-letters/patient-reminders.ts';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { responseOf, refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { startServer } from '../../../testing/portal/server.ts';

const MINUTE_MS = 60_000;
const SMS = { SMS_URL: 'https://sms.test/?to={to}&text={text}' };

/** A booking for tomorrow morning, on the day before: its reminder is due at once. */
const bookForTomorrow = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { context, clock } = server;
  const centre = await makeCentre(server);
  const { doctor, at, day } = centre;
  const morning = Date.parse(`${dayAfter(day, -1)}T07:00:00Z`);
  const slots = await freeSlots(doctor, at, day);
  const patient = { ...walkInPatient, patientEmail: settings.SMS_URL ? '' : 'one@mail.test' };
  const { body } = await doctor.post(`/doctor${at}/${day}/${slots[0]?.slotUUID}`, {
    ...patient,
    reminderAgreed: true,
  });
  const { bookingID } = body as { bookingID: number };
  // deletes the confirmation, which was sent three days before
  await context.db.deleteFrom('letters').where('about', '=', `visit:${bookingID}`).execute();
  await context.db.deleteFrom('notices').execute();
  clock.advance(morning - clock.now().getTime());
  const client = await server.as(centre.account);
  const path = `/doctor/schedule/bookings/${bookingID}`;
  let moves = 0;
  return {
    ...server,
    ...centre,
    doctor: client,
    bookingID,
    path,
    move: () => {
      const slotUUID = slots[++moves % 2]?.slotUUID;
      return client.post(`${path}/move`, { locationID: centre.locationID, date: day, slotUUID });
    },
    changeTo: (patientEmail: string) => client.put(`${path}/reminder`, { agreed: true, patientEmail }),
    remind: () => sendPatientReminder(context, { bookingID }),
    recipients: async () => {
      const letters = await context.db
        .selectFrom('letters')
        .select('recipient')
        .where('about', '=', `visit:${bookingID}`)
        .orderBy('id')
        .execute();
      return letters.map(({ recipient }) => recipient);
    },
    texts: () => context.db.selectFrom('notices').select(['recipient', 'content', 'createdAt']).execute(),
  };
};

test('one booking sends at most six letters in a quarter of an hour, and to at most three addresses', async () => {
  const { move, changeTo, remind, recipients, context } = await bookForTomorrow();
  const refusals = [];
  await remind();
  await context.db.updateTable('letters').set({ sentAt: new Date() }).execute();
  for (let other = 0; other < 40; other++) {
    const reply = await changeTo(`other${other}@mail.test`);
    if (reply.status !== 204) refusals.push(refusal(reply));
    expect((await move()).status).toBe(204);
    await remind();
    await context.db.updateTable('letters').set({ sentAt: new Date() }).execute();
  }
  const sentTo = await recipients();
  expect(sentTo).toHaveLength(6);
  expect(new Set(sentTo)).toEqual(new Set(['one@mail.test', 'other0@mail.test', 'other1@mail.test']));
  expect(refusals).toHaveLength(38);
  expect(refusals[0]).toEqual([429, 'Адрес получателя уже меняли несколько раз. Больше менять его нельзя']);
});

test('one booking sends at most five text messages in a quarter of an hour', async () => {
  const { move, remind, texts, context } = await bookForTomorrow(SMS);
  await remind();
  for (let moves = 0; moves < 15; moves++) {
    await context.db.updateTable('notices').set({ sentAt: new Date() }).execute();
    await move();
    await remind();
  }
  expect(await texts()).toHaveLength(5);
});

test('a patient whose visit is moved too often gets a letter with its last time once the limit permits', async () => {
  const { move, remind, recipients, clock, context, bookingID, doctor, path } = await bookForTomorrow();
  await remind();
  for (let moves = 0; moves < 7; moves++) {
    await move();
    await remind();
  }
  expect(await recipients()).toHaveLength(6);
  const [job] = await listJobs(context.db, { task: 'remind-patient' });
  const waits = (job?.runAt.getTime() ?? 0) - clock.now().getTime();
  expect(waits).toBeGreaterThan(0);
  expect(waits).toBeLessThanOrEqual(15 * MINUTE_MS);
  clock.advance(waits + MINUTE_MS);
  await remind();
  const { beginsAt } = responseOf(getOwnBooking, await doctor.get(path));
  const last = await context.db
    .selectFrom('letters')
    .select('facts')
    .where('about', '=', `visit:${bookingID}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(last?.facts).toMatchObject({ beginsAt });
});

test('a patient learns of the cancellation although the visit was moved too often', async () => {
  const { move, remind, recipients, doctor, path } = await bookForTomorrow();
  await remind();
  for (let moves = 0; moves < 7; moves++) {
    await move();
    await remind();
  }
  expect((await doctor.post(`${path}/cancel`, {})).status).toBe(204);
  expect(await recipients()).toHaveLength(7);
});

test('an employee can send links to dozens of different people, and one link again five times', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ status: 'done' });
  const path = `/assistant/studies/${studyID}/external-shares`;
  for (let person = 0; person < 60; person++) {
    const reply = await assistant.post(path, { email: `doctor${person}@clinic.test`, flags: ['download'] });
    expect(reply.status).toBe(201);
    if (person > 0) continue;
    const { shareUUID } = responseOf(createExternalShare, reply);
    const again = Array.from({ length: 6 }, () => assistant.post(`${path}/${shareUUID}/mail`));
    const statuses = (await Promise.all(again)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 204, 204, 204, 204, 429]);
  }
});

test('twenty new passwords can be sent to one account, and the next one is refused', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { id: doctorID } = await server.make.doctor();
  const reset = () => assistant.patch(`/assistant/doctors/${doctorID}/reset-password`);
  const statuses = [];
  for (let attempt = 0; attempt < 21; attempt++) statuses.push((await reset()).status);
  expect(statuses).toEqual([...Array(20).fill(204), 429]);
});
