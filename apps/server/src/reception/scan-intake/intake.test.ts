import { createIntakeStudy, suggestIntake } from '@snimok/contract/reception/scan-intake';
import { getPatient } from '@snimok/contract/people/patients';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { everyDay, makeCentre } from '../../testing/callers/booking.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

const NINE_IN_MOSCOW_MS = 6 * 3_600_000;

interface Card {
  name: string;
  birthday?: string | null;
}

/** A server at nine in the morning of a working day, with a centre whose slots of today can be booked by phone. */
const startIntake = async () => {
  const server = await startServer();
  const { make, context, clock } = server;
  const now = clock.now().getTime();
  clock.advance(DAY_MS - (now % DAY_MS) + NINE_IN_MOSCOW_MS);
  const centre = await makeCentre(server, { hours: everyDay('08:00', '20:00') });
  const { assistant, at } = centre;
  const today = dayIn(context.config.timeZone, clock.now());
  const patient = async ({ name, birthday = null }: Card, doctor = centre.account) => {
    const made = await make.patient({ name, doctor });
    await context.db.updateTable('patients').set({ birthday }).where('id', '=', made.patientID).execute();
    return made;
  };
  const suggest = async (name: string | null, birthday: string | null = null, clientNames: string[] = []) => {
    const body = { name, birthday, clientNames };
    return responseOf(suggestIntake, await assistant.post('/assistant/intake/suggestions', body));
  };
  const book = async (patientName: string, doctorID: number | null = null) => {
    const day = (await assistant.get(`/assistant${at}/days?from=${today}`)).body as {
      days: { slots: { slotUUID: string; free: number }[] }[];
    };
    const slot = day.days[0]?.slots.find(({ free }) => free > 0)?.slotUUID;
    const body = { patientName, patientPhone: '+79990000000', doctorID };
    const reply = await assistant.post(`/assistant${at}/${today}/${slot}`, body);
    expect(reply.status).toBe(201);
    return (reply.body as { bookingID: number }).bookingID;
  };
  return { ...server, ...centre, patient, suggest, book };
};

test('patients are suggested by name in any word order and spelling, and by birth date', async () => {
  const { patient, suggest, account } = await startIntake();
  const anna = await patient({ name: 'Соловьёва Анна Фёдоровна', birthday: '1987-03-14' });
  await patient({ name: 'Соловьёва Анна Петровна', birthday: '1990-01-01' });
  await patient({ name: 'Кузнецов Пётр', birthday: '1987-03-14' });
  for (const name of ['Анна Соловьева', 'SOLOVIEVA ANNA', 'соловьева а ф']) {
    const [first, ...others] = (await suggest(name, '1987-03-14')).suggestions;
    expect(first).toMatchObject({ ...anna, doctorName: account.name, confident: true, bookingID: null });
    // the namesake has another birth date, and the other patient of that day another name
    expect(others.filter(({ confident }) => confident)).toEqual([]);
    expect(others.map((one) => one.name)).not.toContain('Кузнецов Пётр');
  }
  expect((await suggest(null, '1987-03-14')).suggestions).toEqual([]);
  // one word and the birth date are not enough to be certain
  expect((await suggest('Анна', '1987-03-14')).suggestions).toMatchObject([{ ...anna, confident: false }]);
});

test('without a birth date no suggestion by name is certain', async () => {
  const { patient, suggest } = await startIntake();
  await patient({ name: 'Соловьёва Анна Фёдоровна', birthday: '1987-03-14' });
  const confidence = async (name: string) =>
    (await suggest(name)).suggestions.map(({ confident }) => confident);
  expect(await confidence('Соловьева Анна Федоровна')).toEqual([false]);
  expect(await confidence('Соловьева Анна')).toEqual([false]);
  expect(await confidence('Соловьева')).toEqual([]);
});

test('a booking of today comes first, with the card of the patient if there is one', async () => {
  const { patient, suggest, book, account, make, assistant } = await startIntake();
  const other = await make.doctor({ name: 'Другая клиника' });
  const theirs = await patient({ name: 'Петров Пётр Ильич', birthday: '1970-05-06' }, other);
  const ours = await patient({ name: 'Петров Пётр Ильич', birthday: '1970-05-06' });
  const bookingID = await book('Пётр Петров', account.id);
  await book('Петрова Анна');
  const { suggestions } = await suggest('Петров Петр Ильич', '1970-05-06');
  expect(suggestions).toMatchObject([
    { bookingID, ...ours, confident: true, beginsAt: expect.any(String) },
    { bookingID: null, ...theirs, confident: true },
  ]);
  const [unknown] = (await suggest('Петрова Анна Ивановна', '1980-01-01')).suggestions;
  expect(unknown).toMatchObject({ patientID: null, doctorID: null, phone: '+79990000000', confident: true });

  // the reception has marked the patient as arrived: the study of the booking waits for the files
  const body = { patientID: ours.patientID, studyType: 'cbct', birthday: null };
  const come = await assistant.post(`/assistant/schedule/bookings/${bookingID}/come`, body);
  const { studyID } = come.body as { studyID: number };
  const [arrived] = (await suggest('Петров Петр Ильич', '1970-05-06')).suggestions;
  expect(arrived).toMatchObject({ bookingID: null, ...ours, waiting: [{ studyID, type: 'cbct' }] });
});

test('a booking is not preselected if its client has a similar card without a birth date', async () => {
  const { patient, suggest, book, account } = await startIntake();
  await patient({ name: 'Петров Пётр Ильич' });
  await book('Петров Пётр', account.id);
  const { suggestions } = await suggest('Петров Петр Ильич', '1970-05-06');
  expect(suggestions.map(({ confident }) => confident)).toEqual([false, false]);
});

test('a study waits for files until they have been sent completely', async () => {
  const { patient, suggest, make, context, clock } = await startIntake();
  const card = await patient({ name: 'Ёлкина Анна Ивановна', birthday: '1987-03-14' });
  const { studyID } = await make.study({ patient: card });
  await make.study({ patient: card, status: 'done' });
  const waiting = async () => (await suggest('Елкина Анна', '1987-03-14')).suggestions[0]?.waiting ?? [];
  expect((await waiting()).map((study) => study.studyID)).toEqual([studyID]);
  const upload = { uuid: '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11', studyID, creatorID: card.doctorID };
  await context.db
    .insertInto('uploads')
    .values({ ...upload, status: 'processing', createdAt: clock.now() })
    .execute();
  expect(await waiting()).toEqual([]);
});

test('the clients named in the files come before the clients of the latest studies', async () => {
  const { suggest, make, clock } = await startIntake();
  const named = await make.doctor({ name: 'Клиника «Улыбка Ё»' });
  const older = await make.doctor({ name: 'Давняя' });
  const latest = await make.doctor({ name: 'Недавняя' });
  for (const doctor of [older, latest, older, latest]) {
    clock.advance(60_000);
    await make.study({ doctor });
  }
  expect((await suggest(null, null, ['клиника улыбка е', 'нет такой'])).clients).toEqual([
    { doctorID: named.id, name: named.name, named: true },
    { doctorID: latest.id, name: latest.name, named: false },
    { doctorID: older.id, name: older.name, named: false },
  ]);
});

test('a card and its study are created together, also without a birth date', async () => {
  const { assistant, account } = await startIntake();
  const facts = { name: 'Новикова Ольга', sex: 'female', studyType: 'rg' };
  const reply = await assistant.post('/assistant/intake/studies', { ...facts, doctorID: account.id });
  const { patientID, studyID } = responseOf(createIntakeStudy, reply);
  const card = responseOf(getPatient, await assistant.get(`/assistant/patients/${patientID}`));
  expect(card).toMatchObject({ name: 'Новикова Ольга', birthday: null, doctorID: account.id });
  expect((await assistant.get(`/assistant/studies/${studyID}`)).body).toMatchObject({
    patientID,
    type: 'rg',
  });

  const tomorrow = { ...facts, doctorID: account.id, birthday: '2100-01-01' };
  expect(refusal(await assistant.post('/assistant/intake/studies', tomorrow))[0]).toBe(400);
  expect(refusal(await assistant.post('/assistant/intake/studies', { ...facts, doctorID: 999_999 }))[0]).toBe(
    404,
  );
});
