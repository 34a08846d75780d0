import { type Booking, listScheduleDays } from '@snimok/contract/schedule';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { dayAfter } from '../../platform/outside/calendar.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../testing/booking.ts';
import { refusal, responseOf } from '../../testing/contract.ts';
import { startServer } from '../../testing/server.ts';

const TAKEN = 'Это время уже занято. Выберите другое';

/** A centre, its slots of one day, and how one books, looks and asks at its counter. */
const scene = async (facts: Record<string, unknown> = {}) => {
  const server = await startServer();
  const centre = await makeCentre(server, facts);
  const { assistant, doctor, at, day, locationID } = centre;
  const slots = (await freeSlots(doctor, at, day)).map(({ slotUUID }) => slotUUID);
  const dayOf = async (date = day) => {
    const reply = await assistant.get(`/assistant${at}/days?from=${date}&count=1`);
    return responseOf(listScheduleDays, reply).days[0]!;
  };
  const book = async (slot: string | undefined, body: Record<string, unknown> = {}) => {
    const reply = await assistant.post(`/assistant${at}/${day}/${slot}`, { ...walkInPatient, ...body });
    expect(reply.status).toBe(201);
    return (reply.body as { bookingID: number }).bookingID;
  };
  const ask = (bookingID: number, verb: string, body: unknown = {}) =>
    assistant.post(`/assistant/schedule/bookings/${bookingID}/${verb}`, body);
  const to = (slotUUID: string | undefined, date = day) => ({ locationID, date, slotUUID });
  const bookingOf = async (bookingID: number): Promise<z.output<typeof Booking>> => {
    const found = (await dayOf()).bookings.find((one) => one.bookingID === bookingID);
    if (!found) throw new Error('not in the day');
    return found;
  };
  const actions = async () => {
    const rows = await server.context.db
      .selectFrom('auditEvents')
      .select(['action', 'details', 'doctorID'])
      .where('action', 'like', 'booking.%')
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action);
  };
  return { ...server, ...centre, slots, dayOf, book, ask, to, bookingOf, actions };
};

test('who rings up is booked for a client or for none, and stands in the day', async () => {
  const { book, account, slots, dayOf, actions } = await scene();
  const mine = await book(slots[0], { doctorID: account.id, studyComment: 'Зуб 36' });
  const nobodys = await book(slots[1]);
  const { slots: planned, bookings } = await dayOf();
  expect(planned.slice(0, 3).map(({ free }) => free)).toEqual([0, 0, 1]);
  expect(bookings).toMatchObject([
    { bookingID: mine, doctorName: 'Белый клык', studyComment: 'Зуб 36', status: 'booked' },
    { bookingID: nobodys, doctorID: null, doctorName: null, patientName: walkInPatient.patientName },
  ]);
  expect(await actions()).toEqual(['booking.create', 'booking.create']);
});

test('a booking of an unknown client or in a slot that is over is refused', async () => {
  const { assistant, at, day, slots, clock } = await scene();
  const book = (body: object) =>
    assistant.post(`/assistant${at}/${day}/${slots[0]}`, { ...walkInPatient, ...body });
  expect(refusal(await book({ doctorID: 1_000_000 }))).toEqual([404, 'Клиент не найден']);
  clock.advance(10 * 3_600_000);
  expect((await book({})).status).toBe(201);
});

test('a moved booking takes the new slot and leaves the old one in the same instant', async () => {
  const { book, ask, to, slots, bookingOf, dayOf, actions } = await scene();
  const [first, second] = [await book(slots[0]), await book(slots[1])];
  expect(refusal(await ask(first, 'move', to(slots[1])))).toEqual([409, TAKEN]);
  expect((await bookingOf(first)).slotUUID).toBe(slots[0]);
  expect((await ask(first, 'move', to(slots[2]))).status).toBe(204);
  expect(await bookingOf(first)).toMatchObject({ slotUUID: slots[2], moved: true });
  expect((await dayOf()).slots.slice(0, 3).map(({ free }) => free)).toEqual([1, 0, 0]);
  expect((await ask(second, 'move', to(slots[0]))).status).toBe(204);
  expect((await actions()).slice(2)).toEqual(['booking.move', 'booking.move']);
});

test('of ten who are moved to one slot at once one goes, and the others stay where they were', async () => {
  const { book, ask, to, slots, dayOf } = await scene();
  const ids: number[] = [];
  for (const slot of slots.slice(0, 10)) ids.push(await book(slot));
  const replies = await Promise.all(ids.map((id) => ask(id, 'move', to(slots[15]))));
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
  const { bookings } = await dayOf();
  expect(new Set(bookings.map(({ slotUUID }) => slotUUID)).size).toBe(10);
});

test('two bookings moved between two centres across each other do not wait for ever', async () => {
  const there = await scene();
  const other = await makeCentre(there, { name: 'Второй' });
  const theirs = (await freeSlots(other.doctor, other.at, there.day)).map(({ slotUUID }) => slotUUID);
  for (let round = 0; round < 5; round++) {
    const one = await there.book(there.slots[round]);
    const reply = await there.assistant.post(
      `/assistant${other.at}/${there.day}/${theirs[round]}`,
      walkInPatient,
    );
    const { bookingID: two } = reply.body as { bookingID: number };
    const replies = await Promise.all([
      there.ask(one, 'move', { ...there.to(theirs[round + 6]), locationID: other.locationID }),
      there.ask(two, 'move', there.to(there.slots[round + 6])),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  }
});

test('a cancelled booking frees its slot and is neither moved, cancelled nor received again', async () => {
  const { book, ask, to, slots, dayOf, bookingOf } = await scene();
  const id = await book(slots[0]);
  expect((await ask(id, 'cancel', { reason: 'Пациент заболел' })).status).toBe(204);
  expect(await bookingOf(id)).toMatchObject({ status: 'cancelled', cancelReason: 'Пациент заболел' });
  expect((await dayOf()).slots[0]?.free).toBe(1);
  await book(slots[0]);
  for (const [verb, body] of [
    ['cancel', {}],
    ['move', to(slots[3])],
    ['come', { sex: 'male', studyType: 'rg' }],
  ] as const)
    expect(refusal(await ask(id, verb, body))).toEqual([409, 'Запись уже отменена']);
});

test('a patient who comes gets her card and her study with one click, however often it is made', async () => {
  const { book, ask, slots, account, assistant, bookingOf, actions } = await scene();
  const id = await book(slots[0], { doctorID: account.id, studyComment: 'Зуб 36' });
  const click = () => ask(id, 'come', { sex: 'female', birthday: '1980-02-29', studyType: 'cbct' });
  const replies = await Promise.all(Array.from({ length: 10 }, click));
  const answers = replies.map(({ body }) => body as { patientID: number; studyID: number });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const [{ patientID, studyID } = { patientID: 0, studyID: 0 }] = answers;
  expect((await assistant.get(`/assistant/patients/${patientID}`)).body).toMatchObject({
    doctorID: account.id,
    name: 'Пётр Петров',
    phone: '+79991234567',
    sex: 'female',
    birthday: '1980-02-29',
  });
  expect((await assistant.get(`/assistant/patients/${patientID}/studies`)).body).toMatchObject({
    totalCount: 1,
    studies: [{ studyID, type: 'cbct', status: 'in-work', comment: 'Зуб 36' }],
  });
  expect(await bookingOf(id)).toMatchObject({ status: 'come', patientID, studyID });
  expect((await actions()).filter((action) => action === 'booking.come')).toHaveLength(1);
  const history = (await assistant.get(`/assistant/patients/${patientID}/history`)).body as {
    events: { action: string }[];
  };
  expect(history.events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['booking.come', 'study.create', 'patient.create']),
  );
});

test('a patient who has a card already gets a study in it, and nobody else’s card will do', async () => {
  const { book, ask, slots, account, make } = await scene();
  const [known, strange] = [await make.patient({ doctor: account }), await make.patient()];
  const id = await book(slots[0], { doctorID: account.id });
  const come = (body: object) => ask(id, 'come', { studyType: 'rg', ...body });
  expect((await come({ patientID: strange.patientID })).status).toBe(400);
  expect(refusal(await come({}))).toEqual([400, 'Пол (sex): выберите пол пациента']);
  expect((await come({ patientID: known.patientID })).body).toMatchObject({ patientID: known.patientID });
});

test('who was booked for no client is given one when she comes', async () => {
  const { book, ask, slots, account } = await scene();
  const id = await book(slots[0]);
  const come = { sex: 'male', studyType: 'rg' };
  expect(refusal(await ask(id, 'come', come))).toEqual([400, 'Выберите клиента (doctorID)']);
  const { status, body } = await ask(id, 'come', { ...come, doctorID: account.id });
  expect([status, body]).toMatchObject([200, { doctorID: account.id }]);
});

test('a day off has no slots, an extra day has its own, and both go back to the week', async () => {
  const { assistant, doctor, at, day } = await scene();
  const set = (date: string, hours: object[]) =>
    assistant.put(`/assistant${at}/special-days/${date}`, { hours });
  await set(day, []);
  await set(dayAfter(day, 1), [{ from: '20:00', to: '21:00' }]);
  expect(await freeSlots(doctor, at, day)).toEqual([]);
  expect(await freeSlots(doctor, at, dayAfter(day, 1))).toHaveLength(2);
  const { locations } = (await assistant.get('/assistant/schedule/locations')).body as {
    locations: { specialDays: object[] }[];
  };
  expect(locations.flatMap(({ specialDays }) => specialDays)).toHaveLength(2);
  await assistant.delete(`/assistant${at}/special-days/${day}`);
  expect(await freeSlots(doctor, at, day)).toHaveLength(18);
  const wrong = async (hours: object[]) => refusal(await set(day, hours))[1];
  expect(await wrong([{ from: '10:00', to: '09:00' }])).toContain('начало должно быть раньше конца');
  expect(
    await wrong([
      { from: '10:00', to: '12:00' },
      { from: '11:00', to: '13:00' },
    ]),
  ).toContain('не должны пересекаться');
  expect((await set(day, [{ from: '9', to: '25:00' }])).status).toBe(400);
});

test('a centre is archived once nobody is expected there, and clients no longer see it', async () => {
  const { assistant, doctor, at, book, ask, slots, day, locationID } = await scene();
  const id = await book(slots[0]);
  const archive = (archived: boolean) => assistant.put(`/assistant${at}/archived`, { archived });
  expect((await archive(true)).status).toBe(409);
  await ask(id, 'cancel');
  expect((await archive(true)).status).toBe(204);
  const seen = (await doctor.get('/doctor/schedule/locations')).body as {
    locations: { locationID: number }[];
  };
  expect(seen.locations.map((one) => one.locationID)).not.toContain(locationID);
  expect((await doctor.get(`/doctor${at}/${day}`)).status).toBe(404);
  const booked = await assistant.post(`/assistant${at}/${day}/${slots[0]}`, walkInPatient);
  expect(refusal(booked)).toEqual([409, 'Этот центр закрыт для записи']);
  expect((await archive(false)).status).toBe(204);
  expect(await freeSlots(doctor, at, day)).toHaveLength(18);
});

test('who is forgotten as a patient is forgotten in her booking', async () => {
  const { book, ask, slots, account, context, bookingOf } = await scene();
  const id = await book(slots[0], { doctorID: account.id });
  const { patientID, studyID } = (await ask(id, 'come', { sex: 'male', studyType: 'rg' })).body as {
    patientID: number;
    studyID: number;
  };
  await context.db.deleteFrom('studies').where('id', '=', studyID).execute();
  await context.db.deleteFrom('patients').where('id', '=', patientID).execute();
  expect(await bookingOf(id)).toMatchObject({ patientName: '', patientPhone: '', patientID: null });
});
