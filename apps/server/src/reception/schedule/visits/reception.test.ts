import { randomUUID } from 'node:crypto';
import { type Booking, listCardsOfBooking, listScheduleDays } from '@snimok/contract/reception/schedule';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { freeSlots, makeCentre, TAKEN_BY, walkInPatient } from '../../../testing/callers/booking.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';

/** A centre with the slots of one day, and calls of the assistant at the reception. */
const startReception = async (facts: Record<string, unknown> = {}) => {
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
  const act = (bookingID: number, verb: string, body: unknown = {}) =>
    assistant.post(`/assistant/schedule/bookings/${bookingID}/${verb}`, body);
  const to = (slotUUID: string | undefined, date = day) => ({ locationID, date, slotUUID });
  const bookingOf = async (bookingID: number): Promise<z.output<typeof Booking>> => {
    const found = (await dayOf()).bookings.find((one) => one.bookingID === bookingID);
    if (!found) throw new Error('the booking is not in the list of the day');
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
  return { ...server, server, ...centre, slots, dayOf, book, act, to, bookingOf, actions };
};

test('an assistant books by phone with or without a client, and the day shows the bookings', async () => {
  const { book, account, slots, dayOf, actions } = await startReception();
  const ofClient = await book(slots[0], { doctorID: account.id, studyComment: 'Зуб 36' });
  const withoutClient = await book(slots[1]);
  const { slots: planned, bookings } = await dayOf();
  expect(planned.slice(0, 3).map(({ free }) => free)).toEqual([0, 0, 1]);
  expect(bookings).toMatchObject([
    { bookingID: ofClient, doctorName: 'Белый клык', studyComment: 'Зуб 36', status: 'booked' },
    { bookingID: withoutClient, doctorID: null, doctorName: null, patientName: walkInPatient.patientName },
  ]);
  expect(await actions()).toEqual(['booking.create', 'booking.create']);
});

test('an assistant books a known patient by the card, with an examination, once for each request', async () => {
  const { book, slots, account, make, assistant, bookingOf, at, day } = await startReception();
  const known = await make.patient({ doctor: account });
  const foreign = await make.patient();
  const card = (await assistant.get(`/assistant/patients/${known.patientID}`)).body as {
    name: string;
    birthday: string | null;
  };
  const request = { patientID: known.patientID, examinationID: 1, requestUUID: randomUUID() };
  const bookingID = await book(slots[0], request);
  expect(await book(slots[0], request)).toBe(bookingID);
  expect(await bookingOf(bookingID)).toMatchObject({
    patientName: card.name,
    patientBirthday: card.birthday,
    patientID: known.patientID,
    doctorID: account.id,
    examination: 'КЛКТ обеих челюстей',
    studyType: 'cbct',
  });
  const wrong = { ...walkInPatient, patientID: foreign.patientID, doctorID: account.id };
  const refused = await assistant.post(`/assistant${at}/${day}/${slots[1]}`, wrong);
  expect(refusal(refused)).toEqual([400, 'Карточка принадлежит другому клиенту (doctorID)']);
});

test('a new patient is booked with the birth date, which the arrival then compares with the cards', async () => {
  const { book, act, slots, account, assistant, server } = await startReception();
  const facts = { patientName: 'Ольхина Вера Петровна', patientBirthday: '1988-05-04' };
  const bookingID = await book(slots[0], { ...facts, doctorID: account.id });
  const path = `/assistant/schedule/bookings/${bookingID}/cards`;
  const cardsOf = async () => responseOf(listCardsOfBooking, await assistant.get(path)).cards;
  expect(await cardsOf()).toEqual([]);
  const { id } = await server.context.db
    .insertInto('patients')
    .values({ name: 'Ольхина Вера', sex: 'female', birthday: '1988-05-04', doctorID: account.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await cardsOf()).toMatchObject([{ patientID: id, name: 'Ольхина Вера' }]);
  const arrival = { sex: 'female', birthday: '1988-05-04', studyType: 'cbct' };
  const refused = await act(bookingID, 'come', { ...arrival, createPatient: false });
  expect(refusal(refused)).toEqual([409, 'У клиента есть похожая карточка. Выберите её или новую карточку']);
  const created = await act(bookingID, 'come', { ...arrival, createPatient: true });
  expect((created.body as { patientID: number }).patientID).not.toBe(id);
});

test('a page of an earlier version, which does not ask about similar cards, creates a card', async () => {
  const { book, act, slots, account, server } = await startReception();
  const { id } = await server.context.db
    .insertInto('patients')
    .values({
      name: walkInPatient.patientName,
      sex: 'male',
      phone: walkInPatient.patientPhone,
      doctorID: account.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const bookingID = await book(slots[0], { doctorID: account.id });
  const { status, body } = await act(bookingID, 'come', { sex: 'male', studyType: 'rg' });
  expect(status).toBe(200);
  expect((body as { patientID: number }).patientID).not.toBe(id);
});

test('a booking of an unknown client or in a slot that is over is refused', async () => {
  const { as, make, assistant, at, day, slots, clock } = await startReception();
  const path = `/assistant${at}/${day}/${slots[0]}`;
  const unknown = await assistant.post(path, { ...walkInPatient, doctorID: 1_000_000 });
  expect(refusal(unknown)).toEqual([404, 'Клиент не найден']);
  clock.advance(4 * DAY_MS);
  const laterSession = await as(await make.assistant());
  const over = await laterSession.post(path, walkInPatient);
  expect(refusal(over)).toEqual([409, 'Это время уже прошло. Выберите другое']);
});

test('a moved booking takes the new slot and frees the old one', async () => {
  const { book, act, to, slots, bookingOf, dayOf, actions } = await startReception();
  const first = await book(slots[0]);
  const second = await book(slots[1]);
  expect(refusal(await act(first, 'move', to(slots[1])))).toEqual([409, expect.stringMatching(TAKEN_BY)]);
  expect((await bookingOf(first)).slotUUID).toBe(slots[0]);
  expect((await act(first, 'move', to(slots[2]))).status).toBe(204);
  expect(await bookingOf(first)).toMatchObject({ slotUUID: slots[2], moved: true });
  expect((await dayOf()).slots.slice(0, 3).map(({ free }) => free)).toEqual([1, 0, 0]);
  expect((await act(second, 'move', to(slots[0]))).status).toBe(204);
  expect((await actions()).slice(2)).toEqual(['booking.move', 'booking.move']);
});

test('of ten concurrent moves to one slot one succeeds, and the other bookings keep their slots', async () => {
  const { book, act, to, slots, dayOf } = await startReception();
  const ids: number[] = [];
  for (const slot of slots.slice(0, 10)) ids.push(await book(slot));
  const replies = await Promise.all(ids.map((id) => act(id, 'move', to(slots[15]))));
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
  const { bookings } = await dayOf();
  expect(new Set(bookings.map(({ slotUUID }) => slotUUID)).size).toBe(10);
});

test('opposite moves between two locations do not deadlock', async () => {
  const there = await startReception();
  const other = await makeCentre(there, { name: 'Второй' });
  const otherSlots = (await freeSlots(other.doctor, other.at, there.day)).map(({ slotUUID }) => slotUUID);
  for (let round = 0; round < 5; round++) {
    const one = await there.book(there.slots[round]);
    const reply = await there.assistant.post(
      `/assistant${other.at}/${there.day}/${otherSlots[round]}`,
      walkInPatient,
    );
    const { bookingID: two } = reply.body as { bookingID: number };
    const replies = await Promise.all([
      there.act(one, 'move', { ...there.to(otherSlots[round + 6]), locationID: other.locationID }),
      there.act(two, 'move', there.to(there.slots[round + 6])),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  }
});

test('a cancelled booking frees its slot and cannot be moved, cancelled or marked as arrived', async () => {
  const { book, act, to, slots, dayOf, bookingOf } = await startReception();
  const id = await book(slots[0]);
  expect((await act(id, 'cancel', { reason: 'Пациент заболел' })).status).toBe(204);
  expect(await bookingOf(id)).toMatchObject({ status: 'cancelled', cancelReason: 'Пациент заболел' });
  expect((await dayOf()).slots[0]?.free).toBe(1);
  await book(slots[0]);
  for (const [verb, body] of [
    ['cancel', {}],
    ['move', to(slots[3])],
    ['come', { sex: 'male', studyType: 'rg' }],
  ] as const)
    expect(refusal(await act(id, verb, body))).toEqual([409, 'Запись уже отменена']);
});

test('recording an arrival creates one patient and one study, also when repeated concurrently', async () => {
  const { book, act, slots, account, assistant, bookingOf, actions } = await startReception();
  const id = await book(slots[0], { doctorID: account.id, studyComment: 'Зуб 36' });
  const recordArrival = () => act(id, 'come', { sex: 'female', birthday: '1980-02-29', studyType: 'cbct' });
  const replies = await Promise.all(Array.from({ length: 10 }, recordArrival));
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

test('an existing patient of the client gets the study, a patient of another client is refused', async () => {
  const { book, act, slots, account, make } = await startReception();
  const ofClient = await make.patient({ doctor: account });
  const ofOther = await make.patient();
  const id = await book(slots[0], { doctorID: account.id });
  const arrive = (body: object) => act(id, 'come', { studyType: 'rg', ...body });
  expect((await arrive({ patientID: ofOther.patientID })).status).toBe(400);
  expect(refusal(await arrive({}))).toEqual([400, 'Пол (sex): выберите пол пациента']);
  expect((await arrive({ patientID: ofClient.patientID })).body).toMatchObject({
    patientID: ofClient.patientID,
  });
});

test('a booking without a client needs one at arrival', async () => {
  const { book, act, slots, account } = await startReception();
  const id = await book(slots[0]);
  const arrival = { sex: 'male', studyType: 'rg' };
  expect(refusal(await act(id, 'come', arrival))).toEqual([400, 'Выберите клиента (doctorID)']);
  const { status, body } = await act(id, 'come', { ...arrival, doctorID: account.id });
  expect([status, body]).toMatchObject([200, { doctorID: account.id }]);
});

test('a day off has no slots, an extra day has its own hours, and removing them restores the weekly hours', async () => {
  const { assistant, doctor, at, day } = await startReception();
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

test('a location without upcoming bookings can be archived, and clients no longer see it', async () => {
  const { assistant, doctor, at, book, act, slots, day, locationID } = await startReception();
  const id = await book(slots[0]);
  const archive = (archived: boolean) => assistant.put(`/assistant${at}/archived`, { archived });
  expect((await archive(true)).status).toBe(409);
  await act(id, 'cancel');
  expect((await archive(true)).status).toBe(204);
  const visible = (await doctor.get('/doctor/schedule/locations')).body as {
    locations: { locationID: number }[];
  };
  expect(visible.locations.map((one) => one.locationID)).not.toContain(locationID);
  expect((await doctor.get(`/doctor${at}/${day}`)).status).toBe(404);
  const booked = await assistant.post(`/assistant${at}/${day}/${slots[0]}`, walkInPatient);
  expect(refusal(booked)).toEqual([409, 'Этот центр закрыт для записи']);
  expect((await archive(false)).status).toBe(204);
  expect(await freeSlots(doctor, at, day)).toHaveLength(18);
});

test('purging a patient erases her from the booking', async () => {
  const { book, act, slots, account, context, bookingOf } = await startReception();
  const id = await book(slots[0], { doctorID: account.id });
  const { patientID, studyID } = (await act(id, 'come', { sex: 'male', studyType: 'rg' })).body as {
    patientID: number;
    studyID: number;
  };
  await context.db.deleteFrom('studies').where('id', '=', studyID).execute();
  await context.db.deleteFrom('patients').where('id', '=', patientID).execute();
  expect(await bookingOf(id)).toMatchObject({ patientName: '', patientPhone: '', patientID: null });
});
