import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { previewClosure } from '@snimok/contract/reception/seat-closures';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { freeSlots, makeCentre, walkInPatient, TAKEN_BY } from '../../../testing/callers/booking.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { instantOf } from '../opening-hours/slots.ts';

const TAKEN = 'Это время уже занято. Выберите другое';

/** A location with two seats, one of which can be closed from ten to twelve. */
const startCentre = async () => {
  const server = await startServer();
  const centre = await makeCentre(server, { capacity: 2 });
  const { assistant, doctor, at, day, locationID } = centre;
  const slots = (await freeSlots(doctor, at, day)).map(({ slotUUID }) => slotUUID);
  const time = { places: [1], firstDate: day, from: '10:00', lastDate: day, to: '12:00' };
  const close = (facts: object = {}) =>
    assistant.post(`/assistant${at}/closures`, { ...time, reason: 'Ремонт', ...facts });
  const dayOf = async () =>
    responseOf(listScheduleDays, await assistant.get(`/assistant${at}/days?from=${day}`)).days[0]!;
  const book = (slot: number, place?: number) =>
    assistant.post(`/assistant${at}/${day}/${slots[slot]}`, { ...walkInPatient, ...(place && { place }) });
  const idOf = ({ body }: { body: unknown }) => (body as { bookingID: number }).bookingID;
  const move = (bookingID: number, slot: number, place?: number) =>
    assistant.post(`/assistant/schedule/bookings/${bookingID}/move`, {
      locationID,
      date: day,
      slotUUID: slots[slot],
      ...(place && { place }),
    });
  return { ...server, ...centre, slots, time, close, dayOf, book, idOf, move };
};

test('a closed seat is not booked, and the other seat of the location is', async () => {
  const { assistant, close, dayOf, book, idOf, move, slots, doctor, at, day } = await startCentre();
  expect((await close()).status).toBe(204);
  const { closures, slots: planned } = await dayOf();
  expect(closures).toMatchObject([{ place: 1, reason: 'Ремонт' }]);
  expect(planned.slice(1, 7).map(({ free }) => free)).toEqual([2, 1, 1, 1, 1, 2]);
  const first = await book(2);
  expect(first.status).toBe(201);
  expect((await dayOf()).bookings).toMatchObject([{ place: 2 }]);
  expect(refusal(await book(2))).toEqual([409, expect.stringMatching(TAKEN_BY)]);
  expect(refusal(await book(3, 1))).toEqual([409, TAKEN]);
  expect(refusal(await move(idOf(first), 3, 1))).toEqual([409, TAKEN]);
  expect((await freeSlots(doctor, at, day)).map(({ slotUUID }) => slotUUID)).not.toContain(slots[2]);
  const { closureID } = closures[0]!;
  expect((await assistant.delete(`/assistant/schedule/closures/${closureID}`)).status).toBe(204);
  expect((await assistant.delete(`/assistant/schedule/closures/${closureID}`)).status).toBe(404);
  expect((await move(idOf(first), 3, 1)).status).toBe(204);
});

test('a seat with bookings is closed only after the assistant has seen them, and they stay', async () => {
  const { assistant, at, time, close, dayOf, book, idOf } = await startCentre();
  const bookingID = idOf(await book(2, 1));
  await book(2, 2);
  await book(8, 1);
  const { bookings } = responseOf(
    previewClosure,
    await assistant.post(`/assistant${at}/closures/preview`, time),
  );
  expect(bookings.map((one) => one.bookingID)).toEqual([bookingID]);
  const unseen = [409, 'На это время есть запись, которой не было в списке. Посмотрите список ещё раз'];
  expect(refusal(await close())).toEqual(unseen);
  expect((await close({ keptBookingIDs: [bookingID] })).status).toBe(204);
  const { closures, bookings: kept } = await dayOf();
  expect([closures.length, kept.length]).toEqual([1, 3]);
  expect(refusal(await close({ keptBookingIDs: [bookingID] }))).toEqual([
    409,
    'Место 1 в это время уже закрыто',
  ]);
});

test('a closure of unknown seats, or with a reversed, past or too long time, is refused', async () => {
  const { close, day } = await startCentre();
  expect(refusal(await close({ places: [3] }))).toEqual([400, 'Места (places): в этом центре их 2']);
  expect(refusal(await close({ to: '10:00' }))).toEqual([
    400,
    expect.stringContaining('конец должен быть позже начала'),
  ]);
  const past = dayAfter(day, -10);
  expect(refusal(await close({ firstDate: past, lastDate: past }))[0]).toBe(409);
  expect(refusal(await close({ lastDate: dayAfter(day, 400) }))[1]).toContain('не больше года');
});

test('a closure and a booking at once: either the booking is refused, or it stops the closure', async () => {
  const { close, book, slots } = await startCentre();
  for (let slot = 2; slot < 6; slot++) await book(slot, 2);
  const [closed, ...booked] = await Promise.all([
    close(),
    ...slots.slice(2, 6).map((_, at) => book(at + 2, 1)),
  ]);
  const statuses = booked.map(({ status }) => status);
  if (closed.status === 204) expect(statuses).toEqual([409, 409, 409, 409]);
  else expect([closed.status, statuses.includes(201)]).toEqual([409, true]);
});

test('the database refuses the booking of a closed seat by an earlier version of the server', async () => {
  const { context, close, book, idOf } = await startCentre();
  await close();
  const { db } = context;
  const bookingID = idOf(await book(2, 2));
  const { id: _, ...row } = await db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', bookingID)
    .executeTakeFirstOrThrow();
  const refused = db
    .insertInto('bookings')
    .values({ ...row, place: 1 })
    .execute();
  await expect(refused).rejects.toThrow('the seat is closed');
  const moved = db.updateTable('bookings').set({ place: 1 }).where('id', '=', bookingID).execute();
  await expect(moved).rejects.toThrow('the seat is closed');
  // an earlier version can still cancel a booking that stayed at the closed seat
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', bookingID).execute();
});

test('if two bookings are moved to one seat at once, one is moved and the other keeps its seat', async () => {
  const { book, idOf, move, dayOf } = await startCentre();
  for (let round = 0; round < 5; round++) {
    const one = idOf(await book(round, 1));
    const other = idOf(await book(round, 2));
    const replies = await Promise.all([move(one, 10 + round, 2), move(other, 10 + round, 2)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(replies.filter(({ status }) => status === 409).map(refusal)).toEqual([
      [409, expect.stringMatching(TAKEN_BY)],
    ]);
  }
  const { bookings } = await dayOf();
  expect(bookings).toHaveLength(10);
});

test('another seat at the same time is not a move: the client gets no letter', async () => {
  const { assistant, account, at, day, slots, context, idOf, move, dayOf } = await startCentre();
  const reply = await assistant.post(`/assistant${at}/${day}/${slots[0]}`, {
    ...walkInPatient,
    doctorID: account.id,
  });
  expect((await move(idOf(reply), 0, 2)).status).toBe(204);
  expect((await dayOf()).bookings).toMatchObject([{ place: 2, moved: false }]);
  const letters = await context.db.selectFrom('letters').select('template').execute();
  expect(letters.filter(({ template }) => template === 'booking-moved')).toEqual([]);
  expect((await move(idOf(reply), 1, 2)).status).toBe(204);
  expect((await dayOf()).bookings).toMatchObject([{ place: 2, moved: true }]);
});

test('a closure that affects more than a thousand bookings is saved', async () => {
  const { assistant, at, day, close, context, locationID, account } = await startCentre();
  const { db, config } = context;
  const begin = instantOf(day, '00:00', config.timeZone);
  await sql`insert into bookings
      (location_id, place, day, slot_uuid, begins_at, ends_at, patient_name, patient_phone, comment, creator_id, created_at)
    select ${locationID}, 1, ${day}, gen_random_uuid(), begins_at, begins_at + interval '1 minute', 'Пётр', '', '',
      ${account.id}, now()
    from generate_series(${begin}::timestamptz, ${begin}::timestamptz + interval '1000 minutes', '1 minute') begins_at`.execute(
    db,
  );
  const time = { places: [1], firstDate: day, from: '00:00', lastDate: dayAfter(day, 1), to: '12:00' };
  const reply = await assistant.post(`/assistant${at}/closures/preview`, time);
  const { bookings } = responseOf(previewClosure, reply);
  expect(bookings).toHaveLength(1001);
  const keptBookingIDs = bookings.map(({ bookingID }) => bookingID);
  expect((await close({ ...time, keptBookingIDs: keptBookingIDs.slice(1) })).status).toBe(409);
  expect((await close({ ...time, keptBookingIDs })).status).toBe(204);
});
