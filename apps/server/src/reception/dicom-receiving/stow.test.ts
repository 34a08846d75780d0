import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { everyDay, makeCentre } from '../../testing/callers/booking.ts';
import { completeUploadOf, sendFiles } from '../../testing/scans/sending.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { outcomesIn, panoramic, slice, startGateway, STUDY, uidOfSlice } from './stow.fixture.ts';

test('instances that arrive one by one are stored unchanged in one study, which is the study of the order', async () => {
  const gateway = await startGateway();
  const { make, store, done, downloaded, readStudy, address } = gateway;
  const { studyID } = await make.study({ type: 'cbct' });
  const accessionNumber = `S${studyID}`;
  const slices = [1, 2, 3, 4].map((number) => slice(number, { accessionNumber }));
  for (const one of slices) {
    const reply = await store([one], STUDY);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('application/dicom+json');
    expect(reply.body['00081190']).toEqual({
      vr: 'UR',
      Value: [`${address}/api/1/dicomweb/studies/${STUDY}`],
    });
  }
  expect((await readStudy(studyID)).upload).toMatchObject({ status: 'uploading' });
  await gateway.work();
  expect(await done(studyID)).toMatchObject({ imageCount: 4 });
  const files = await downloaded(studyID);
  expect([...files.keys()].toSorted()).toEqual([1, 2, 3, 4].map((number) => `${uidOfSlice(number)}.dcm`));
  for (const [at, bytes] of slices.entries())
    expect(files.get(`${uidOfSlice(at + 1)}.dcm`)?.equals(bytes)).toBe(true);
});

test('an instance that is sent again is stored once, and other content with the same UID is refused', async () => {
  const gateway = await startGateway();
  const { studyID } = await gateway.make.study();
  const facts = { accessionNumber: `S${studyID}` };
  const first = slice(1, facts);
  const second = slice(2, facts);
  expect(outcomesIn((await gateway.store([first, first])).body).stored).toEqual(
    [1, 1].map(() => uidOfSlice(1)),
  );
  expect((await gateway.store([first])).status).toBe(200);
  expect(await gateway.countStored()).toEqual({ rows: 1, objects: 1 });
  const mixed = await gateway.store([slice(1, facts, 7), second]);
  expect(mixed.status).toBe(202);
  expect(outcomesIn(mixed.body)).toEqual({ stored: [uidOfSlice(2)], failed: { [uidOfSlice(1)]: 0x0111 } });
  // concurrent requests store the same instances
  const together = await Promise.all(
    [1, 2, 3, 4].map(() => gateway.store([slice(3, facts), slice(4, facts)])),
  );
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await gateway.countStored()).toMatchObject({ rows: 4 });

  await gateway.work();
  expect(await gateway.done(studyID)).toMatchObject({ imageCount: 4 });
  expect((await gateway.store([first, second])).status).toBe(200);
  expect((await gateway.store([slice(2, facts, 7)])).status).toBe(409);
});

test('an instance uploaded by an assistant is reported as stored once its study is published', async () => {
  const gateway = await startGateway();
  const { assistant, make, store, work, done } = gateway;
  const { studyID } = await make.study({ type: 'cbct' });
  const first = slice(1);
  const second = slice(2);
  const files = [first, second].map((bytes, at) => ({ filename: `${at}.dcm`, bytes }));
  await completeUploadOf(assistant, await sendFiles(assistant, studyID, files), files);
  await work();
  await done(studyID);
  const rows = gateway.context.db.selectFrom('objectInstances').select('sopInstanceUID');
  await until('the instances to be listed', async () => (await rows.execute()).length === 2);
  const reply = await store([first, second], STUDY);
  expect([reply.status, outcomesIn(reply.body).stored]).toEqual([200, [uidOfSlice(1), uidOfSlice(2)]]);
  expect(await gateway.countStored()).toMatchObject({ rows: 0 });
  expect((await store([slice(1, {}, 7)], STUDY)).status).toBe(409);
  // an instance that is not stored yet needs an order
  const other = await store([slice(3), first], STUDY);
  expect(outcomesIn(other.body)).toEqual({ stored: [uidOfSlice(1)], failed: { [uidOfSlice(3)]: 0x0110 } });

  await assistant.delete(`/assistant/studies/${studyID}`);
  expect((await store([first], STUDY)).status).toBe(409);
});

test('concurrent requests with instances of one study open a single upload', async () => {
  const gateway = await startGateway();
  const { patientID, studyID } = await gateway.make.study();
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  const replies = await Promise.all(
    numbers.map((number) => gateway.store([slice(number, { accessionNumber: `S${studyID}` })])),
  );
  expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 200));
  await gateway.work();
  expect(await gateway.done(studyID)).toMatchObject({ imageCount: numbers.length });
  expect(await gateway.studiesOf(patientID)).toHaveLength(1);
});

test('an instance that arrives while its upload is being closed is kept', async () => {
  const gateway = await startGateway();
  const { context, store } = gateway;
  const { studyID } = await gateway.make.study({ type: 'cbct' });
  const accessionNumber = `S${studyID}`;
  expect((await store([slice(1, { accessionNumber })])).status).toBe(200);
  const list = context.storage.list.bind(context.storage);
  const late: number[] = [];
  context.storage.list = async function* listThenStore(prefix) {
    yield* list(prefix);
    if (late.length === 0) late.push((await store([slice(2, { accessionNumber })])).status);
  };
  await gateway.work();
  expect(await gateway.done(studyID)).toMatchObject({ imageCount: 2 });
  expect(late).toEqual([200]);
  expect((await gateway.downloaded(studyID)).size).toBe(2);
});

test('instances that arrive after their study was published become a further study of the patient', async () => {
  const gateway = await startGateway();
  const { patientID, studyID } = await gateway.make.study();
  const accessionNumber = `S${studyID}`;
  await gateway.store([slice(1, { accessionNumber }), slice(2, { accessionNumber })]);
  await gateway.work();
  await gateway.done(studyID);
  expect((await gateway.store([slice(3)], STUDY)).status).toBe(200);
  const [later] = await until('a further study', async () => {
    const studies = await gateway.studiesOf(patientID);
    return studies.length === 2 && studies.filter((study) => study.studyID !== studyID);
  });
  expect(later?.comment).toBe(`DICOM ${STUDY}, часть 2`);
  expect(await gateway.done(later?.studyID ?? 0)).toMatchObject({ imageCount: 1 });
  expect(await gateway.readStudy(studyID)).toMatchObject({ imageCount: 2 });
});

test('a scout that arrives before its volume gets no study of its own', async () => {
  const gateway = await startGateway({ STOW_UNKNOWN_PATIENT: '1' });
  const { patientID } = await gateway.make.patient();
  for (const file of [panoramic(), slice(1), slice(2)])
    expect((await gateway.store([file])).status).toBe(200);
  const studies = await gateway.studiesOf(patientID);
  expect(studies).toMatchObject([{ type: 'cbct' }]);
  await gateway.work();
  expect(await gateway.done(studies[0]?.studyID ?? 0)).toMatchObject({ imageCount: 3 });

  // an assistant created this study for an X-ray
  const { studyID } = await gateway.make.study({
    patient: { patientID, doctorID: studies[0]?.doctorID ?? 0 },
    type: 'rg',
  });
  const facts = { accessionNumber: `S${studyID}`, studyInstanceUID: '2.25.7400' };
  for (const file of [panoramic(facts), slice(1, facts)])
    expect((await gateway.store([file])).status).toBe(200);
  expect((await gateway.studiesOf(patientID)).map(({ type }) => type).toSorted()).toEqual([
    'cbct',
    'cbct',
    'rg',
  ]);
});

test('files of another patient wait for a decision of an assistant', async () => {
  const gateway = await startGateway();
  const { studyID } = await gateway.make.study({ type: 'rg' });
  await gateway.work();
  const files = [panoramic({ accessionNumber: `S${studyID}`, name: 'Петрова Анна Ильинична' })];
  expect((await gateway.store(files)).status).toBe(200);
  const held = await until(
    'the upload to be held',
    async () => (await gateway.readStudy(studyID)).upload?.held,
  );
  expect(held).toMatchObject({ differences: expect.arrayContaining(['name']) });
  expect((await gateway.readStudy(studyID)).status).toBe('in-work');
});

test('instances with the number of today’s booking become a study of its patient', async () => {
  const gateway = await startGateway();
  const { context, clock, make } = gateway;
  // five in the morning, on a day with open slots
  clock.advance(DAY_MS - (clock.now().getTime() % DAY_MS) + 2 * 3_600_000);
  const { assistant, account, at } = await makeCentre(gateway.server, { hours: everyDay('06:00', '22:00') });
  const { patientID } = await make.patient({ doctor: account });
  const today = dayIn(context.config.timeZone, clock.now());
  const { days } = (await assistant.get(`/assistant${at}/days?from=${today}`)).body as {
    days: { slots: { slotUUID: string }[] }[];
  };
  const booking = { patientName: 'Иванов Иван', patientPhone: '+79990000000', doctorID: account.id };
  const booked = await assistant.post(`/assistant${at}/${today}/${days[0]?.slots.at(-1)?.slotUUID}`, booking);
  const accessionNumber = `B${(booked.body as { bookingID: number }).bookingID}`;
  expect((await gateway.store([slice(1, { accessionNumber })])).status).toBe(200);
  expect((await gateway.store([slice(2, { accessionNumber })])).status).toBe(200);
  const { body } = await assistant.get(`/assistant/patients/${patientID}/studies`);
  expect(body).toMatchObject({ studies: [{ type: 'cbct', upload: { status: 'uploading' } }] });
  expect(await gateway.countStored()).toEqual({ rows: 2, objects: 2 });
});

test('instances without an order go to the card for unknown patients, or are refused if there is no such card', async () => {
  const refusing = await startGateway();
  const refused = await refusing.store([slice(1), slice(2, { accessionNumber: 'S99999' })]);
  expect(refused.status).toBe(409);
  expect(outcomesIn(refused.body)).toEqual({
    stored: [],
    failed: { [uidOfSlice(1)]: 0x0110, [uidOfSlice(2)]: 0x0110 },
  });
  expect(await refusing.countStored()).toEqual({ rows: 0, objects: 0 });

  const gateway = await startGateway({ STOW_UNKNOWN_PATIENT: '1' });
  const { patientID } = await gateway.make.patient({ name: 'Неизвестный Пациент' });
  expect(patientID).toBe(1);
  await gateway.work();
  expect((await gateway.store([slice(1)])).status).toBe(200);
  const [study] = await gateway.studiesOf(patientID);
  // the study is published on that card, with the same comment as the upload program writes
  expect(await gateway.done(study?.studyID ?? 0)).toMatchObject({ comment: `DICOM ${STUDY}` });
});
