import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/platform/realtime';
import { expect, test } from 'vitest';
import { freeSlots, makeCentre, walkInPatient } from '../../testing/callers/booking.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { channelToken, newConnectionToken, realtimeClient } from '../../testing/callers/realtime-client.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { publish } from './publish.ts';

/** Realtime connections of an assistant, a patient's owner, a doctor she shares with and another doctor. */
const startListeners = async () => {
  const server = await startServer();
  const { make, as, address } = server;
  const assistant = await make.assistant();
  const owner = await make.doctor({ flags: ['schedule'] });
  const sharedWith = await make.doctor();
  const otherDoctor = await make.doctor();
  const patient = await make.patient({ doctor: owner });
  const ownersClient = await as(owner);
  const share = { patientID: patient.patientID, doctorID: sharedWith.id };
  await server.context.db.insertInto('patientShares').values(share).execute();
  const client = await as(assistant);
  const assistantListener = realtimeClient(address, { getToken: () => newConnectionToken(client) });
  await assistantListener.connected();
  await assistantListener.subscribe(ASSISTANTS_CHANNEL, () => channelToken(client, ASSISTANTS_CHANNEL));
  const listenAs = async (doctor: typeof owner) => {
    const doctorClient = await as(doctor);
    const doctorListener = realtimeClient(address, { getToken: () => newConnectionToken(doctorClient) });
    await doctorListener.connected();
    await doctorListener.subscribe(userChannel(doctor.id));
    return doctorListener;
  };
  const listeners = {
    assistant: assistantListener,
    owner: await listenAs(owner),
    sharedWith: await listenAs(sharedWith),
    otherDoctor: await listenAs(otherDoctor),
  };
  let sentinelCount = 0;
  /**
   * Returns and clears the event types that each client has received. First waits for a sentinel, which arrives after
   * all earlier events.
   */
  const takeReceivedTypes = async () => {
    sentinelCount += 1;
    const bookingID = 1_000_000 + sentinelCount;
    const doctors = [owner, sharedWith, otherDoctor].map(({ id }) => ({ accountID: id }));
    const sentinel = { type: 'booking_changed' as const, data: { bookingID } };
    await publish(server.context.db, ['assistants', ...doctors], sentinel);
    const all = Object.entries(listeners).map(async ([name, one]) => {
      const sentinelIndex = () =>
        one.events.findIndex(({ data }) => JSON.stringify(data) === JSON.stringify(sentinel.data));
      await until('the sentinel', () => sentinelIndex() >= 0);
      const before = one.events.splice(0, sentinelIndex() + 1).slice(0, -1);
      return [name, before.map(({ type }) => type)];
    });
    return Object.fromEntries(await Promise.all(all)) as Record<keyof typeof listeners, string[]>;
  };
  return {
    server,
    client,
    ownersClient,
    patient,
    owner,
    sharedWith,
    otherDoctor,
    listeners,
    takeReceivedTypes,
  };
};

/** What each client receives if the event goes to everyone who sees the patient. */
const receivedByViewers = (type = 'study_updated') => ({
  assistant: [type],
  owner: [type],
  sharedWith: [type],
  otherDoctor: [],
});

test('creating, commenting, deleting or undeleting a study is published only to those who see it', async () => {
  const { client, patient, listeners, takeReceivedTypes } = await startListeners();
  const made = await client.post(`/assistant/patients/${patient.patientID}/studies`, { studyType: 'cbct' });
  const { studyID } = made.body as { studyID: number };
  await until('the event', () => listeners.assistant.events.length === 1);
  // the event contains only ids
  expect(listeners.assistant.events[0]).toEqual({
    type: 'study_updated',
    data: { studyID, patientID: patient.patientID },
  });
  expect(await takeReceivedTypes()).toEqual(receivedByViewers());
  await client.patch(`/assistant/studies/${studyID}`, { comment: 'Срочно' });
  expect(await takeReceivedTypes()).toEqual(receivedByViewers());
  await client.delete(`/assistant/studies/${studyID}`);
  expect(await takeReceivedTypes()).toEqual(receivedByViewers());
  await client.post(`/assistant/studies/${studyID}/undelete`);
  expect(await takeReceivedTypes()).toEqual(receivedByViewers());
});

test('restoring or copying a study is published to the doctors who see it', async () => {
  const { server, client, patient, otherDoctor, takeReceivedTypes } = await startListeners();
  const archived = await server.make.study({ patient, status: 'archived' });
  const done = await server.make.study({ patient, status: 'done' });
  await client.put(`/assistant/studies/${archived.studyID}/restore`);
  expect(await takeReceivedTypes()).toEqual(receivedByViewers());
  await client.post(`/assistant/studies/${done.studyID}/copy`, {
    doctorID: otherDoctor.id,
    shouldDuplicatePatient: true,
  });
  expect(await takeReceivedTypes()).toEqual({
    assistant: ['study_updated'],
    owner: [],
    sharedWith: [],
    otherDoctor: ['study_updated'],
  });
});

test('renaming, sharing or no longer sharing a patient is published to the doctors whose lists change', async () => {
  const { client, ownersClient, patient, sharedWith, otherDoctor, takeReceivedTypes } =
    await startListeners();
  const facts = { name: 'Петров Пётр', sex: 'male', birthday: '1980-01-02', phone: '' };
  await client.put(`/assistant/patients/${patient.patientID}`, facts);
  expect(await takeReceivedTypes()).toEqual(receivedByViewers('counters_changed'));
  const shares = `/doctor/patients/${patient.patientID}/shares`;
  await ownersClient.post(shares, { shareDoctorEmail: otherDoctor.email });
  expect((await takeReceivedTypes()).otherDoctor).toEqual(['counters_changed']);
  await ownersClient.delete(`${shares}/${sharedWith.id}`);
  expect((await takeReceivedTypes()).sharedWith).toEqual(['counters_changed']);
});

test('the progress of an upload is published to assistants, its end to everyone who sees the study', async () => {
  const { server, client, patient, listeners, takeReceivedTypes } = await startListeners();
  await server.work();
  const { studyID } = await server.make.study({ patient, type: 'rg' });
  const { uploadUUID } = await sendStudy(client, studyID, [radiograph()]);
  await until('the end of the upload', () =>
    listeners.assistant.events.some(({ data }) => (data as { status?: string }).status === 'processed'),
  );
  const steps = listeners.assistant.events.filter(({ type }) => type === 'upload_progress');
  const statuses = steps.map(({ data }) => (data as { status: string }).status);
  expect([...new Set(statuses)]).toEqual(['uploading', 'completed', 'processing', 'processed']);
  expect(steps.at(-1)?.data).toEqual({ studyID, uploadUUID, status: 'processed', progress: 1 });
  expect((await takeReceivedTypes()).sharedWith).toEqual(['study_updated']);

  // an unreadable file ends the upload too, and does not change the study
  const other = await server.make.study({ patient, type: 'rg' });
  await sendStudy(client, other.studyID, [{ filename: 'a.txt', bytes: Buffer.from('no picture') }]);
  const after = await takeReceivedTypes();
  expect(after.assistant.at(-1)).toBe('upload_progress');
  expect(after.sharedWith).toEqual([]);
});

test('a booking that is made or cancelled is published to the assistants and its doctor', async () => {
  const { server, client, ownersClient, takeReceivedTypes } = await startListeners();
  const { at, day } = await makeCentre(server);
  await takeReceivedTypes();
  const [slot] = await freeSlots(ownersClient, at, day);
  await ownersClient.post(`/doctor${at}/${day}/${slot?.slotUUID}`, walkInPatient);
  const expected = {
    assistant: ['booking_changed'],
    owner: ['booking_changed'],
    sharedWith: [],
    otherDoctor: [],
  };
  expect(await takeReceivedTypes()).toEqual(expected);
  const { id } = await server.context.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow();
  await client.post(`/assistant/schedule/bookings/${id}/cancel`, { reason: 'Заболел' });
  expect(await takeReceivedTypes()).toEqual(expected);
});
