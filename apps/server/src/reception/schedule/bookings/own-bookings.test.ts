import { listFreeDays, listOpenDays, listOwnBookings } from '@snimok/contract/reception/own-bookings';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { everyDay, freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { purgeBin } from '../../../studies/lifecycle/purge.ts';

const TAKEN = 'Это время уже занято. Выберите другое';

const startCentre = async (facts: Record<string, unknown> = {}) => {
  const server = await startServer();
  const centre = await makeCentre(server, facts);
  const { doctor, at, day, locationID, assistant } = centre;
  await assistant.put('/assistant/schedule/locations/1/archived', { archived: true });
  const slots = await freeSlots(doctor, at, day);
  const book = (slotUUID: string | undefined, body: Record<string, unknown> = {}, who = doctor) =>
    who.post(`/doctor${at}/${day}/${slotUUID}`, { ...walkInPatient, ...body });
  const booked = async (slotUUID: string | undefined, body: Record<string, unknown> = {}) => {
    const reply = await book(slotUUID, body);
    expect(reply.status).toBe(201);
    return (reply.body as { bookingID: number }).bookingID;
  };
  const list = async (view: string, who: TestClient = doctor) =>
    responseOf(listOwnBookings, await who.get(`/doctor/schedule/bookings?view=${view}`));
  /** The bookings as the reception sees them. */
  const bookingsOf = async (who: TestClient) =>
    responseOf(listScheduleDays, await who.get(`/assistant${at}/days?from=${day}`)).days[0]?.bookings;
  const to = (slotUUID: string | undefined, date = day) => ({ locationID, date, slotUUID });
  const act = (bookingID: number, verb: string, body: unknown = {}, who: TestClient = doctor) =>
    who.post(`/doctor/schedule/bookings/${bookingID}/${verb}`, body);
  const freeDays = async (query = '') =>
    responseOf(listFreeDays, await doctor.get(`/doctor/schedule/free-days${query}`));
  return { ...server, ...centre, slots, book, booked, list, to, act, freeDays, bookingsOf };
};

test('the next days with free times include all centres and leave out closed days', async () => {
  const { assistant, doctor, freeDays, locationID, rules, at } = await startCentre();
  const settings = responseOf(getDoctorSettings, await doctor.get('/doctor/settings'));
  const first = settings.scheduleMinDate;
  const second = dayAfter(settings.scheduleMinDate, 1);
  const reply = await assistant.post('/assistant/schedule/locations', {
    ...rules,
    name: 'Центр на Садовой',
    hours: everyDay('10:00', '11:00'),
  });
  const other = (reply.body as { locationID: number }).locationID;
  await assistant.put(`/assistant${at}/special-days/${first}`, { hours: [] });
  await assistant.put(`/assistant/schedule/locations/${other}/special-days/${second}`, { hours: [] });
  const { days, next } = await freeDays();
  expect(days).toHaveLength(7);
  expect(days[0]).toMatchObject({ date: first, locations: [{ locationID: other }] });
  expect(days[1]).toMatchObject({ date: second, locations: [{ locationID }] });
  expect(days[2]?.locations.map((one) => [one.locationID, one.slots.length])).toEqual([
    [locationID, 18],
    [other, 2],
  ]);
  expect(next).toBe(dayAfter(first, 7));
  const ofOther = await freeDays(`?locationID=${other}&from=${second}&count=2`);
  expect(ofOther.days.map(({ date }) => date)).toEqual([dayAfter(first, 2), dayAfter(first, 3)]);
  const last = await freeDays(`?from=${settings.scheduleMaxDate}`);
  expect([last.days.length, last.next]).toEqual([1, null]);
  const open = responseOf(listOpenDays, await doctor.get(`/doctor${at}/open-days`));
  expect(open.days).toHaveLength(29);
  expect(open.days[0]).toEqual({ date: second, free: 18 });
  expect((await doctor.get('/doctor/schedule/free-days?locationID=1')).status).toBe(404);
});

test('without an open centre there are no free times', async () => {
  const { assistant, at, freeDays } = await startCentre();
  expect((await assistant.put(`/assistant${at}/archived`, { archived: true })).status).toBe(204);
  expect(await freeDays()).toEqual({ days: [], next: null });
});

test('a taken time is not offered, and a fully booked day is listed as open without free times', async () => {
  const { booked, freeDays, day, doctor, at, slots } = await startCentre({
    hours: everyDay('09:00', '10:00'),
  });
  await booked(slots[0]?.slotUUID);
  const free = (await freeDays()).days.find(({ date }) => date === day);
  expect(free?.locations[0]?.slots.map(({ slotUUID }) => slotUUID)).toEqual([slots[1]?.slotUUID]);
  await booked(slots[1]?.slotUUID);
  expect((await freeDays()).days.map(({ date }) => date)).not.toContain(day);
  const open = responseOf(listOpenDays, await doctor.get(`/doctor${at}/open-days`));
  expect(open.days).toContainEqual({ date: day, free: 0 });
});

test('a booking of an own patient takes name and birth date of the card, and only own patients can be chosen', async () => {
  const { make, account, book, slots, list, context, as, assistant, bookingsOf } = await startCentre();
  const own = await make.patient({ name: 'Соловьёва Анна Фёдоровна', doctor: account });
  await context.db
    .updateTable('patients')
    .set({ birthday: '1987-03-14' })
    .where('id', '=', own.patientID)
    .execute();
  const reply = await book(slots[0]?.slotUUID, { patientID: own.patientID });
  expect(reply.status).toBe(201);
  const { bookings } = await list('upcoming');
  expect(bookings).toMatchObject([
    { patientID: own.patientID, patientName: 'Соловьёва Анна Фёдоровна', status: 'booked' },
  ]);
  expect(await bookingsOf(assistant)).toMatchObject([{ patientBirthday: '1987-03-14' }]);

  const foreign = await make.patient({ doctor: await make.doctor() });
  expect((await book(slots[1]?.slotUUID, { patientID: foreign.patientID })).status).toBe(403);
  const shared = { patientID: foreign.patientID, doctorID: account.id };
  await context.db.insertInto('patientShares').values(shared).execute();
  expect((await book(slots[1]?.slotUUID, { patientID: foreign.patientID })).status).toBe(403);
  expect((await book(slots[1]?.slotUUID, { patientID: 1_000_000 })).status).toBe(404);
  // the receptionist of the clinic books for it
  const reception = await as(await make.member(account, 'reception'));
  const booked = await book(slots[1]?.slotUUID, { patientID: own.patientID }, reception);
  expect(booked.status).toBe(201);
});

test('a repeated request books once, also when both arrive together', async () => {
  const { book, slots, list } = await startCentre({ capacity: 3 });
  const requestUUID = '3f1d4c52-6a1f-4c62-9a3c-0f6f0c9d1a11';
  const replies = await Promise.all([1, 2, 3].map(() => book(slots[0]?.slotUUID, { requestUUID })));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const ids = new Set(replies.map(({ body }) => (body as { bookingID: number }).bookingID));
  expect(ids.size).toBe(1);
  expect((await list('upcoming')).totalCount).toBe(1);
});

test('if two doctors book one time at once, one succeeds and the other is refused with the reason', async () => {
  const { make, as, book, slots, list, doctor } = await startCentre();
  const other = await as(await make.doctor({ flags: ['schedule'] }));
  const replies = await Promise.all([doctor, other].map((who) => book(slots[0]?.slotUUID, {}, who)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused && refusal(refused)).toEqual([409, TAKEN]);
  const totals = await Promise.all([list('upcoming'), list('upcoming', other)]);
  expect(totals.map(({ totalCount }) => totalCount).toSorted()).toEqual([0, 1]);
});

test('a move keeps the booking and frees the old time only if the new one is reserved', async () => {
  const { booked, act, to, slots, list, doctor, at, day, context, outbox, work } = await startCentre();
  const first = await booked(slots[0]?.slotUUID);
  const second = await booked(slots[1]?.slotUUID);
  expect(refusal(await act(first, 'move', to(slots[1]?.slotUUID)))).toEqual([409, TAKEN]);
  expect((await list('upcoming')).bookings[0]).toMatchObject({ bookingID: first, moved: false });
  // a double click
  const moves = await Promise.all([1, 2].map(() => act(first, 'move', to(slots[5]?.slotUUID))));
  expect(moves.map(({ status }) => status)).toEqual([204, 204]);
  const { bookings } = await list('upcoming');
  expect(bookings.map(({ bookingID, beginsAt, moved }) => [bookingID, beginsAt, moved])).toEqual([
    [second, slots[1]?.beginsAt, false],
    [first, slots[5]?.beginsAt, true],
  ]);
  expect((await freeSlots(doctor, at, day))[0]?.slotUUID).toBe(slots[0]?.slotUUID);
  const { moves: counted } = await context.db
    .selectFrom('bookings')
    .select('moves')
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  expect(counted).toBe(1);
  const file = await doctor.get(`/doctor/schedule/bookings/${first}/calendar`);
  expect(file.headers.get('content-type')).toContain('text/calendar');
  expect(String(file.body)).toMatch(/METHOD:PUBLISH[^]*UID:booking-\d+@portal\.test\r\nSEQUENCE:1\r\n/);
  await work();
  expect(outbox.filter(({ subject }) => subject.includes('перенесена'))).toHaveLength(1);
});

test('two people who move two bookings to one time at once: one of them keeps the old time', async () => {
  const { booked, act, to, slots, list } = await startCentre();
  const ids = [await booked(slots[0]?.slotUUID), await booked(slots[1]?.slotUUID)];
  const replies = await Promise.all(ids.map((id) => act(id, 'move', to(slots[4]?.slotUUID))));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const begins = (await list('upcoming')).bookings.map(({ beginsAt }) => beginsAt);
  expect(new Set(begins).size).toBe(2);
  expect(begins).toContain(slots[4]?.beginsAt);
});

test('a cancelled booking is among the earlier ones, and its time is free', async () => {
  const { booked, act, slots, list, doctor, at, day, to } = await startCentre();
  const bookingID = await booked(slots[0]?.slotUUID);
  expect((await act(bookingID, 'cancel', { reason: 'Пациент передумал' })).status).toBe(204);
  expect((await list('upcoming')).bookings).toEqual([]);
  expect((await list('past')).bookings).toMatchObject([
    { bookingID, status: 'cancelled', cancelReason: 'Пациент передумал', can: { change: false } },
  ]);
  expect(await freeSlots(doctor, at, day)).toHaveLength(18);
  expect(refusal(await act(bookingID, 'cancel'))).toEqual([409, 'Запись уже отменена']);
  expect(refusal(await act(bookingID, 'move', to(slots[2]?.slotUUID)))[0]).toBe(409);
  const file = await doctor.get(`/doctor/schedule/bookings/${bookingID}/calendar`);
  expect(String(file.body)).toMatch(/METHOD:CANCEL[^]*SEQUENCE:1\r\n[^]*STATUS:CANCELLED/);
});

test('a booking cannot be changed after it has begun, or moved to a day that is not bookable', async () => {
  const { booked, act, to, slots, clock, as, account, day, list } = await startCentre();
  const bookingID = await booked(slots[0]?.slotUUID);
  expect(refusal(await act(bookingID, 'move', to(slots[2]?.slotUUID, dayAfter(day, 60))))[0]).toBe(400);
  clock.advance(4 * DAY_MS);
  const later = await as(account);
  const over = 'Время этой записи уже наступило: изменить её нельзя';
  expect(refusal(await act(bookingID, 'move', to(slots[2]?.slotUUID), later))).toEqual([409, over]);
  expect(refusal(await act(bookingID, 'cancel', {}, later))).toEqual([409, over]);
  expect((await list('past', later)).bookings).toMatchObject([{ bookingID, can: { change: false } }]);
});

test('bookings of another client are not found, and people of the client see its bookings', async () => {
  const { booked, act, to, slots, make, as, account, list } = await startCentre();
  const bookingID = await booked(slots[0]?.slotUUID);
  const other = await as(await make.doctor({ flags: ['schedule'] }));
  const missing = [404, 'Запись не найдена'];
  expect(refusal(await other.get(`/doctor/schedule/bookings/${bookingID}`))).toEqual(missing);
  expect(refusal(await other.get(`/doctor/schedule/bookings/${bookingID}/calendar`))).toEqual(missing);
  expect(refusal(await act(bookingID, 'move', to(slots[2]?.slotUUID), other))).toEqual(missing);
  expect(refusal(await act(bookingID, 'cancel', {}, other))).toEqual(missing);
  const reception = await as(await make.member(account, 'reception'));
  expect((await list('upcoming', reception)).totalCount).toBe(1);
  expect((await act(bookingID, 'cancel', {}, reception)).status).toBe(204);
});

test('a deleted card with an upcoming booking is purged only after the time of the booking', async () => {
  const { make, account, doctor, at, freeDays, context, clock, locationID } = await startCentre({
    horizonDays: 60,
  });
  const { patientID } = await make.patient({ doctor: account });
  const from = dayAfter(clock.now().toISOString().slice(0, 10), 50);
  const [day] = (await freeDays(`?from=${from}&locationID=${locationID}`)).days;
  const slotUUID = day?.locations[0]?.slots[0]?.slotUUID;
  const booked = await doctor.post(`/doctor${at}/${day?.date}/${slotUUID}`, { ...walkInPatient, patientID });
  expect(booked.status).toBe(201);
  await context.db
    .updateTable('patients')
    .set({ deletedAt: clock.now() })
    .where('id', '=', patientID)
    .execute();
  const purged = async () => {
    await purgeBin(context, new AbortController().signal);
    return context.db.selectFrom('bookings').select(['patientID', 'patientName']).executeTakeFirstOrThrow();
  };
  clock.advance(40 * DAY_MS);
  expect(await purged()).toMatchObject({ patientID, patientName: expect.stringMatching(/./) });
  clock.advance(15 * DAY_MS);
  expect(await purged()).toEqual({ patientID: null, patientName: '' });
});
