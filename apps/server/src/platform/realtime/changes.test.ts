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
const startEars = async () => {
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
  const assistantsEar = listener(address, { getToken: () => freshToken(client) });
  await assistantsEar.connected();
  await assistantsEar.subscribe(ASSISTANTS_CHANNEL, () => channelToken(client, ASSISTANTS_CHANNEL));
  const earOf = async (doctor: typeof owner) => {
    const doctors = await as(doctor);
    const ear = listener(address, { getToken: () => freshToken(doctors) });
    await ear.connected();
    await ear.subscribe(userChannel(doctor.id));
    return ear;
  };
  const ears = {
    assistant: assistantsEar,
    owner: await earOf(owner),
    friend: await earOf(friend),
    stranger: await earOf(stranger),
  };
  let marks = 0;
  /** What each has heard up to now: a mark that everybody hears says that all before it has come. */
  const heard = async () => {
    marks += 1;
    const bookingID = 1_000_000 + marks;
    const everybody = [owner, friend, stranger].map(({ id }) => ({ accountID: id }));
    const mark = { type: 'booking_changed' as const, data: { bookingID } };
    await publish(server.context.db, ['assistants', ...everybody], mark);
    const all = Object.entries(ears).map(async ([name, ear]) => {
      const marked = () =>
        ear.heard.findIndex(({ data }) => JSON.stringify(data) === JSON.stringify(mark.data));
      await until('the mark', () => marked() >= 0);
      const before = ear.heard.splice(0, marked() + 1).slice(0, -1);
      return [name, before.map(({ type }) => type)];
    });
    return Object.fromEntries(await Promise.all(all)) as Record<keyof typeof ears, string[]>;
  };
  return { server, client, ownersClient, patient, owner, friend, stranger, ears, heard };
};

const study = (type = 'study_updated') => ({
  assistant: [type],
  owner: [type],
  friend: [type],
  stranger: [],
});

test('whoever sees a study hears that it was made, commented, deleted, taken back; nobody else does', async () => {
  const { client, patient, ears, heard } = await startEars();
  const made = await client.post(`/assistant/patients/${patient.patientID}/studies`, { studyType: 'cbct' });
  const { studyID } = made.body as { studyID: number };
  await until('the news', () => ears.assistant.heard.length === 1);
  // the numbers, and no word more
  expect(ears.assistant.heard[0]).toEqual({
    type: 'study_updated',
    data: { studyID, patientID: patient.patientID },
  });
  expect(await heard()).toEqual(study());
  await client.patch(`/assistant/studies/${studyID}`, { comment: 'Срочно' });
  expect(await heard()).toEqual(study());
  await client.delete(`/assistant/studies/${studyID}`);
  expect(await heard()).toEqual(study());
  await client.post(`/assistant/studies/${studyID}/undelete`);
  expect(await heard()).toEqual(study());
});

test('a study that is restored or copied is heard of by its own doctors', async () => {
  const { server, client, patient, stranger, heard } = await startEars();
  const archived = await server.make.study({ patient, status: 'archived' });
  const done = await server.make.study({ patient, status: 'done' });
  await client.put(`/assistant/studies/${archived.studyID}/restore`);
  expect(await heard()).toEqual(study());
  await client.post(`/assistant/studies/${done.studyID}/copy`, {
    doctorID: stranger.id,
    shouldDuplicatePatient: true,
  });
  expect(await heard()).toEqual({
    assistant: ['study_updated'],
    owner: [],
    friend: [],
    stranger: ['study_updated'],
  });
});

test('a patient who is renamed, shared or no longer shared changes the lists of those concerned', async () => {
  const { client, ownersClient, patient, friend, stranger, heard } = await startEars();
  const facts = { name: 'Петров Пётр', sex: 'male', birthday: '1980-01-02', phone: '' };
  await client.put(`/assistant/patients/${patient.patientID}`, facts);
  expect(await heard()).toEqual(study('counters_changed'));
  const shares = `/doctor/patients/${patient.patientID}/shares`;
  await ownersClient.post(shares, { shareDoctorEmail: stranger.email });
  expect((await heard()).stranger).toEqual(['counters_changed']);
  await ownersClient.delete(`${shares}/${friend.id}`);
  expect((await heard()).friend).toEqual(['counters_changed']);
});

test('an assistant hears how far an upload is, and everybody that the study is done', async () => {
  const { server, client, patient, ears, heard } = await startEars();
  await server.work();
  const { studyID } = await server.make.study({ patient, type: 'rg' });
  const { uploadUUID } = await sendStudy(client, studyID, [radiograph()]);
  await until('the end to be heard', () =>
    ears.assistant.heard.some(({ data }) => (data as { status?: string }).status === 'processed'),
  );
  const steps = ears.assistant.heard.filter(({ type }) => type === 'upload_progress');
  const statuses = steps.map(({ data }) => (data as { status: string }).status);
  expect([...new Set(statuses)]).toEqual(['completed', 'processing', 'processed']);
  expect(steps.at(-1)?.data).toEqual({ studyID, uploadUUID, status: 'processed', progress: 1 });
  expect((await heard()).friend).toEqual(['study_updated']);

  // a file that nobody can read ends it too, and the study is what it was
  const other = await server.make.study({ patient, type: 'rg' });
  await sendStudy(client, other.studyID, [{ filename: 'a.txt', bytes: Buffer.from('no picture') }]);
  const after = await heard();
  expect(after.assistant.at(-1)).toBe('upload_progress');
  expect(after.friend).toEqual([]);
});

test('a booking that is made or cancelled is heard of at the counter and by its client', async () => {
  const { server, client, ownersClient, heard } = await startEars();
  const { at, day } = await makeCentre(server);
  await heard();
  const [slot] = await freeSlots(ownersClient, at, day);
  await ownersClient.post(`/doctor${at}/${day}/${slot?.slotUUID}`, visitor);
  const told = { assistant: ['booking_changed'], owner: ['booking_changed'], friend: [], stranger: [] };
  expect(await heard()).toEqual(told);
  const { id } = await server.context.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow();
  await client.post(`/assistant/schedule/bookings/${id}/cancel`, { reason: 'Заболел' });
  expect(await heard()).toEqual(told);
});
