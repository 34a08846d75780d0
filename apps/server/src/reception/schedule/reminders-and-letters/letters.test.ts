import { expect, test } from 'vitest';
import { initialsOf } from '../../../platform/letters/initials.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { listJobs, makeKeyedJobsDue } from '../../../testing/portal/queued-jobs.ts';
import { sendReminder } from './letters.ts';

const bookSlot = async () => {
  const server = await startServer();
  const centre = await makeCentre(server, { address: 'проспект Мира, 1; вход со двора' });
  const { doctor, assistant, at, day, locationID, account } = centre;
  const slots = await freeSlots(doctor, at, day);
  const reply = await doctor.post(`/doctor${at}/${day}/${slots[0]?.slotUUID}`, walkInPatient);
  const { bookingID } = reply.body as { bookingID: number };
  const act = (verb: string, body: unknown) =>
    assistant.post(`/assistant/schedule/bookings/${bookingID}/${verb}`, body);
  const move = () => act('move', { locationID, date: day, slotUUID: slots[4]?.slotUUID });
  /** The queued letters of one template. */
  const queued = (template: string) =>
    server.context.db.selectFrom('letters').select('id').where('template', '=', template).execute();
  const reminders = async () => {
    const filter = { task: 'remind-of-booking' };
    const jobs = await listJobs<{ bookingID: number; beginsAt: string }>(server.context.db, filter);
    return jobs.map(({ runAt, payload: { bookingID, beginsAt } }) => ({
      runAt,
      payload: { bookingID, beginsAt },
    }));
  };
  const first = slots[0];
  const fifth = slots[4];
  return { ...server, ...centre, first, fifth, bookingID, act, move, queued, reminders, account };
};

test('the letter of a booking names the telephone numbers of its location', async () => {
  const { doctor, assistant, at, day, locationID, outbox, work } = await bookSlot();
  const path = '/assistant/schedule/locations';
  const read = async () => {
    const { locations } = (await assistant.get(path)).body as { locations: Record<string, unknown>[] };
    return locations.find((location) => location.locationID === locationID) ?? {};
  };
  const { name, address, capacity, slotMinutes, hours } = await read();
  const facts = { name, address, capacity, slotMinutes, hours };
  const contacts = { phones: ['+7 495 000-00-00'], hoursText: 'по будням', licence: 'ЛО-77' };
  expect((await assistant.put(`${path}/${locationID}`, { ...facts, ...contacts })).status).toBe(204);
  expect(await read()).toMatchObject(contacts);
  // an earlier version of the web app does not send the contacts
  expect((await assistant.put(`${path}/${locationID}`, facts)).status).toBe(204);
  expect(await read()).toMatchObject(contacts);
  const [slot] = await freeSlots(doctor, at, day);
  await doctor.post(`/doctor${at}/${day}/${slot?.slotUUID}`, walkInPatient);
  await work('send-letter', 'remind-of-booking');
  const letter = await until('the letter', () => outbox.find(({ text }) => text.includes('Телефон: ')));
  expect(letter.text).toContain('Телефон: +7 495 000-00-00');
});

test('the client gets a confirmation with a calendar file', async () => {
  const { outbox, work, account, first, bookingID } = await bookSlot();
  await work('send-letter', 'remind-of-booking');
  const letter = await until('the confirmation', () => outbox[0]);
  expect(letter).toMatchObject({ to: account.email, subject: 'Пациент записан на исследование' });
  expect(letter.text).toContain('09:00 (по времени центра)');
  expect(letter.text).toContain('Пациент: П. П.');
  expect(letter.text).not.toContain('Петров');
  const [file] = letter.attachments ?? [];
  expect(file).toMatchObject({
    filename: 'zapis.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  });
  const lines = (file?.content ?? '').split('\r\n');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = (file?.content ?? '').replaceAll('\r\n ', '').split('\r\n');
  const stamp = (first?.beginsAt ?? '').slice(0, 19).replace(/[-:]/g, '');
  expect(unfolded).toEqual(
    expect.arrayContaining([
      'METHOD:PUBLISH',
      `UID:booking-${bookingID}@portal.test`,
      'SEQUENCE:0',
      `DTSTART:${stamp}Z`,
      'LOCATION:Центр на Мира\\, проспект Мира\\, 1\\; вход со двора',
      'STATUS:CONFIRMED',
    ]),
  );
});

test('a move and a cancellation send letters whose calendar files replace the earlier one', async () => {
  const { outbox, work, move, act } = await bookSlot();
  await move();
  await act('cancel', { reason: 'Аппарат на обслуживании' });
  await work('send-letter', 'remind-of-booking');
  const letters = await until('three letters', () => outbox.length === 3 && outbox);
  const of = (subject: string) => letters.find((letter) => letter.subject === subject);
  const moved = of('Запись на исследование перенесена');
  const cancelled = of('Запись на исследование отменена');
  expect(moved?.attachments?.[0]?.content).toContain('SEQUENCE:1\r\n');
  expect(moved?.text).toContain('11:00 (по времени центра)');
  expect(cancelled?.text).toContain('Причина: Аппарат на обслуживании');
  expect(cancelled?.attachments?.[0]?.content).toMatch(
    /METHOD:CANCEL\r\n[^]*SEQUENCE:2\r\n[^]*STATUS:CANCELLED/,
  );
});

test('the reminder is due at nine in the morning of the day before, also after a move', async () => {
  const { reminders, first, fifth, move, bookingID } = await bookSlot();
  const dayBefore = new Date(Date.parse(first?.beginsAt ?? '') - DAY_MS);
  expect(await reminders()).toEqual([
    { runAt: dayBefore, payload: { bookingID, beginsAt: first?.beginsAt } },
  ]);
  await move();
  expect(await reminders()).toEqual([
    { runAt: dayBefore, payload: { bookingID, beginsAt: fifth?.beginsAt } },
  ]);
});

test('a reminder is sent once, and not for a booking that was moved, cancelled or is over', async () => {
  const { context, queued, first, fifth, move, act, bookingID, clock } = await bookSlot();
  const old = first?.beginsAt ?? '';
  const now = fifth?.beginsAt ?? '';
  await move();
  await sendReminder(context, { bookingID, beginsAt: old });
  expect(await queued('booking-reminder')).toHaveLength(0);
  await sendReminder(context, { bookingID, beginsAt: now });
  // a second run, as after a worker was killed before it completed the job
  await sendReminder(context, { bookingID, beginsAt: now });
  expect(await queued('booking-reminder')).toHaveLength(1);
  const before = clock.now();
  clock.advance(5 * DAY_MS);
  await sendReminder(context, { bookingID, beginsAt: now });
  clock.advance(before.getTime() - clock.now().getTime());
  await act('cancel', {});
  await sendReminder(context, { bookingID, beginsAt: now });
  expect(await queued('booking-reminder')).toHaveLength(1);
});

test('the worker sends a due reminder', async () => {
  const { context, outbox, work } = await bookSlot();
  await makeKeyedJobsDue(context.db);
  await work('send-letter', 'remind-of-booking');
  const letter = await until('the reminder', () =>
    outbox.find(({ subject }) => subject === 'Завтра исследование вашего пациента'),
  );
  expect(letter.attachments?.[0]?.content).toContain('BEGIN:VEVENT');
});

test('bookings without a client and clients with a disabled account get no letters', async () => {
  const { queued, assistant, at, day, fifth, account, context, act, clock } = await bookSlot();
  await assistant.post(`/assistant${at}/${day}/${fifth?.slotUUID}`, walkInPatient);
  expect(await queued('booking')).toHaveLength(1);
  await context.db
    .updateTable('accounts')
    .set({ disabledAt: clock.now() })
    .where('id', '=', account.id)
    .execute();
  await act('cancel', {});
  expect(await queued('booking-cancelled')).toHaveLength(0);
});

test('initials are the first letters of the names', () => {
  expect(initialsOf('Иванов Иван Иванович')).toBe('И. И. И.');
  expect(initialsOf('  о’Коннор (Шинейд) ')).toBe('О. Ш.');
  expect(initialsOf('123')).toBe('');
});

test('the schedule shows the status of the letter and resends the letter about the current state', async () => {
  const { assistant, outbox, work, move, act, bookingID, account, locationID, day } = await bookSlot();
  const state = async () => {
    const { body } = await assistant.get(`/assistant/schedule/locations/${locationID}/days?from=${day}`);
    const { days } = body as {
      days: { bookings: { bookingID: number; letter: { status: string } | null }[] }[];
    };
    return days[0]?.bookings.find((booking) => booking.bookingID === bookingID)?.letter?.status;
  };
  expect(await state()).toBe('waiting');
  await work('send-letter', 'remind-of-booking');
  await until('the letter to have status sent', async () => (await state()) === 'sent');
  const subjects = () => outbox.map(({ subject }) => subject);
  const expected = ['Пациент записан на исследование'];
  const again = async (subject: string) => {
    expect((await act('mail', undefined)).status).toBe(204);
    expected.push(subject);
    await until(`the letter «${subject}»`, () => subjects().length === expected.length);
  };
  await again('Пациент записан на исследование');
  await move();
  expected.push('Запись на исследование перенесена');
  await until('the letter about the move', () => subjects().length === expected.length);
  await again('Запись на исследование перенесена');
  await act('cancel', {});
  expected.push('Запись на исследование отменена');
  await until('the letter about the cancellation', () => subjects().length === expected.length);
  await again('Запись на исследование отменена');
  expect(subjects()).toEqual(expected);
  expect(outbox.every(({ to }) => to === account.email)).toBe(true);
});
