import { randomUUID } from 'node:crypto';
import { getExternalStudy } from '@snimok/contract/viewing/external-shares';
import { listOwnBookings } from '@snimok/contract/reception/own-bookings';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { expect, test } from 'vitest';
import { freeSlots, makeCentre } from '../../testing/callers/booking.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { accepted, newPatient, readReferral, startCentre } from './referrals.fixture.ts';

/** A centre that books the patients of referrals into the slots of one day. */
const startBooking = async (capacity = 1) => {
  const centre = await startCentre();
  const { at, day, locationID, doctor } = await makeCentre(centre.server, { capacity });
  const slots = (await freeSlots(doctor, at, day)).map(({ slotUUID }) => slotUUID);
  const bookAs = (
    client: typeof centre.first,
    referralUUID: string,
    { slot = 0, ...more }: { slot?: number } & Record<string, unknown> = {},
  ) =>
    client.post(`/assistant/referrals/${referralUUID}/booking`, {
      locationID,
      date: day,
      slotUUID: slots[slot],
      patientPhone: newPatient.phone,
      ...more,
    });
  const listBookings = async () => {
    const reply = await centre.first.get(`/assistant${at}/days?from=${day}`);
    return responseOf(listScheduleDays, reply).days[0]!.bookings;
  };
  return { ...centre, at, day, locationID, slots, bookAs, listBookings };
};

test('a referral, its booking, the arrival and the upload all use one card and one study', async () => {
  const { first, doctor, send, bookAs, listBookings, examinations, server } = await startBooking();
  await server.work();
  const radiographID = examinations.find(({ name }) => name === 'Ортопантомограмма')?.examinationID;
  const referralUUID = await send({ patient: newPatient, examinationID: radiographID, teeth: [36] });
  expect(refusal(await bookAs(first, referralUUID))).toEqual([409, 'Сначала примите направление']);
  const created = await accepted(first, referralUUID);
  expect((await readReferral(first, referralUUID)).can).toEqual({ decide: false, book: true });
  expect((await bookAs(first, referralUUID)).status).toBe(201);

  const { patientID, studyID } = created;
  const [booking] = await listBookings();
  expect(booking).toMatchObject({
    patientName: newPatient.name,
    patientBirthday: newPatient.birthday,
    patientPhone: newPatient.phone,
    doctorName: 'Клиника «Резец»',
    examination: 'Ортопантомограмма',
    studyType: 'rg',
    referral: { referralUUID, waiting: false },
    plannedStudy: { ...created, type: 'rg' },
  });
  const referral = await readReferral(first, referralUUID);
  expect(referral).toMatchObject({ booking: { bookingID: booking?.bookingID }, can: { book: false } });
  const own = responseOf(listOwnBookings, await doctor.get('/doctor/schedule/bookings'));
  expect(own.bookings).toMatchObject([{ patientID, referral: { referralUUID } }]);

  const arrive = () =>
    first.post(`/assistant/schedule/bookings/${booking?.bookingID}/come`, { studyType: 'rg' });
  expect((await Promise.all([arrive(), arrive()])).map(({ body }) => body)).toEqual([created, created]);
  await sendStudy(first, studyID, [radiograph()]);
  await until('the study', async () => (await readReferral(first, referralUUID)).state === 'done');
  const studies = (await first.get(`/assistant/patients/${patientID}/studies`)).body;
  expect(studies).toMatchObject({ totalCount: 1 });
});

test('if two assistants book one referral at once, the refused one learns the time, and who booked it and when', async () => {
  const { first, second, send, bookAs, listBookings } = await startBooking(4);
  const referralUUID = await send();
  await accepted(first, referralUUID);
  const replies = await Promise.all([bookAs(first, referralUUID), bookAs(second, referralUUID, { slot: 1 })]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const winner = replies[0].status === 201 ? 'Анна Орлова' : 'Борис Крылов';
  expect(replies.find(({ status }) => status === 409)?.body).toEqual({
    error: expect.stringMatching(
      new RegExp(
        `^По этому направлению уже есть запись на .+ в \\d\\d:\\d\\d\\. Кто записал: ${winner}, .+ в \\d\\d:\\d\\d$`,
      ),
    ),
  });
  expect(await listBookings()).toHaveLength(1);
});

test('booking a referral into a taken slot is refused with the name of the assistant who has taken it', async () => {
  const { first, second, send, bookAs } = await startBooking();
  const one = await send();
  const other = await send();
  await accepted(first, one);
  await accepted(second, other);
  expect((await bookAs(first, one)).status).toBe(201);
  expect(refusal(await bookAs(second, other))).toEqual([
    409,
    expect.stringMatching(
      /^Это время уже занято\. Кто записал: Анна Орлова, .+ в \d\d:\d\d\. Выберите другое$/,
    ),
  ]);
  expect((await bookAs(second, other, { slot: 1 })).status).toBe(201);
});

test('a referral has one booking at a time: a double click adds none, and after a cancellation it can be booked again', async () => {
  const { first, send, bookAs, listBookings } = await startBooking(4);
  const referralUUID = await send();
  const created = await accepted(first, referralUUID);
  const requestUUID = randomUUID();
  const replies = await Promise.all([1, 2, 3].map(() => bookAs(first, referralUUID, { requestUUID })));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [{ bookingID } = { bookingID: 0 }] = replies.map(({ body }) => body as { bookingID: number });
  expect(await listBookings()).toHaveLength(1);
  await first.post(`/assistant/schedule/bookings/${bookingID}/cancel`, {});
  expect((await readReferral(first, referralUUID)).can.book).toBe(true);
  expect((await bookAs(first, referralUUID, { slot: 1 })).status).toBe(201);
  const booked = (await listBookings()).find(({ status }) => status === 'booked');
  expect(booked?.plannedStudy).toMatchObject(created);
});

test('a patient who agreed gets one confirmation of the booking of a referral, also after a double click', async () => {
  const { first, send, bookAs, server } = await startBooking(4);
  const referralUUID = await send();
  await accepted(first, referralUUID);
  const consent = { patientEmail: 'patient@mail.test', reminderAgreed: true };
  const booked = () => bookAs(first, referralUUID, { requestUUID, ...consent });
  const requestUUID = randomUUID();
  expect((await Promise.all([booked(), booked()])).map(({ status }) => status)).toEqual([201, 201]);
  const letters = await server.context.db
    .selectFrom('letters')
    .select(['template', 'recipient'])
    .where('recipient', '=', consent.patientEmail)
    .execute();
  expect(letters).toEqual([{ template: 'visit-reminder', recipient: consent.patientEmail }]);
});

test('a declined referral and one whose study is deleted are not booked', async () => {
  const { first, send, bookAs } = await startBooking();
  const declined = await send();
  const deleted = await send();
  await first.post(`/assistant/referrals/${declined}/decline`, { reason: 'Уже выполнено' });
  expect(refusal(await bookAs(first, declined))[1]).toMatch(
    /^Направление уже отклонено\. Кто решил: Анна Орлова, /,
  );
  const { studyID } = await accepted(first, deleted);
  await first.delete(`/assistant/studies/${studyID}`);
  expect(refusal(await bookAs(first, deleted))).toEqual([
    409,
    'Направление уже принято, но его исследование удалено',
  ]);
});

test('an assistant without the right to book can neither book an accepted referral nor is offered it', async () => {
  const { first, send, bookAs, server } = await startBooking();
  const referralUUID = await send();
  await accepted(first, referralUUID);
  const account = await server.make.assistant();
  await server.context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '=', account.id)
    .execute();
  const limited = await server.as(account);
  expect((await readReferral(limited, referralUUID)).can.book).toBe(false);
  expect((await bookAs(limited, referralUUID)).status).toBe(403);
});

test('the recipient of a link reads the request of the referral, followed by the comment of the study', async () => {
  const { server, first, send, examinations } = await startCentre();
  await server.work();
  const examinationID = examinations.find(({ name }) => name === 'Ортопантомограмма')?.examinationID;
  const referralUUID = await send({
    patient: newPatient,
    examinationID,
    teeth: [36],
    question: 'Оценить канал',
    urgency: 'urgent',
    contraindications: ['pregnancy'],
  });
  const { studyID } = await accepted(first, referralUUID);
  await first.patch(`/assistant/studies/${studyID}`, { comment: 'Снято стоя' });
  await sendStudy(first, studyID, [radiograph()]);
  const { token } = await shareStudy(first, studyID);
  const facts = await server.nobody.get('/external/study', shareHeaders(token));
  expect(responseOf(getExternalStudy, facts).studyComment).toBe(
    'Ортопантомограмма, срочно\nЗубы: 36\nОценить канал\n\nСнято стоя',
  );
});
