import { expect, test } from 'vitest';
import { initialsOf } from '../../platform/letters/initials.ts';
import { DAY_MS } from '../../platform/duration.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../testing/booking.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { listJobs, makeKeyedJobsDue } from '../../testing/queued-jobs.ts';
import { sendReminder } from './letters.ts';

const scene = async () => {
  const server = await startServer();
  const centre = await makeCentre(server, { address: 'проспект Мира, 1; вход со двора' });
  const { doctor, assistant, at, day, locationID, account } = centre;
  const slots = await freeSlots(doctor, at, day);
  const reply = await doctor.post(`/doctor${at}/${day}/${slots[0]?.slotUUID}`, walkInPatient);
  const { bookingID } = reply.body as { bookingID: number };
  const ask = (verb: string, body: unknown) =>
    assistant.post(`/assistant/schedule/bookings/${bookingID}/${verb}`, body);
  const move = () => ask('move', { locationID, date: day, slotUUID: slots[4]?.slotUUID });
  /** Letters of one kind, as they are queued. */
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
  const [first, fifth] = [slots[0], slots[4]];
  return { ...server, ...centre, first, fifth, bookingID, ask, move, queued, reminders, account };
};

test('the client gets a confirmation with an appointment for the calendar', async () => {
  const { outbox, work, account, first, bookingID } = await scene();
  await work();
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

test('a move and a cancellation are written of, each replacing what stands in the calendar', async () => {
  const { outbox, work, move, ask } = await scene();
  await move();
  await ask('cancel', { reason: 'Аппарат на обслуживании' });
  await work();
  const letters = await until('three letters', () => outbox.length === 3 && outbox);
  const of = (subject: string) => letters.find((letter) => letter.subject === subject);
  const [moved, cancelled] = [of('Запись на исследование перенесена'), of('Запись на исследование отменена')];
  expect(moved?.attachments?.[0]?.content).toContain('SEQUENCE:1\r\n');
  expect(moved?.text).toContain('11:00 (по времени центра)');
  expect(cancelled?.text).toContain('Причина: Аппарат на обслуживании');
  expect(cancelled?.attachments?.[0]?.content).toMatch(
    /METHOD:CANCEL\r\n[^]*SEQUENCE:2\r\n[^]*STATUS:CANCELLED/,
  );
});

test('the reminder waits until nine in the morning of the day before, and moves with the booking', async () => {
  const { reminders, first, fifth, move, bookingID } = await scene();
  const dayBefore = new Date(Date.parse(first?.beginsAt ?? '') - DAY_MS);
  expect(await reminders()).toEqual([
    { runAt: dayBefore, payload: { bookingID, beginsAt: first?.beginsAt } },
  ]);
  await move();
  expect(await reminders()).toEqual([
    { runAt: dayBefore, payload: { bookingID, beginsAt: fifth?.beginsAt } },
  ]);
});

test('a reminder is sent for what still stands, and for nothing that was moved, cancelled or is over', async () => {
  const { context, queued, first, fifth, move, ask, bookingID, clock } = await scene();
  const [old, now] = [first?.beginsAt ?? '', fifth?.beginsAt ?? ''];
  await move();
  await sendReminder(context, { bookingID, beginsAt: old });
  expect(await queued('booking-reminder')).toHaveLength(0);
  await sendReminder(context, { bookingID, beginsAt: now });
  // by another worker: the first died before it could say that it was done
  await sendReminder(context, { bookingID, beginsAt: now });
  expect(await queued('booking-reminder')).toHaveLength(1);
  const before = clock.now();
  clock.advance(5 * DAY_MS);
  await sendReminder(context, { bookingID, beginsAt: now });
  clock.advance(before.getTime() - clock.now().getTime());
  await ask('cancel', {});
  await sendReminder(context, { bookingID, beginsAt: now });
  expect(await queued('booking-reminder')).toHaveLength(1);
});

test('the worker sends a reminder that is due', async () => {
  const { context, outbox, work } = await scene();
  await makeKeyedJobsDue(context.db);
  await work();
  const letter = await until('the reminder', () =>
    outbox.find(({ subject }) => subject === 'Завтра исследование вашего пациента'),
  );
  expect(letter.attachments?.[0]?.content).toContain('BEGIN:VEVENT');
});

test('nobody is written to of who rang up for no client, nor a client whose account is off', async () => {
  const { queued, assistant, at, day, fifth, account, context, ask, clock } = await scene();
  await assistant.post(`/assistant${at}/${day}/${fifth?.slotUUID}`, walkInPatient);
  expect(await queued('booking')).toHaveLength(1);
  await context.db
    .updateTable('accounts')
    .set({ disabledAt: clock.now() })
    .where('id', '=', account.id)
    .execute();
  await ask('cancel', {});
  expect(await queued('booking-cancelled')).toHaveLength(0);
});

test('initials are the first letters of the names', () => {
  expect(initialsOf('Иванов Иван Иванович')).toBe('И. И. И.');
  expect(initialsOf('  о’Коннор (Шинейд) ')).toBe('О. Ш.');
  expect(initialsOf('123')).toBe('');
});

test('the counter sees what became of the letter, and sends anew what stands now', async () => {
  const { assistant, outbox, work, move, ask, bookingID, account, locationID, day } = await scene();
  const state = async () => {
    const { body } = await assistant.get(`/assistant/schedule/locations/${locationID}/days?from=${day}`);
    const { days } = body as {
      days: { bookings: { bookingID: number; letter: { status: string } | null }[] }[];
    };
    return days[0]?.bookings.find((booking) => booking.bookingID === bookingID)?.letter?.status;
  };
  expect(await state()).toBe('waiting');
  await work();
  await until('the letter to be told as sent', async () => (await state()) === 'sent');
  const subjects = () => outbox.map(({ subject }) => subject);
  const expected = ['Пациент записан на исследование'];
  const again = async (subject: string) => {
    expect((await ask('mail', undefined)).status).toBe(204);
    expected.push(subject);
    await until(`the letter «${subject}»`, () => subjects().length === expected.length);
  };
  await again('Пациент записан на исследование');
  await move();
  expected.push('Запись на исследование перенесена');
  await until('the word of the move', () => subjects().length === expected.length);
  await again('Запись на исследование перенесена');
  await ask('cancel', {});
  expected.push('Запись на исследование отменена');
  await until('the word of the end', () => subjects().length === expected.length);
  await again('Запись на исследование отменена');
  expect(subjects()).toEqual(expected);
  expect(outbox.every(({ to }) => to === account.email)).toBe(true);
});
