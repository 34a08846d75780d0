import { expect, test } from 'vitest';
import { freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { startServer } from '../../../testing/portal/server.ts';

/** A booking whose time was half an hour ago, opened by two assistants. */
const openByTwo = async () => {
  const server = await startServer();
  const centre = await makeCentre(server);
  const slots = await freeSlots(centre.doctor, centre.at, centre.day);
  const first = slots[0];
  const second = slots[1];
  const last = slots.at(-1);
  const path = `/assistant${centre.at}/${centre.day}`;
  const booked = await centre.assistant.post(`${path}/${first?.slotUUID}`, {
    ...walkInPatient,
    doctorID: centre.account.id,
  });
  const { bookingID } = booked.body as { bookingID: number };
  server.clock.advance(Date.parse(second!.beginsAt) - server.clock.now().getTime());
  const people = [
    await server.make.assistant({ name: 'Анна' }),
    await server.make.assistant({ name: 'Борис' }),
  ];
  const [anna, boris] = await Promise.all(people.map((person) => server.as(person)));
  const act = (who: TestClient | undefined, verb: string, body: object) =>
    who!.post(`/assistant/schedule/bookings/${bookingID}/${verb}`, body);
  const state = () =>
    server.context.db
      .selectFrom('bookings')
      .select(['status', 'missedAt', 'studyID', 'moves'])
      .where('id', '=', bookingID)
      .executeTakeFirstOrThrow();
  const history = async () =>
    (
      await server.context.db
        .selectFrom('auditEvents')
        .innerJoin('accounts', 'accounts.id', 'auditEvents.actorID')
        .select(['auditEvents.action', 'accounts.name'])
        .where('auditEvents.action', 'in', ['booking.come', 'booking.cancel', 'booking.move', 'booking.miss'])
        .orderBy('auditEvents.id')
        .execute()
    ).map(({ action, name }) => `${name}: ${action}`);
  const slotAt = (slot: (typeof slots)[number] | undefined) => ({
    locationID: centre.locationID,
    date: centre.day,
    slotUUID: slot?.slotUUID,
  });
  const to = slotAt(last);
  const between = slotAt(slots.at(-2));
  return {
    ...server,
    anna,
    boris,
    bookingID,
    act,
    state,
    history,
    to,
    between,
    seenBeginsAt: first!.beginsAt,
  };
};

const ARRIVAL = { sex: 'male', studyType: 'rg' };
const sentenceOf = ({ body }: { body: unknown }) => (body as { error: string }).error;

test('if one booking is cancelled and marked as arrived at once, one request is refused with the reason', async () => {
  const { anna, boris, act, state, history, context } = await openByTwo();
  const [arrived, cancelled] = await Promise.all([
    act(anna, 'come', ARRIVAL),
    act(boris, 'cancel', { reason: 'Позвонил' }),
  ]);
  const { status, studyID } = await state();
  if (arrived.status === 200) {
    expect([cancelled.status, status]).toEqual([409, 'come']);
    expect(sentenceOf(cancelled)).toMatch(/приход/i);
    expect(studyID).not.toBeNull();
    expect(await history()).toEqual(['Анна: booking.come']);
  } else {
    expect([arrived.status, sentenceOf(arrived), status]).toEqual([409, 'Запись уже отменена', 'cancelled']);
    expect(await history()).toEqual(['Борис: booking.cancel']);
    expect(await context.db.selectFrom('studies').select('id').execute()).toEqual([]);
  }
});

test('two assistants who record the arrival of one patient at once get the same card and study', async () => {
  const { anna, boris, act, history, context } = await openByTwo();
  const [one, other] = await Promise.all([
    act(anna, 'come', ARRIVAL),
    act(boris, 'come', { sex: 'female', studyType: 'cbct' }),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.body).toEqual(other.body);
  expect(await context.db.selectFrom('studies').select('id').execute()).toHaveLength(1);
  expect(await history()).toHaveLength(1);
});

test('a no-show that is recorded while another assistant moves the booking does not apply to the new time', async () => {
  const { anna, boris, act, to, state, bookingID } = await openByTwo();
  const miss = () => anna!.put(`/assistant/schedule/bookings/${bookingID}/missed`, { missed: true });
  const [missed, moved] = await Promise.all([miss(), act(boris, 'move', to)]);
  expect(moved.status).toBe(204);
  // if the no-show is recorded before the move, the move deletes the record; after the move it is too early
  expect([204, 409]).toContain(missed.status);
  expect(await state()).toMatchObject({ status: 'booked', missedAt: null, moves: 1 });
  expect((await miss()).status).toBe(409);
});

test('moving a booking that a colleague has just moved is refused with its new time, unless both chose the same', async () => {
  const { anna, boris, act, to, state, between, seenBeginsAt } = await openByTwo();
  expect((await act(anna, 'move', { ...to, seenBeginsAt })).status).toBe(204);
  const late = await act(boris, 'move', { ...between, seenBeginsAt });
  expect(late.status).toBe(409);
  expect(sentenceOf(late)).toMatch(/^Запись уже перенесена на \d+ .* Проверьте новое время/);
  expect((await act(boris, 'move', { ...to, seenBeginsAt })).status).toBe(204);
  expect(await state()).toMatchObject({ status: 'booked', moves: 1 });
  // a client of an earlier version does not say what it saw
  expect((await act(boris, 'move', between)).status).toBe(204);
});
