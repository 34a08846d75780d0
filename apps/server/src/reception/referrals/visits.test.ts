import { getOwnBooking, listOwnBookings } from '@snimok/contract/reception/own-bookings';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { expect, test } from 'vitest';
import { makeCentre } from '../../testing/callers/booking.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { accepted, newPatient, readReferral, startCentre } from './referrals.fixture.ts';

/** A client that books patients at a centre; `request` can name a booking. */
const startBooking = async () => {
  const centre = await startCentre();
  const { doctor, first, server, request, owner, examinations } = centre;
  const { at, day } = await makeCentre(server, { capacity: 4 });
  const { body } = await doctor.get(`/doctor${at}/${day}`);
  const slotUUID = (body as { slots: { slotUUID: string }[] }).slots[0]?.slotUUID;
  const book = async (patientName: string): Promise<number> => {
    const visitor = { patientName, patientPhone: '+79995554433' };
    const booked = await doctor.post(`/doctor${at}/${day}/${slotUUID}`, visitor);
    return (booked.body as { bookingID: number }).bookingID;
  };
  const come = async (bookingID: number, studyType = 'cbct') => {
    const arrival = { studyType, sex: 'female', birthday: newPatient.birthday };
    const { body: result } = await first.post(`/assistant/schedule/bookings/${bookingID}/come`, arrival);
    return result as { patientID: number; studyID: number; doctorID: number };
  };
  /** the planned study of the only booking, which the arrival takes */
  const readPlanned = async () => {
    const { days } = responseOf(
      listScheduleDays,
      await first.get(`/assistant${at}/days?from=${day}&count=1`),
    );
    return days[0]?.bookings[0]?.plannedStudy;
  };
  const radiographID = examinations.find(({ name }) => name === 'Ортопантомограмма')?.examinationID;
  const refer = (change: Record<string, unknown>) => doctor.post('/doctor/referrals', request(change));
  const makeNamesake = () => server.make.patient({ doctor: owner, name: newPatient.name });
  return { ...centre, book, come, readPlanned, radiographID, refer, makeNamesake };
};

test('two referrals for one visit get separate studies of their types in the same card', async () => {
  const { book, come, send, first, radiographID } = await startBooking();
  const bookingID = await book(newPatient.name);
  const volume = await send({ patient: newPatient, bookingID });
  const radiograph = await send({ patient: newPatient, bookingID, examinationID: radiographID });
  const again = await send({ patient: newPatient, bookingID });
  const visit = await come(bookingID);
  const other = await accepted(first, radiograph);
  expect(other).toEqual({ ...visit, studyID: other.studyID });
  expect(other.studyID).not.toBe(visit.studyID);
  expect(await accepted(first, volume)).toEqual(visit);
  // the study of the visit was given to the referral that was accepted before
  const third = await accepted(first, again);
  expect(third.patientID).toBe(visit.patientID);
  expect([visit.studyID, other.studyID]).not.toContain(third.studyID);
});

test('the arrival takes the study of the referral that was accepted first', async () => {
  const { book, come, send, first, patient, radiographID, readPlanned } = await startBooking();
  const bookingID = await book('Иванов Иван');
  const own = { patient: { patientID: patient.patientID }, bookingID };
  expect(await readPlanned()).toBeUndefined();
  const result = await accepted(first, await send(own));
  await accepted(first, await send({ ...own, examinationID: radiographID }));
  expect(await readPlanned()).toEqual({ ...result, type: 'cbct' });
  await first.delete(`/assistant/studies/${result.studyID}`);
  expect(await readPlanned()).toBeUndefined();
  await first.post(`/assistant/studies/${result.studyID}/undelete`);
  expect(await come(bookingID)).toEqual(result);
  // after the arrival no study is planned
  expect(await readPlanned()).toBeUndefined();
});

test('a version that knows no referrals cannot replace the study of an accepted referral at the arrival', async () => {
  const { book, come, send, first, patient, server } = await startBooking();
  const { db } = server.context;
  const bookingID = await book('Иванов Иван');
  const result = await accepted(first, await send({ patient: { patientID: patient.patientID }, bookingID }));
  const second = await server.make.study({ patient });
  const arrive = () =>
    db
      .updateTable('bookings')
      .set({ status: 'come', patientID: second.patientID, studyID: second.studyID })
      .where('id', '=', bookingID)
      .execute();
  await expect(arrive()).rejects.toThrow('the booking has a study already');
  expect(await come(bookingID)).toEqual(result);
});

test('a referral neither uses the deleted study of its visit nor links to its own deleted study', async () => {
  const { book, come, send, first } = await startBooking();
  const bookingID = await book(newPatient.name);
  const visit = await come(bookingID);
  await first.delete(`/assistant/studies/${visit.studyID}`);
  const referralUUID = await send({ patient: newPatient, bookingID });
  const { studyID, patientID } = await accepted(first, referralUUID);
  expect(patientID).toBe(visit.patientID);
  expect((await first.get(`/assistant/studies/${studyID}`)).status).toBe(200);
  await first.delete(`/assistant/studies/${studyID}`);
  expect(await readReferral(first, referralUUID)).toMatchObject({ state: 'accepted', studyID: null });
});

test('a booking of one card is not taken for another patient of the same name', async () => {
  const { book, refer, makeNamesake, server } = await startBooking();
  const bookingID = await book(newPatient.name);
  const booked = await makeNamesake();
  const namesake = await makeNamesake();
  const { db } = server.context;
  await db.updateTable('bookings').set({ patientID: booked.patientID }).where('id', '=', bookingID).execute();
  const status = async (patientID: number) => (await refer({ patient: { patientID }, bookingID })).status;
  expect([await status(namesake.patientID), await status(booked.patientID)]).toEqual([400, 201]);
});

test('a referral that is sent again with changes is refused, and with the same content is not', async () => {
  const { doctor, request } = await startBooking();
  const sent = request({ patient: newPatient, teeth: [16, 11], recipientEmails: ['Surgeon@clinic.test'] });
  const status = async (change: Record<string, unknown> = {}) =>
    (await doctor.post('/doctor/referrals', { ...sent, ...change })).status;
  expect([await status(), await status()]).toEqual([201, 201]);
  for (const change of [
    { question: 'Есть ли киста?' },
    { teeth: [16] },
    { recipientEmails: [] },
    { patient: { ...newPatient, name: 'Волкова Инна' } },
  ])
    expect([change, await status(change)]).toEqual([change, 409]);
});

test('a booking names its newest referral that was not withdrawn, but not to receptionists', async () => {
  const { book, send, doctor, owner, server } = await startBooking();
  const bookingID = await book(newPatient.name);
  const path = `/doctor/schedule/bookings/${bookingID}`;
  const referralFor = async (who: typeof doctor) => responseOf(getOwnBooking, await who.get(path)).referral;
  expect(await referralFor(doctor)).toBeNull();
  const referralUUID = await send({ patient: newPatient, bookingID });
  const later = await send({ patient: newPatient, bookingID });
  expect(await referralFor(doctor)).toMatchObject({ referralUUID: later });
  await doctor.post(`/doctor/referrals/${later}/withdraw`, {});
  expect(await referralFor(doctor)).toMatchObject({ referralUUID, number: 1 });
  const { bookings } = responseOf(listOwnBookings, await doctor.get('/doctor/schedule/bookings'));
  expect(bookings).toMatchObject([{ referral: { referralUUID } }]);
  const reception = await server.as(await server.make.member(owner, 'reception'));
  expect(await referralFor(reception)).toBeNull();
});
