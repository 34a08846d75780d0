import { listLocations, listOpenLocations } from '@snimok/contract/reception/locations';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import { expect, test } from 'vitest';
import { dayAfter, dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { everyDay, freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';

const startCentre = async (facts: Record<string, unknown> = {}) => {
  const server = await startServer();
  const centre = await makeCentre(server, facts);
  const { assistant, doctor, at, day, rules } = centre;
  const change = (rulesChanged: object) => assistant.put(`/assistant${at}`, { ...rules, ...rulesChanged });
  const times = async (date = day) =>
    (await freeSlots(doctor, at, date)).map(({ beginsAt }) => beginsAt.slice(11, 16));
  const planned = async (date = day) =>
    responseOf(listScheduleDays, await assistant.get(`/assistant${at}/days?from=${date}`)).days[0]!;
  const book = (slotUUID: string | undefined, date = day) =>
    doctor.post(`/doctor${at}/${date}/${slotUUID}`, walkInPatient);
  return { ...server, ...centre, change, times, planned, book };
};

test('neither clients nor assistants can book in an added break, and an earlier booking in it stays', async () => {
  const { doctor, assistant, at, day, change, times, planned, book } = await startCentre();
  const [first, , , fourth] = await freeSlots(doctor, at, day);
  expect((await book(first?.slotUUID)).status).toBe(201);
  const breaks = everyDay('09:00', '11:00');
  expect((await change({ breaks })).status).toBe(204);
  expect((await times())[0]).toBe('08:00');
  expect(refusal(await book(fourth?.slotUUID))).toEqual([
    404,
    'Такого времени в расписании нет. Выберите другое',
  ]);
  const byPhone = await assistant.post(`/assistant${at}/${day}/${fourth?.slotUUID}`, walkInPatient);
  expect(byPhone.status).toBe(404);
  const { slots, bookings } = await planned();
  expect(bookings).toMatchObject([{ slotUUID: first?.slotUUID, status: 'booked', place: 1 }]);
  expect(slots.some(({ slotUUID }) => slotUUID === first?.slotUUID)).toBe(false);
  // an earlier page sends no breaks, and they stay as they are
  await change({ name: 'Центр' });
  expect((await times())[0]).toBe('08:00');
});

test('a break that ends before it begins is refused', async () => {
  const { change } = await startCentre();
  const wrong = await change({ breaks: [{ weekday: 1, from: '13:00', to: '12:00' }] });
  expect(refusal(wrong)).toEqual([400, expect.stringContaining('Перерывы')]);
});

test('clients book within the hours and days of the location, and assistants at any time', async () => {
  const server = await startCentre({ hours: everyDay('00:00', '24:00'), slotMinutes: 60 });
  const { as, account, assistant, at, clock, context, change, planned } = server;
  const today = dayIn(context.config.timeZone, clock.now());
  await change({ leadHours: 3, horizonDays: 40 });
  const doctor = await as(account);
  const settings = responseOf(getDoctorSettings, await doctor.get('/doctor/settings'));
  expect(settings.scheduleMaxDate).toBe(dayAfter(today, 40));
  const { locations } = responseOf(listOpenLocations, await doctor.get('/doctor/schedule/locations'));
  expect(locations.find(({ name }) => name === 'Центр на Мира')).toMatchObject({
    lastDate: dayAfter(today, 40),
  });
  const soon = new Date(clock.now().getTime() + 3 * 3_600_000);
  const day = dayIn(context.config.timeZone, soon);
  const free = await freeSlots(doctor, at, day);
  expect(free.every(({ beginsAt }) => new Date(beginsAt) >= soon)).toBe(true);
  const { slots } = await planned(today);
  const next = slots.find((slot) => slot.free > 0);
  const early = await doctor.post(`/doctor${at}/${today}/${next?.slotUUID}`, walkInPatient);
  expect([400, 409]).toContain(early.status);
  expect((await assistant.post(`/assistant${at}/${today}/${next?.slotUUID}`, walkInPatient)).status).toBe(
    201,
  );
  expect((await doctor.get(`/doctor${at}/${dayAfter(today, 41)}`)).status).toBe(400);
  expect(await freeSlots(doctor, at, dayAfter(today, 40))).toHaveLength(24);
  // the change does not concern the days of another location
  const other = await makeCentre(server, { name: 'Второй' });
  expect((await other.doctor.get(`/doctor${other.at}/${dayAfter(today, 40)}`)).status).toBe(400);
});

test('a holiday closes one location or all, a special day in it is open, and its bookings stay', async () => {
  const server = await startCentre();
  const { assistant, doctor, at, day, locationID, times, planned, book } = server;
  const other = await makeCentre(server, { name: 'Второй' });
  const [first] = await freeSlots(doctor, at, day);
  await book(first?.slotUUID);
  const add = (id: number | null) =>
    assistant.post('/assistant/schedule/holidays', {
      holidays: [
        { locationID: id, name: 'Майские', firstDate: dayAfter(day, -1), lastDate: dayAfter(day, 1) },
      ],
    });
  expect((await add(locationID)).status).toBe(204);
  expect(await times()).toEqual([]);
  expect(await freeSlots(other.doctor, other.at, day)).toHaveLength(18);
  expect(await planned()).toMatchObject({
    holiday: 'Майские',
    slots: [],
    bookings: [{ slotUUID: first?.slotUUID, status: 'booked' }],
  });
  await assistant.put(`/assistant${at}/special-days/${day}`, { hours: [{ from: '09:00', to: '10:00' }] });
  expect(await times()).toEqual(['06:30']);
  // the request is repeated, as after a dropped connection
  expect([(await add(null)).status, (await add(null)).status]).toEqual([204, 204]);
  expect(await freeSlots(other.doctor, other.at, day)).toEqual([]);
  const holidays = async () =>
    ((await assistant.get('/assistant/schedule/locations')).body as { holidays: { holidayID: number }[] })
      .holidays;
  expect(await holidays()).toHaveLength(2);
  for (const { holidayID } of await holidays())
    expect((await assistant.delete(`/assistant/schedule/holidays/${holidayID}`)).status).toBe(204);
  expect(await freeSlots(other.doctor, other.at, day)).toHaveLength(18);
  const unknown = { locationID: 1_000_000, name: 'Майские', firstDate: day, lastDate: day };
  const refused = await assistant.post('/assistant/schedule/holidays', { holidays: [unknown] });
  expect(refused.status).toBe(404);
  const backwards = { ...unknown, locationID: null, lastDate: dayAfter(day, -1) };
  expect(refusal(await assistant.post('/assistant/schedule/holidays', { holidays: [backwards] }))).toEqual([
    400,
    expect.stringContaining('конец должен быть позже начала'),
  ]);
});

test('prices and the preparation are shown to clients, and the confirmation names the preparation', async () => {
  const { doctor, change, book, at, day, context } = await startCentre();
  const prices = [
    { name: 'КЛКТ двух челюстей', rubles: 3500 },
    { name: 'ОПТГ', rubles: 1200 },
  ];
  await change({ prices, preparation: 'Снять серьги.\nВзять направление.' });
  const { locations } = responseOf(listOpenLocations, await doctor.get('/doctor/schedule/locations'));
  expect(locations.find(({ name }) => name === 'Центр на Мира')).toMatchObject({
    prices,
    preparation: 'Снять серьги.\nВзять направление.',
  });
  const [first] = await freeSlots(doctor, at, day);
  await book(first?.slotUUID);
  const letters = await context.db
    .selectFrom('letters')
    .select('facts')
    .where('template', '=', 'booking')
    .execute();
  expect(letters).toMatchObject([{ facts: { preparation: 'Снять серьги.\nВзять направление.' } }]);
  const wrong = await change({ prices: [{ name: 'ОПТГ', rubles: -1 }] });
  expect(refusal(wrong)).toEqual([400, expect.stringContaining('Цена')]);
});

test('an edit of a location that has been changed since it was read is refused', async () => {
  const server = await startServer();
  const { assistant, at, rules } = await makeCentre(server);
  const centreOf = async () => {
    const { locations } = responseOf(listLocations, await assistant.get('/assistant/schedule/locations'));
    return locations.find(({ name }) => name === rules.name);
  };
  const { revision } = (await centreOf())!;
  const edits = [{ bufferMinutes: 10 }, { preparation: 'Снимите украшения' }];
  const replies = await Promise.all(
    edits.map((edit) => assistant.put(`/assistant${at}`, { ...rules, ...edit, revision })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const now = (await centreOf())!;
  expect(now.revision).not.toBe(revision);
  const again = await assistant.put(`/assistant${at}`, { ...rules, capacity: 2, revision: now.revision });
  expect(again.status).toBe(204);
  // a page of an earlier version
  expect((await assistant.put(`/assistant${at}`, rules)).status).toBe(204);
});
