import { createHash } from 'node:crypto';
import { getStudy, listPatientStudies } from '@snimok/contract/studies/studies';
import { reportStep, verifyInstances } from '@snimok/contract/reception/dicom-worklist';
import { listScheduleDays, markArrived } from '@snimok/contract/reception/schedule';
import { expect, test } from 'vitest';
import { everyDay, makeCentre } from '../../testing/callers/booking.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { grantProgramAccess } from '../../testing/callers/program.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const STEP = {
  stepUID: '1.2.3',
  status: 'in-progress',
  station: 'XRAY',
  reason: '',
  startedAt: '2026-11-23T09:00:00Z',
  endedAt: null,
  patient: { name: 'Elkina Anna', birthday: null, sex: null },
};
const ENDED = { endedAt: '2026-11-23T09:05:00Z' };

/** A centre with a patient whose study waits, and its upload program, which reports steps. */
const startCentre = async () => {
  const server = await startServer();
  const centre = await makeCentre(server, { hours: everyDay('06:00', '22:00') });
  const { program } = await grantProgramAccess(server, centre.assistant);
  const { patientID } = await server.make.patient({ doctor: centre.account, name: 'Ёлкина Анна' });
  const { studyID } = await server.make.study({
    patient: { patientID, doctorID: centre.account.id },
    type: 'rg',
  });
  const report = async (change: object, numbers = [`S${studyID}`]) =>
    responseOf(
      reportStep,
      await program.post('/assistant/worklist/steps', { ...STEP, accessionNumbers: numbers, ...change }),
    ).bound;
  const state = async (id = studyID) =>
    responseOf(getStudy, await centre.assistant.get(`/assistant/studies/${id}`)).acquisition;
  return { ...server, ...centre, program, patientID, studyID, report, state };
};

test('a study in work shows the progress of its acquisition, even if reports repeat or arrive out of order', async () => {
  const { report, state, studyID, patientID, assistant, context } = await startCentre();
  expect(await state()).toBeUndefined();
  expect(await report({})).toEqual([`S${studyID}`]);
  expect(await report({})).toEqual([`S${studyID}`]);
  expect(await state()).toBe('in-progress');
  await report({ ...ENDED, status: 'discontinued', reason: 'Пациент двигался' });
  expect(await state()).toBe('discontinued');
  // the report of the beginning is repeated late
  await report({});
  expect(await state()).toBe('discontinued');
  await report({ stepUID: '1.2.4' });
  expect(await state()).toBe('in-progress');
  await report({ ...ENDED, stepUID: '1.2.4', status: 'completed' });
  // the repeated image exists, even if the end of an earlier attempt is reported later
  await report({ ...ENDED, stepUID: '1.2.5', status: 'discontinued' });
  expect(await state()).toBe('completed');
  const path = `/assistant/patients/${patientID}/studies`;
  const [study] = responseOf(listPatientStudies, await assistant.get(path)).studies;
  expect(study).toMatchObject({ status: 'in-work', acquisition: 'completed' });
  const recorded = await context.db
    .selectFrom('auditEvents')
    .select(['details'])
    .where('action', '=', 'study.acquisition')
    .orderBy('id')
    .execute();
  expect(recorded.map(({ details }) => (details as { acquisition: string }).acquisition)).toEqual([
    'in-progress',
    'discontinued',
    'in-progress',
    'completed',
  ]);
});

test('a step with another or no patient, or with an unknown accession number, is not assigned to a study', async () => {
  const { report, state, studyID } = await startCentre();
  const other = { name: 'Иванов Иван', birthday: '1950-01-01', sex: 'male' };
  expect(await report({ patient: other })).toEqual([]);
  for (const name of [null, 'Анна'])
    expect(await report({ patient: { name, birthday: '1980-01-02', sex: null } })).toEqual([]);
  expect(await report({}, ['S999999', 'B999999', '12345'])).toEqual([]);
  expect(await state()).toBeUndefined();
  // the machine has transliterated the name
  const same = { name: 'Elkina Anna', birthday: null, sex: null };
  expect(await report({ patient: same }, ['S999999', `S${studyID}`])).toEqual([`S${studyID}`]);
  expect(await state()).toBe('in-progress');
});

test('a booking shows the progress of the acquisition, and passes it to the study of its arrival', async () => {
  const { report, state, assistant, at, day, account, make } = await startCentre();
  const days = async () =>
    responseOf(listScheduleDays, await assistant.get(`/assistant${at}/days?from=${day}`)).days;
  const slot = (await days())[0]?.slots.find(({ free }) => free > 0)?.slotUUID;
  const body = { patientName: 'Щукин Юрий', patientPhone: '+79990000000', doctorID: account.id };
  const booked = await assistant.post(`/assistant${at}/${day}/${slot}`, body);
  const { bookingID } = booked.body as { bookingID: number };
  expect(await report({}, [`B${bookingID}`])).toEqual([]);
  const patient = { name: 'Shchukin Iurii', birthday: null, sex: null };
  expect(await report({ patient }, [`B${bookingID}`])).toEqual([`B${bookingID}`]);
  const acquisitions = async () => (await days())[0]?.bookings.map(({ acquisition }) => acquisition);
  expect(await acquisitions()).toEqual(['in-progress']);

  const { patientID } = await make.patient({ doctor: account, name: 'Щукин Юрий' });
  const arrival = { patientID, studyType: 'rg', birthday: null };
  const come = await assistant.post(`/assistant/schedule/bookings/${bookingID}/come`, arrival);
  const { studyID } = responseOf(markArrived, come);
  expect(await state(studyID)).toBe('in-progress');
  expect(await acquisitions()).toEqual([undefined]);
  await report({ ...ENDED, status: 'completed', patient }, [`B${bookingID}`]);
  expect(await state(studyID)).toBe('completed');
});

test('instances are verified against the stored bytes, and only in a published study', async () => {
  const { make, account, patientID, program, assistant, work, nobody } = await startCentre();
  await work('process-upload', 'make-metadata');
  const { studyID } = await make.study({ patient: { patientID, doctorID: account.id }, type: 'rg' });
  const file = radiograph();
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const verify = async (instances: object[]) =>
    responseOf(
      verifyInstances,
      await program.post(`/assistant/studies/${studyID}/verify-instances`, { instances }),
    ).checked.map(({ stored }) => stored);
  const uid = '2.25.3';
  expect(await verify([{ sopInstanceUID: uid, sha256 }])).toEqual([false]);
  await sendStudy(assistant, studyID, [file]);
  await until('the instance to be found', async () => (await verify([{ sopInstanceUID: uid, sha256 }]))[0]);
  expect(
    await verify([
      { sopInstanceUID: uid, sha256: 'a'.repeat(64) },
      { sopInstanceUID: '1.2.3', sha256 },
      { sopInstanceUID: uid, sha256 },
    ]),
  ).toEqual([false, false, true]);
  expect((await nobody.post(`/assistant/studies/${studyID}/verify-instances`, {})).status).toBe(401);
});
