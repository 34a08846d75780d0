import { listFreeSlots } from '@snimok/contract/reception/schedule';
import { listOpenLocations } from '@snimok/contract/reception/locations';
import { getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import { expect, test } from 'vitest';
import { dayAfter } from '../../../platform/time-and-sizes/calendar.ts';
import { everyDay, freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { badIDs, badUUIDs } from '../../../testing/requests-and-waiting/pages.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';

const TAKEN = 'Это время уже занято. Выберите другое';

test('a new portal has one location, open on working days from nine to six in slots of half an hour', async () => {
  const { as, make } = await startServer();
  const doctor = await as(await make.doctor({ flags: ['schedule'] }));
  const { locations } = responseOf(listOpenLocations, await doctor.get('/doctor/schedule/locations'));
  const { scheduleMinDate, scheduleMaxDate } = responseOf(
    getDoctorSettings,
    await doctor.get('/doctor/settings'),
  );
  expect(locations).toEqual([
    {
      locationID: 1,
      name: 'Диагностический центр',
      address: '',
      firstDate: scheduleMinDate,
      lastDate: scheduleMaxDate,
      prices: [],
      preparation: '',
    },
  ]);
  for (let ahead = 0; ahead < 7; ahead++) {
    const day = dayAfter(scheduleMinDate, ahead);
    const { slots } = responseOf(listFreeSlots, await doctor.get(`/doctor/schedule/locations/1/${day}`));
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    expect([day, slots.length]).toEqual([day, isWeekend ? 0 : 18]);
    if (isWeekend) continue;
    // Moscow is three hours ahead of UTC all year
    expect(slots[0]).toMatchObject({ beginHours: 6, beginMinutes: 0, beginsAt: `${day}T06:00:00.000Z` });
    expect(slots.at(-1)).toMatchObject({ beginHours: 14, beginMinutes: 30 });
  }
});

test('a booked slot is no longer offered, and slot ids are stable', async () => {
  const server = await startServer();
  const { doctor, at, day } = await makeCentre(server);
  const before = await freeSlots(doctor, at, day);
  expect(await freeSlots(doctor, at, day)).toEqual(before);
  const [first, ...others] = before;
  const reply = await doctor.post(`/doctor${at}/${day}/${first?.slotUUID}`, walkInPatient);
  expect(reply.status).toBe(201);
  expect(await freeSlots(doctor, at, day)).toEqual(others);
  expect(refusal(await doctor.post(`/doctor${at}/${day}/${first?.slotUUID}`, walkInPatient))).toEqual([
    409,
    TAKEN,
  ]);
});

test('of fifty concurrent bookings of one slot exactly one succeeds', async () => {
  const server = await startServer();
  const { doctor, at, day } = await makeCentre(server);
  const [slot] = await freeSlots(doctor, at, day);
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      doctor.post(`/doctor${at}/${day}/${slot?.slotUUID}`, { ...walkInPatient, patientName: `Пациент ${n}` }),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = replies.filter(({ status }) => status !== 201).map(refusal);
  expect(refused).toEqual(Array(49).fill([409, TAKEN]));
  const rows = await server.context.db.selectFrom('bookings').select('id').execute();
  expect(rows).toHaveLength(1);
});

test('a slot for two admits two patients and no third, and the table refuses the same seat twice', async () => {
  const server = await startServer();
  const { doctor, at, day, locationID } = await makeCentre(server, { capacity: 2 });
  const [slot] = await freeSlots(doctor, at, day);
  const book = () => doctor.post(`/doctor${at}/${day}/${slot?.slotUUID}`, walkInPatient);
  const replies = await Promise.all(Array.from({ length: 10 }, book));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
  const { db } = server.context;
  const rows = await db.selectFrom('bookings').selectAll().orderBy('place').execute();
  expect(rows.map(({ place }) => place)).toEqual([1, 2]);
  const [{ id: _, ...duplicate }] = rows as [(typeof rows)[number]];
  await expect(db.insertInto('bookings').values(duplicate).execute()).rejects.toThrow('exclusion constraint');
  expect(duplicate.locationID).toBe(locationID);
});

test('slots of a new length are not offered where they overlap earlier bookings', async () => {
  const server = await startServer();
  const { doctor, assistant, at, day, rules } = await makeCentre(server, {
    hours: everyDay('09:00', '12:00'),
  });
  const slots = await freeSlots(doctor, at, day);
  await doctor.post(`/doctor${at}/${day}/${slots[1]?.slotUUID}`, walkInPatient);
  await assistant.put(`/assistant${at}`, { ...rules, slotMinutes: 60 });
  const hours = (await freeSlots(doctor, at, day)).map(({ beginHours }) => beginHours);
  expect(hours).toEqual([7, 8]);
  // also with a capacity of one the booked time is not offered again
  await assistant.put(`/assistant${at}`, { ...rules, capacity: 1, slotMinutes: 20 });
  const begins = (await freeSlots(doctor, at, day)).map(({ beginsAt }) => beginsAt.slice(11, 16));
  expect(begins).toEqual(['06:00', '07:00', '07:20', '07:40', '08:00', '08:20', '08:40']);
});

test('days outside the range of the settings are refused with a sentence that names the range', async () => {
  const server = await startServer();
  const { doctor, at } = await makeCentre(server);
  const { scheduleMinDate, scheduleMaxDate } = responseOf(
    getDoctorSettings,
    await doctor.get('/doctor/settings'),
  );
  expect(await freeSlots(doctor, at, scheduleMinDate)).toHaveLength(18);
  const [, last] = await freeSlots(doctor, at, scheduleMaxDate);
  for (const day of [
    dayAfter(scheduleMinDate, -1),
    dayAfter(scheduleMaxDate, 1),
    '2020-01-01',
    '9999-12-31',
  ]) {
    const [status, sentence] = refusal(await doctor.get(`/doctor${at}/${day}`));
    expect([day, status]).toEqual([day, 400]);
    expect(sentence).toMatch(/^Дата: запись открыта с \d\d\.\d\d\.\d{4} по \d\d\.\d\d\.\d{4}$/);
    expect((await doctor.post(`/doctor${at}/${day}/${last?.slotUUID}`, walkInPatient)).status).toBe(400);
  }
});

test('invalid and unknown ids of locations, days and slots are not found', async () => {
  const server = await startServer();
  const { doctor, at, day } = await makeCentre(server);
  const [slot] = await freeSlots(doctor, at, day);
  for (const id of badIDs)
    expect([id, (await doctor.get(`/doctor/schedule/locations/${id}/${day}`)).status]).toEqual([id, 404]);
  for (const date of ['2026-13-01', '2026-02-30', 'tomorrow', '20261123', '%00', '-1'])
    expect([date, (await doctor.get(`/doctor${at}/${date}`)).status]).toEqual([date, 404]);
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const uuid of [...badUUIDs, unknown]) {
    const { status } = await doctor.post(`/doctor${at}/${day}/${uuid}`, walkInPatient);
    expect([uuid, status]).toEqual([uuid, 404]);
  }
  // a slot of another day
  const next = await doctor.post(`/doctor${at}/${dayAfter(day, 1)}/${slot?.slotUUID}`, walkInPatient);
  expect(refusal(next)).toEqual([404, 'Такого времени в расписании нет. Выберите другое']);
});

test('an invalid field is named in the error, and nothing is booked', async () => {
  const server = await startServer();
  const { doctor, at, day } = await makeCentre(server);
  const [slot] = await freeSlots(doctor, at, day);
  const book = async (body: unknown) =>
    refusal(await doctor.post(`/doctor${at}/${day}/${slot?.slotUUID}`, body));
  expect(await book({ patientPhone: '+79991234567' })).toEqual([400, 'Введите ФИО пациента (patientName)']);
  expect((await book({ ...walkInPatient, patientName: '   ' }))[1]).toContain('ФИО пациента');
  for (const patientPhone of ['', '123456', 'позвоните мне', '+7999123456789012', undefined]) {
    const [status, sentence] = await book({ ...walkInPatient, patientPhone });
    expect([patientPhone, status]).toEqual([patientPhone, 400]);
    expect(sentence).toMatch(/телефон пациента \(patientPhone\)/i);
  }
  expect((await book({ ...walkInPatient, studyComment: 'ы'.repeat(4001) }))[1]).toContain('Комментарий');
  expect(await server.context.db.selectFrom('bookings').select('id').execute()).toEqual([]);
});

test('booking requires the flag of the account; with the schedule switched off its endpoints answer 404', async () => {
  const server = await startServer();
  const { at, day } = await makeCentre(server);
  const without = await server.as(await server.make.doctor({ flags: ['remote-viewer'] }));
  for (const path of ['/doctor/schedule/locations', `/doctor${at}/${day}`])
    expect((await without.get(path)).status).toBe(403);
  expect((await without.post(`/doctor${at}/${day}/x`, {})).status).toBe(403);

  const off = await startServer({ SCHEDULE_ENABLED: 'off' });
  const doctor = await off.as(await off.make.doctor({ flags: ['schedule'] }));
  const assistant = await off.as(await off.make.assistant());
  expect((await doctor.get('/doctor/schedule/locations')).status).toBe(404);
  expect((await doctor.post('/doctor/schedule/locations/1/2026-11-23/x', {})).status).toBe(404);
  expect((await assistant.get('/assistant/schedule/locations')).status).toBe(404);
});
