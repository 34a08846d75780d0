import { expect, test } from 'vitest';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { moveStudyTo, undo } from '../../../reception/move-and-merge/move-and-merge.fixture.ts';
import { dated } from './dated-scan.fixture.ts';
import { startCentre } from './examination.fixture.ts';

const FILES = { acquisitionDate: '20200315', acquisitionTime: '1020' };
const AT_MACHINE = { day: '2020-03-15', time: '10:20' };
const ENTERED = { day: '2019-06-07', time: '08:05' };

test('without a date in the files the report of the machine counts, then the day of the visit', async () => {
  const { make, send, read, db, assistant, nameDay } = await startCentre();
  const { studyID } = await make.study({ type: 'rg' });
  await assistant.post(`/assistant/studies/${studyID}/arrival`);
  await db
    .insertInto('performedSteps')
    .values({
      uid: '1.2.3',
      accessionNumber: `S${studyID}`,
      status: 'completed',
      station: 'XRAY',
      studyID,
      startedAt: '2020-03-15T07:20:00Z',
      reportedAt: new Date(),
    })
    .execute();
  const visited = await make.study({ type: 'rg' });
  await assistant.post(`/assistant/studies/${visited.studyID}/arrival`);
  for (const id of [studyID, visited.studyID]) await send(id, [dated(radiograph(), {})]);
  expect((await read(studyID)).examinedAt).toMatchObject({ ...AT_MACHINE, source: 'worklist' });
  const visit = (await read(visited.studyID)).examinedAt;
  expect(visit).toMatchObject({ time: null, source: 'booking' });
  // the days of Moscow and UTC may differ
  expect([nameDay(0), nameDay(1)]).toContain(visit?.day);
});

test('what a person enters has precedence over the files, also over files that arrive later', async () => {
  const { make, send, read, enter } = await startCentre();
  const { studyID } = await make.study({ type: 'rg' });
  expect((await enter(studyID, ENTERED, null)).status).toBe(204);
  expect((await read(studyID)).examinedAt).toMatchObject({ ...ENTERED, offset: '+03:00', source: 'person' });
  await send(studyID, [dated(radiograph(), { ...FILES, studyDate: '19000101' })]);
  expect(await read(studyID)).toMatchObject({
    examinedAt: { ...ENTERED, source: 'person' },
    doubtfulDates: [{ attribute: 'study', reason: 'impossible' }],
  });
  // without the entry the files decide again
  expect((await enter(studyID, null, ENTERED)).status).toBe(204);
  expect((await read(studyID)).examinedAt).toMatchObject({ ...AT_MACHINE, source: 'files' });
});

test('an entry is refused if a colleague has entered another date meanwhile, and a repeated one succeeds', async () => {
  const { publish, read, enter, db } = await startCentre();
  const { studyID } = await publish(FILES);
  expect((await enter(studyID, ENTERED, AT_MACHINE)).status).toBe(204);
  expect((await enter(studyID, ENTERED, AT_MACHINE)).status).toBe(204);
  expect(refusal(await enter(studyID, { day: '2018-01-02', time: null }, AT_MACHINE))).toEqual([
    409,
    'Дату съёмки тем временем изменили (теперь: 07.06.2019, 08:05). Проверьте её и сохраните ещё раз',
  ]);
  expect(refusal(await enter(studyID, null, AT_MACHINE))[0]).toBe(409);
  expect((await read(studyID)).examinedAt).toMatchObject(ENTERED);
  const events = await db
    .selectFrom('auditEvents')
    .select(['details', 'studyID'])
    .where('action', '=', 'study.date')
    .execute();
  expect(events).toMatchObject([{ studyID, details: { entered: true } }]);
});

test('a person cannot enter a date before 1900, before the birth or in the future', async () => {
  const { publish, enter, nameDay } = await startCentre();
  const { studyID } = await publish({});
  const refuse = async (day: string) => refusal(await enter(studyID, { day, time: null }, null));
  expect(await refuse('1899-12-31')).toEqual([400, 'Дата съёмки не может быть раньше 1900 года']);
  expect(await refuse('1980-01-01')).toEqual([400, 'Дата съёмки раньше даты рождения пациента']);
  expect(await refuse(nameDay(2))).toEqual([400, 'Дата съёмки не может быть в будущем']);
  expect((await enter(studyID, { day: '2020-01-01', time: '25:00' }, null)).status).toBe(400);
});

test('a copy of a study has the date of the original', async () => {
  const { publish, read, enter, assistant, make } = await startCentre();
  const copyOf = async (studyID: number, doctorID: number) => {
    const body = { doctorID, shouldDuplicatePatient: true };
    const reply = await assistant.post(`/assistant/studies/${studyID}/copy`, body);
    return (await read((reply.body as { studyID: number }).studyID)).examinedAt;
  };
  const doctor = await make.doctor();
  const { studyID } = await publish(FILES);
  expect(await copyOf(studyID, doctor.id)).toMatchObject({ ...AT_MACHINE, source: 'files' });
  await enter(studyID, ENTERED, AT_MACHINE);
  expect(await copyOf(studyID, doctor.id)).toMatchObject({ ...ENTERED, source: 'person' });
});

test('after a move to another card its birth date decides which dates can be true, and an entry stays', async () => {
  const { publish, read, enter, assistant, make, db } = await startCentre();
  const child = await make.patient();
  await db
    .updateTable('patients')
    .set({ birthday: '2022-01-01' })
    .where('id', '=', child.patientID)
    .execute();
  const parent = await make.patient();
  const { studyID } = await publish(FILES, { patient: child });
  const entered = await publish(FILES, { patient: child });
  await enter(entered.studyID, { day: '2023-01-01', time: null }, null);
  expect((await read(studyID)).examinedAt).toBeNull();
  const { reassignmentID } = await moveStudyTo(assistant, studyID, parent.patientID);
  expect((await read(studyID)).examinedAt).toMatchObject(AT_MACHINE);
  await undo(assistant, reassignmentID);
  expect((await read(studyID)).examinedAt).toBeNull();
  await moveStudyTo(assistant, entered.studyID, parent.patientID);
  expect((await read(entered.studyID)).examinedAt).toMatchObject({ day: '2023-01-01', source: 'person' });
});
