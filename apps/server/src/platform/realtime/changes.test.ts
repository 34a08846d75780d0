import { ASSISTANTS_CHANNEL, userChannel } from '@snimok/contract/realtime';
import { expect, test } from 'vitest';
import { freeSlots, makeCentre, visitor } from '../../testing/booking.ts';
import { radiograph } from '../../testing/dicom.ts';
import { channelToken, freshToken, listener } from '../../testing/listener.ts';
import { sendStudy } from '../../testing/sending.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { publish } from './publish.ts';

/** An assistant, the doctor of a patient, one she shares with and one she does not, and what each of them hears. */
const startListeners = async () => {
  const server = await startServer();
  const { make, as, address } = server;
  const assistant = await make.assistant();
  const [owner, friend, stranger] = [
    await make.doctor({ flags: ['schedule'] }),
    await make.doctor(),
    await make.doctor(),
  ];
  const patient = await make.patient({ doctor: owner });
  const ownersClient = await as(owner);
  const share = { patientID: patient.patientID, doctorID: friend.id };
  await server.context.db.insertInto('patientShares').values(share).execute();
  const client = await as(assistant);
  const assistantListener = listener(address, { getToken: () => freshToken(client) });
  await assistantListener.connected();
  await assistantListener.subscribe(ASSISTANTS_CHANNEL, () => channelToken(client, ASSISTANTS_CHANNEL));
  const listenAs = async (doctor: typeof owner) => {
    const doctors = await as(doctor);
    const doctorListener = listener(address, { getToken: () => freshToken(doctors) });
    await doctorListener.connected();
    await doctorListener.subscribe(userChannel(doctor.id));
    return doctorListener;
  };
  const listeners = {
    assistant: assistantListener,
    owner: await listenAs(owner),
    friend: await listenAs(friend),
    stranger: await listenAs(stranger),
  };
  let sentinels = 0;
  /** What each has heard up to now: a mark that everybody hears says that all before it has come. */
  const takeReceivedTypes = async () => {
    sentinels += 1;
    const bookingID = 1_000_000 + sentinels;
    const everybody = [owner, friend, stranger].map(({ id }) => ({ accountID: id }));
    const sentinel = { type: 'booking_changed' as const, data: { bookingID } };
    await publish(server.context.db, ['assistants', ...everybody], sentinel);
    const all = Object.entries(listeners).map(async ([name, doctorListener]) => {
      const sentinelIndex = () =>
        doctorListener.heard.findIndex(({ data }) => JSON.stringify(data) === JSON.stringify(sentinel.data));
      await until('the mark', () => sentinelIndex() >= 0);
      const before = doctorListener.heard.splice(0, sentinelIndex() + 1).slice(0, -1);
      return [name, before.map(({ type }) => type)];
    });
    return Object.fromEntries(await Promise.all(all)) as Record<keyof typeof listeners, string[]>;
  };
  return { server, client, ownersClient, patient, owner, friend, stranger, listeners, takeReceivedTypes };
};

const receivedByAll = (type = 'study_updated') => ({
  assistant: [type],
  owner: [type],
  friend: [type],
  stranger: [],
});

test('whoever sees a study hears that it was made, commented, deleted, taken back; nobody else does', async () => {
  const { client, patient, listeners, takeReceivedTypes } = await startListeners();
  const made = await client.post(`/assistant/patients/${patient.patientID}/studies`, { studyType: 'cbct' });
  const { studyID } = made.body as { studyID: number };
  await until('the news', () => listeners.assistant.heard.length === 1);
  // the numbers, and no word more
  expect(listeners.assistant.heard[0]).toEqual({
    type: 'study_updated',
    data: { studyID, patientID: patient.patientID },
  });
  expect(await takeReceivedTypes()).toEqual(receivedByAll());
  await client.patch(`/assistant/studies/${studyID}`, { comment: 'Срочно' });
  expect(await takeReceivedTypes()).toEqual(receivedByAll());
  await client.delete(`/assistant/studies/${studyID}`);
  expect(await takeReceivedTypes()).toEqual(receivedByAll());
  await client.post(`/assistant/studies/${studyID}/undelete`);
  expect(await takeReceivedTypes()).toEqual(receivedByAll());
});

test('a study that is restored or copied is heard of by its own doctors', async () => {
  const { server, client, patient, stranger, heard: takeReceivedTypes } = await startListeners();
  const archived = await server.make.study({ patient, status: 'archived' });
  const done = await server.make.study({ patient, status: 'done' });
  await client.put(`/assistant/studies/${archived.studyID}/restore`);
  expect(await takeReceivedTypes()).toEqual(receivedByAll());
  await client.post(`/assistant/studies/${done.studyID}/copy`, {
    doctorID: stranger.id,
    shouldDuplicatePatient: true,
  });
  expect(await takeReceivedTypes()).toEqual({
    assistant: ['study_updated'],
    owner: [],
    friend: [],
    stranger: ['study_updated'],
  });
});

test('a patient who is renamed, shared or no longer shared changes the lists of those concerned', async () => {
  const {
    client,
    ownersClient,
    patient,
    friend,
    stranger,
    heard: takeReceivedTypes,
  } = await startListeners();
  const facts = { name: 'Петров Пётр', sex: 'male', birthday: '1980-01-02', phone: '' };
  await client.put(`/assistant/patients/${patient.patientID}`, facts);
  expect(await takeReceivedTypes()).toEqual(receivedByAll('counters_changed'));
  const shares = `/doctor/patients/${patient.patientID}/shares`;
  await ownersClient.post(shares, { shareDoctorEmail: stranger.email });
  expect((await takeReceivedTypes()).stranger).toEqual(['counters_changed']);
  await ownersClient.delete(`${shares}/${friend.id}`);
  expect((await takeReceivedTypes()).friend).toEqual(['counters_changed']);
});

test('an assistant hears how far an upload is, and everybody that the study is done', async () => {
  const { server, client, patient, listeners, takeReceivedTypes } = await startListeners();
  await server.work();
  const { studyID } = await server.make.study({ patient, type: 'rg' });
  const { uploadUUID } = await sendStudy(client, studyID, [radiograph()]);
  await until('the end to be heard', () =>
    listeners.assistant.heard.some(({ data }) => (data as { status?: string }).status === 'processed'),
  );
  const steps = listeners.assistant.heard.filter(({ type }) => type === 'upload_progress');
  const statuses = steps.map(({ data }) => (data as { status: string }).status);
  expect([...new Set(statuses)]).toEqual(['completed', 'processing', 'processed']);
  expect(steps.at(-1)?.data).toEqual({ studyID, uploadUUID, status: 'processed', progress: 1 });
  expect((await takeReceivedTypes()).friend).toEqual(['study_updated']);

  // a file that nobody can read ends it too, and the study is what it was
  const other = await server.make.study({ patient, type: 'rg' });
  await sendStudy(client, other.studyID, [{ filename: 'a.txt', bytes: Buffer.from('no picture') }]);
  const after = await takeReceivedTypes();
  expect(after.assistant.at(-1)).toBe('upload_progress');
  expect(after.friend).toEqual([]);
});

test('a booking that is made or cancelled is heard of at the counter and by its client', async () => {
  const { server, client, ownersClient, heard: takeReceivedTypes } = await startListeners();
  const { at, day } = await makeCentre(server);
  await takeReceivedTypes();
  const [slot] = await freeSlots(ownersClient, at, day);
  await ownersClient.post(`/doctor${at}/${day}/${slot?.slotUUID}`, visitor);
  const told = { assistant: ['booking_changed'], owner: ['booking_changed'], friend: [], stranger: [] };
  expect(await takeReceivedTypes()).toEqual(told);
  const { id } = await server.context.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow();
  await client.post(`/assistant/schedule/bookings/${id}/cancel`, { reason: 'Заболел' });
  expect(await takeReceivedTypes()).toEqual(told);
});
