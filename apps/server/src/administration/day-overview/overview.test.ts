import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { getOverview } from '@snimok/contract/administration/day-overview';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { aboutPassword } from '../../people/accounts/account-rows/accounts.ts';
import { aboutStudy } from '../../studies/studies/ready-letter.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../testing/callers/booking.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { makeProtest } from '../../testing/scans/panorama.ts';
import { grantProgramAccess } from '../../testing/callers/program.ts';
import { sendFiles, sendStudy, startUploadOf } from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { aboutBooking } from '../../reception/schedule/reminders-and-letters/letters.ts';

const HOUR_MS = 3_600_000;

const overviewOf = async (assistant: TestClient, day = 'today') =>
  responseOf(getOverview, await assistant.get(`/assistant/overview?day=${day}`));

const attentionTo = async (assistant: TestClient) => (await overviewOf(assistant)).attention;

const startOverview = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  return { ...server, assistant: await server.as(await server.make.assistant()) };
};

const addLetter = ({ context, clock }: TestServer, about: string | null, recipient: string) =>
  context.db
    .insertInto('letters')
    .values({
      template: 'study-ready',
      recipient,
      about,
      facts: '{}',
      attempts: 1,
      failedAt: clock.now(),
      lastError: '550 No such user',
    })
    .returning('id')
    .executeTakeFirstOrThrow();

test('a booked patient is expected, then present, uploading and processing', async () => {
  const server = await startServer();
  const { clock, make, as } = server;
  const centre = await makeCentre(server);
  const [slot] = await freeSlots(centre.doctor, centre.at, centre.day);
  const path = `/assistant${centre.at}/${centre.day}/${slot?.slotUUID}`;
  const booked = await centre.assistant.post(path, { ...walkInPatient, doctorID: centre.account.id });
  const { bookingID } = booked.body as { bookingID: number };
  clock.advance(Date.parse(slot!.beginsAt) - clock.now().getTime() - HOUR_MS);
  const assistant = await as(await make.assistant());

  const before = await overviewOf(assistant);
  expect(before).toMatchObject({
    date: centre.day,
    timeZone: 'Europe/Moscow',
    expected: { items: [{ bookingID, patientName: walkInPatient.patientName }], totalCount: 1 },
    present: { items: [], totalCount: 0 },
  });
  expect((await overviewOf(assistant, 'yesterday')).expected.totalCount).toBe(0);

  const arrival = { sex: 'male', studyType: 'rg' };
  const arrived = await assistant.post(`/assistant/schedule/bookings/${bookingID}/come`, arrival);
  const { studyID } = arrived.body as { studyID: number };
  const present = await overviewOf(assistant);
  expect(present.expected.totalCount).toBe(0);
  expect(present.present).toMatchObject({
    items: [{ studyID, type: 'rg', bookedAt: slot!.beginsAt, locationName: 'Центр на Мира' }],
    totalCount: 1,
  });
  expect((await overviewOf(assistant, 'tomorrow')).present.totalCount).toBe(0);

  const file = radiograph();
  const uploadUUID = await sendFiles(assistant, studyID, [file]);
  const uploading = await overviewOf(assistant);
  expect(uploading.present.totalCount).toBe(0);
  expect(uploading.uploading).toMatchObject({ items: [{ studyID }], totalCount: 1 });

  await assistant.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles: [file.filename] });
  const processing = await overviewOf(assistant);
  expect(processing.uploading.totalCount).toBe(0);
  expect(processing.processing).toMatchObject({ items: [{ studyID, uploadUUID }], totalCount: 1 });
});

const MINUTE_MS = 60_000;

test('an upload is interrupted after two minutes without a byte, until files are registered again', async () => {
  const server = await startOverview();
  const { make, clock, assistant } = server;
  const { studyID } = await make.study();
  const { program } = await grantProgramAccess(server, await server.as(await make.assistant()));
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  clock.advance(1.5 * MINUTE_MS);
  expect((await overviewOf(assistant)).uploading).toMatchObject({ items: [{ studyID }], totalCount: 1 });
  clock.advance(MINUTE_MS);
  const stopped = await overviewOf(assistant);
  expect(stopped.uploading.totalCount).toBe(0);
  expect(stopped.attention.interruptedUploads).toMatchObject({ items: [{ studyID }], totalCount: 1 });

  // opening the page of the study reads the upload and does not continue it
  await startUploadOf(assistant, studyID);
  expect((await attentionTo(assistant)).interruptedUploads.totalCount).toBe(1);
  for (const sender of [assistant, program]) {
    await sender.post(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename: 'a.dcm', filesize: 1 });
    const continued = await overviewOf(assistant);
    expect(continued.attention.interruptedUploads.totalCount).toBe(0);
    expect(continued.uploading).toMatchObject({ items: [{ studyID }], totalCount: 1 });
    clock.advance(2.5 * MINUTE_MS);
    expect((await attentionTo(assistant)).interruptedUploads.totalCount).toBe(1);
  }
});

test('an upload is running while the bytes of one large file arrive, and interrupted two minutes after the last', async () => {
  const { make, clock, assistant } = await startOverview();
  const { studyID } = await make.study();
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const filesize = 3 * 1024 ** 2;
  const file = { filename: 'a.dcm', filesize };
  const registered = await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, file);
  const { presignedURL } = registered.body as { presignedURL: string };
  const put = request(presignedURL, { method: 'PUT', headers: { 'content-length': filesize } });
  onTestFinished(() => void put.destroy());
  const replied = once(put, 'response');
  const isRunning = async () => (await overviewOf(assistant)).uploading.totalCount === 1;
  for (let piece = 0; piece < 3; piece++) {
    clock.advance(2.5 * MINUTE_MS);
    expect(await isRunning()).toBe(false);
    put.write(Buffer.alloc(filesize / 3));
    await until('the arrival of bytes to be recorded', isRunning);
  }
  put.end();
  const [reply] = (await replied) as [IncomingMessage];
  reply.resume();
  expect(reply.statusCode).toBe(200);
  clock.advance(2.5 * MINUTE_MS);
  expect((await attentionTo(assistant)).interruptedUploads).toMatchObject({ items: [{ studyID }] });
});

test('an unfinished upload of a study that another upload has published is not shown as running or interrupted', async () => {
  const { make, clock, context, assistant } = await startOverview();
  const { studyID } = await make.study();
  await startUploadOf(assistant, studyID);
  await context.db.updateTable('studies').set({ status: 'done' }).where('id', '=', studyID).execute();
  expect((await overviewOf(assistant)).uploading.totalCount).toBe(0);
  clock.advance(31 * MINUTE_MS);
  expect((await attentionTo(assistant)).interruptedUploads.totalCount).toBe(0);
});

test('a failed upload needs attention until another one is begun', async () => {
  const { make, work, assistant } = await startOverview();
  await work();
  const { studyID } = await make.study();
  await sendStudy(assistant, studyID, [{ filename: 'note.txt', bytes: Buffer.from('no image') }]);
  const failed = await overviewOf(assistant);
  expect(failed.attention.failedUploads).toMatchObject({
    items: [{ studyID, error: expect.stringMatching(/\S/) }],
    totalCount: 1,
  });
  expect(failed.present.totalCount).toBe(0);
  await startUploadOf(assistant, studyID);
  expect((await attentionTo(assistant)).failedUploads.totalCount).toBe(0);
});

test('a study whose files name another patient needs attention until it is confirmed or the card is corrected', async () => {
  const { make, work, assistant, context } = await startOverview();
  await work();
  const confirmed = await make.study({ patient: await make.patient({ name: 'Петров Пётр' }), type: 'cbct' });
  const corrected = await make.study({
    patient: await make.patient({ name: 'Ивановский Иван' }),
    type: 'cbct',
  });
  const right = await make.study({ patient: await make.patient({ name: 'Ivanov Ivan' }), type: 'cbct' });
  for (const { studyID } of [confirmed, corrected, right]) await sendStudy(assistant, studyID, volume(2));
  const differing = (await attentionTo(assistant)).mismatches;
  expect(differing.items.map(({ studyID }) => studyID)).toEqual([corrected.studyID, confirmed.studyID]);
  expect(differing.items[1]).toMatchObject({
    patientName: 'Петров Пётр',
    birthday: '1980-01-02',
    nameInFiles: 'Иванов Иван Иванович',
    birthdayInFiles: '1980-01-02',
    sex: 'male',
    sexInFiles: 'M',
  });

  const card = { name: 'Иванов Иван', sex: 'male', birthday: '1980-01-02' };
  await assistant.put(`/assistant/patients/${corrected.patientID}`, card);
  const confirm = () => assistant.post(`/assistant/studies/${confirmed.studyID}/confirm-patient`);
  expect((await confirm()).status).toBe(204);
  expect((await confirm()).status).toBe(204);
  expect((await attentionTo(assistant)).mismatches).toEqual({ items: [], totalCount: 0 });
  const records = await context.db
    .selectFrom('auditEvents')
    .select('studyID')
    .where('action', '=', 'study.confirm-patient')
    .execute();
  expect(records).toEqual([{ studyID: confirmed.studyID }]);
});

test('undelivered letters that can be sent again need attention until they are', async () => {
  const server = await startServer();
  const { make, context } = server;
  const centre = await makeCentre(server);
  const { assistant, doctor, at, day, account } = centre;
  const [slot] = await freeSlots(doctor, at, day);
  const booked = await assistant.post(`/assistant${at}/${day}/${slot?.slotUUID}`, {
    ...walkInPatient,
    doctorID: account.id,
  });
  const { bookingID } = booked.body as { bookingID: number };
  const done = await make.study({ status: 'done' });
  const inWork = await make.study();
  const url = `/assistant/studies/${done.studyID}/external-shares`;
  const { shareUUID } = (await assistant.post(url, { email: 'friend@clinic.test' })).body as {
    shareUUID: string;
  };
  const created = await assistant.post('/assistant/doctors', {
    name: 'Новая клиника',
    email: 'new@clinic.test',
    featureFlags: [],
  });
  const { doctorID } = created.body as { doctorID: number };
  await addLetter(server, aboutStudy(done.studyID), 'study@clinic.test');
  await addLetter(server, aboutStudy(inWork.studyID), 'early@clinic.test');
  await addLetter(server, aboutBooking(bookingID), 'booking@clinic.test');
  await addLetter(server, aboutPassword(doctorID), 'new@clinic.test');
  // the account has a password of its own
  await addLetter(server, aboutPassword(account.id), 'old@clinic.test');
  const { id: letterID } = await addLetter(server, null, 'friend@clinic.test');
  await context.db.updateTable('externalShares').set({ letterID }).execute();

  const { letters } = await attentionTo(assistant);
  expect(letters.totalCount).toBe(4);
  const subjects = letters.items.map(({ recipient, error, subject }) => ({ recipient, error, subject }));
  const error = '550 No such user';
  expect(subjects).toEqual(
    expect.arrayContaining([
      {
        recipient: 'study@clinic.test',
        error,
        subject: expect.objectContaining({ kind: 'study', studyID: done.studyID }),
      },
      {
        recipient: 'booking@clinic.test',
        error,
        subject: { kind: 'booking', booking: expect.objectContaining({ bookingID }) },
      },
      {
        recipient: 'new@clinic.test',
        error,
        subject: { kind: 'password', doctorID, doctorName: 'Новая клиника' },
      },
      {
        recipient: 'friend@clinic.test',
        error,
        subject: expect.objectContaining({ kind: 'external-share', shareUUID }),
      },
    ]),
  );

  await assistant.post(`/assistant/studies/${done.studyID}/mail`);
  await assistant.post(`/assistant/schedule/bookings/${bookingID}/mail`);
  await assistant.patch(`/assistant/doctors/${doctorID}/reset-password`);
  await assistant.post(`${url}/${shareUUID}/mail`);
  expect((await attentionTo(assistant)).letters).toEqual({ items: [], totalCount: 0 });
});

test('open protests need attention until an assistant resolves them', async () => {
  const server = await startOverview();
  const { make, assistant } = server;
  const { studyID } = await make.study({ status: 'done', picture: true });
  const account = await make.assistant({ name: 'Мария' });
  const protestID = await makeProtest(server, studyID, account.id);
  expect((await attentionTo(assistant)).protests).toMatchObject({
    items: [{ studyID, protestID, accountName: 'Мария' }],
    totalCount: 1,
  });
  await assistant.post(`/assistant/studies/${studyID}/protests/${protestID}/settle`);
  expect((await attentionTo(assistant)).protests.totalCount).toBe(0);
});

test('with schedule and protests switched off the overview shows the other groups, whose size is limited', async () => {
  const server = await startOverview({ SCHEDULE_ENABLED: 'off', PANO_PROTEST_ENABLED: 'off' });
  const { make, assistant, clock } = server;
  const done = await make.study({ status: 'done', picture: true });
  await makeProtest(server, done.studyID, (await make.assistant()).id);
  const doctor = await make.doctor();
  for (let study = 0; study < 151; study++) await make.study({ patient: await make.patient({ doctor }) });
  const { present, expected, attention } = await overviewOf(assistant);
  expect([present.items.length, present.totalCount]).toEqual([150, 151]);
  expect(expected).toEqual({ items: [], totalCount: 0 });
  expect(attention.protests).toEqual({ items: [], totalCount: 0 });
  clock.advance(DAY_MS);
  const nextDay = await server.as(await make.assistant());
  expect((await overviewOf(nextDay)).present.totalCount).toBe(0);
  expect((await overviewOf(nextDay, 'yesterday')).present.totalCount).toBe(151);
});
