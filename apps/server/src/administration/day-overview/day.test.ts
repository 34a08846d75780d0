import { countAttention, getOverview } from '@snimok/contract/administration/day-overview';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { listArriving } from '../../studies/uploads/sending/sender.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../testing/callers/booking.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { sendFiles, sendStudy, startUploadOf } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { accepted, newPatient, startCentre } from '../../reception/referrals/referrals.fixture.ts';

const MINUTE_MS = 60_000;

const overviewOf = async (assistant: TestClient, day = 'today') =>
  responseOf(getOverview, await assistant.get(`/assistant/overview?day=${day}`));

const idsOf = (group: { items: { studyID: number }[] } | undefined) =>
  group?.items.map(({ studyID }) => studyID);

/** Books a patient, accepts her referral, advances the clock to the time of the booking and signs an assistant in. */
const acceptBooked = async () => {
  const { first, send, server, doctor, assistants } = await startCentre();
  const centre = await makeCentre(server);
  const [slot] = await freeSlots(doctor, centre.at, centre.day);
  const booked = await doctor.post(`/doctor${centre.at}/${centre.day}/${slot?.slotUUID}`, {
    ...walkInPatient,
    patientName: newPatient.name,
  });
  const { bookingID } = booked.body as { bookingID: number };
  const { studyID } = await accepted(first, await send({ patient: newPatient, bookingID }));
  const early = await overviewOf(first);
  server.clock.advance(Date.parse(slot!.beginsAt) - server.clock.now().getTime());
  const assistant = await server.as(assistants[0]);
  return { ...server, early, assistant, bookingID, studyID, beginsAt: slot!.beginsAt };
};

test('accepting a referral does not record an arrival: its patient is awaited until she is marked as arrived', async () => {
  const { first, send, server } = await startCentre();
  const { studyID } = await accepted(first, await send({ patient: newPatient }));
  const before = await overviewOf(first);
  expect(before.present.totalCount).toBe(0);
  expect(before.awaited).toMatchObject({ items: [{ studyID }], totalCount: 1 });

  expect((await first.post(`/assistant/studies/${studyID}/arrival`)).status).toBe(204);
  const here = await overviewOf(first);
  expect(here.awaited?.totalCount).toBe(0);
  expect(here.present.items).toMatchObject([{ studyID, bookedAt: null }]);

  // a patient who left without pictures is awaited again on the next day
  server.clock.advance(DAY_MS);
  const tomorrow = await server.as(await server.make.assistant());
  expect(idsOf((await overviewOf(tomorrow)).awaited)).toEqual([studyID]);
  expect(idsOf((await overviewOf(tomorrow, 'yesterday')).present)).toEqual([studyID]);
});

test('the patient of an accepted referral is expected on the day of the booking, and present on arrival', async () => {
  const { early, assistant, bookingID, studyID, clock, beginsAt } = await acceptBooked();
  expect([early.present.totalCount, early.awaited?.totalCount]).toEqual([0, 0]);
  const day = await overviewOf(assistant);
  expect(day.expected.items).toMatchObject([{ bookingID, plannedStudy: { studyID } }]);
  expect([day.present.totalCount, day.awaited?.totalCount]).toEqual([0, 0]);
  await assistant.post(`/assistant/schedule/bookings/${bookingID}/come`, {
    sex: 'female',
    studyType: 'cbct',
  });
  const here = await overviewOf(assistant);
  expect(here.expected.totalCount).toBe(0);
  const [present] = here.present.items;
  expect(present).toMatchObject({ studyID, bookedAt: beginsAt });
  expect(clock.now().getTime() - Date.parse(present?.arrivedAt ?? '')).toBeLessThan(MINUTE_MS);
});

test('after the upload of a planned study its patient is no longer expected, and the open booking is shown with it', async () => {
  const { assistant, bookingID, studyID } = await acceptBooked();
  await sendFiles(assistant, studyID, [radiograph()]);
  const { expected, uploading } = await overviewOf(assistant);
  expect(expected.totalCount).toBe(0);
  expect(uploading.items).toMatchObject([{ studyID, openBookings: [{ bookingID }] }]);
});

test('the arrival of a booked patient takes the study that was created without the booking, and creates none', async () => {
  const { server, doctor, owner, patient, assistants } = await startCentre();
  const centre = await makeCentre(server);
  const [slot] = await freeSlots(doctor, centre.at, centre.day);
  const booked = await doctor.post(`/doctor${centre.at}/${centre.day}/${slot?.slotUUID}`, {
    ...walkInPatient,
    patientID: patient.patientID,
  });
  const { bookingID } = booked.body as { bookingID: number };
  server.clock.advance(Date.parse(slot!.beginsAt) - server.clock.now().getTime());
  const assistant = await server.as(assistants[0]);
  const created = await assistant.post(`/assistant/patients/${patient.patientID}/studies`, {
    studyType: 'rg',
    comment: '',
  });
  const { studyID } = created.body as { studyID: number };
  const { expected, present } = await overviewOf(assistant);
  expect(expected.totalCount).toBe(0);
  expect(present.items).toMatchObject([{ studyID, openBookings: [{ bookingID }] }]);

  const arrive = (body: object) => assistant.post(`/assistant/schedule/bookings/${bookingID}/come`, body);
  const ofOther = await server.make.study({ status: 'done' });
  expect((await arrive({ studyType: 'rg', studyID: ofOther.studyID })).status).toBe(400);
  expect(await arrive({ studyType: 'rg', studyID })).toMatchObject({
    status: 200,
    body: { studyID, patientID: patient.patientID, doctorID: owner.id },
  });
  const here = await overviewOf(assistant);
  expect(here.present.items).toMatchObject([{ studyID, bookedAt: slot!.beginsAt, openBookings: [] }]);
  expect(here.present.totalCount).toBe(1);
});

test('a patient is in one column: the studies of one visit are one entry', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  const patient = await make.patient();
  const volume = await make.study({ patient, type: 'cbct' });
  const picture = await make.study({ patient });
  await startUploadOf(assistant, volume.studyID);
  const both = await overviewOf(assistant);
  expect(both.present).toMatchObject({
    items: [
      { studyID: picture.studyID, others: [{ studyID: volume.studyID, type: 'cbct', column: 'uploading' }] },
    ],
    totalCount: 1,
  });
  expect(both.uploading.totalCount).toBe(0);
  await startUploadOf(assistant, picture.studyID);
  const { present, uploading } = await overviewOf(assistant);
  expect([present.totalCount, uploading.totalCount]).toEqual([0, 1]);
});

test('a patient can be recorded as missed from thirty minutes after the booked time, and still arrive later', async () => {
  const server = await startServer();
  const { clock, context } = server;
  const centre = await makeCentre(server);
  const [slot] = await freeSlots(centre.doctor, centre.at, centre.day);
  const booked = await centre.assistant.post(`/assistant${centre.at}/${centre.day}/${slot?.slotUUID}`, {
    ...walkInPatient,
    doctorID: centre.account.id,
  });
  const path = `/assistant/schedule/bookings/${(booked.body as { bookingID: number }).bookingID}`;
  clock.advance(Date.parse(slot!.beginsAt) - clock.now().getTime() + 29 * MINUTE_MS);
  const assistant = await server.as(await server.make.assistant());
  const miss = (missed: boolean) => assistant.put(`${path}/missed`, { missed });
  const early = await miss(true);
  expect([early.status, (early.body as { error: string }).error]).toEqual([
    409,
    'Неявку можно отметить через 30 минут после времени записи. Пациент может опаздывать',
  ]);
  clock.advance(MINUTE_MS);
  expect([(await miss(true)).status, (await miss(true)).status]).toEqual([204, 204]);
  const missed = await overviewOf(assistant);
  expect(missed.expected.totalCount).toBe(0);
  expect(missed.missed).toMatchObject({ items: [{ status: 'booked', missed: true }], totalCount: 1 });

  expect((await miss(false)).status).toBe(204);
  expect((await overviewOf(assistant)).expected.totalCount).toBe(1);
  await miss(true);
  expect((await assistant.post(`${path}/come`, { sex: 'male', studyType: 'rg' })).status).toBe(200);
  const come = await overviewOf(assistant);
  expect([come.missed?.totalCount, come.expected.totalCount, come.present.totalCount]).toEqual([0, 0, 1]);
  expect((await miss(true)).status).toBe(409);
  const records = await context.db
    .selectFrom('auditEvents')
    .select('action')
    .where('action', 'in', ['booking.miss', 'booking.unmiss'])
    .orderBy('id')
    .execute();
  expect(records.map(({ action }) => action)).toEqual(['booking.miss', 'booking.unmiss', 'booking.miss']);
});

test('a published study is shown on the day of its publication in the centre’s time zone', async () => {
  const server = await startServer({ TIME_ZONE: 'Asia/Vladivostok' });
  await server.work();
  const { clock } = server;
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study();
  await sendStudy(assistant, studyID, [radiograph()]);
  const today = await overviewOf(assistant);
  expect(today.published).toMatchObject({ items: [{ studyID }], totalCount: 1 });
  expect((await overviewOf(assistant, 'yesterday')).published?.totalCount).toBe(0);

  // Vladivostok is ten hours ahead of UTC
  const midnight = Date.parse(`${today.date}T14:00:00Z`);
  clock.advance(midnight - 30_000 - clock.now().getTime());
  const late = await server.as(await server.make.assistant());
  expect(idsOf((await overviewOf(late)).published)).toEqual([studyID]);
  clock.advance(30_000);
  expect((await overviewOf(late)).published?.totalCount).toBe(0);
  expect(idsOf((await overviewOf(late, 'yesterday')).published)).toEqual([studyID]);
});

test('the menu entry shows the number of all things that need attention', async () => {
  const { as, make, clock } = await startServer();
  const assistant = await as(await make.assistant());
  const count = async () =>
    responseOf(countAttention, await assistant.get('/assistant/overview/waiting')).waitingCount;
  for (let study = 0; study < 2; study++) await startUploadOf(assistant, (await make.study()).studyID);
  expect(await count()).toBe(0);
  clock.advance(2.5 * MINUTE_MS);
  expect(await count()).toBe(2);
  expect((await overviewOf(assistant)).attention.interruptedUploads.totalCount).toBe(2);
});

test('an upload to a bucket is running while its objects arrive, although their bytes do not pass the portal', async () => {
  const { context, clock } = await startServer();
  const now = clock.now().getTime();
  const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS);
  const storedAt: Record<string, Date> = { sending: ago(1), stopped: ago(5), old: ago(1) };
  const list = async function* (prefix: string) {
    const [, uuid = ''] = prefix.split('/');
    yield { key: `${prefix}a`, sizeBytes: 1, modifiedAt: storedAt[uuid] ?? ago(60), etag: '' };
  };
  const silent = [
    { uploadUUID: 'sending', activeAt: ago(8) },
    { uploadUUID: 'stopped', activeAt: ago(8) },
    { uploadUUID: 'old', activeAt: ago(16) },
  ];
  const storage = { ...context.storage, kind: 's3' as const, list };
  const arriving = await listArriving({ storage, clock }, silent, ago(2));
  expect(arriving.map(({ uploadUUID }) => uploadUUID)).toEqual(['sending']);
});
