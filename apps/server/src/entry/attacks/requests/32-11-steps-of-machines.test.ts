import { getStudy } from '@snimok/contract/studies/studies';
import { reportStep } from '@snimok/contract/reception/dicom-worklist';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { grantProgramAccess } from '../../../testing/callers/program.ts';
import { startServer } from '../../../testing/portal/server.ts';

const STEP = {
  stepUID: '1.2.3',
  status: 'in-progress',
  station: 'XRAY',
  reason: '',
  startedAt: '2026-11-23T09:00:00Z',
  endedAt: null,
};
const PATIENT = { name: 'Ёлкина Анна', birthday: null, sex: null };

/** A study that waits for its images, and a program that reports steps of machines for the study's number. */
const startCentre = async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { program } = await grantProgramAccess(server, assistant);
  const doctor = await server.make.doctor();
  const { patientID } = await server.make.patient({ doctor, name: PATIENT.name });
  const { studyID } = await server.make.study({ patient: { patientID, doctorID: doctor.id } });
  const number = `S${studyID}`;
  const report = async (change: object = {}) => {
    const body = { ...STEP, patient: PATIENT, accessionNumbers: [number], ...change };
    return responseOf(reportStep, await program.post('/assistant/worklist/steps', body)).bound;
  };
  const state = async () =>
    responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`)).acquisition;
  return { report, state, number };
};

test('a procedure step without a patient name, or with only one word of it, is bound to no accession number', async () => {
  const { report, state, number } = await startCentre();
  for (const name of [null, '', 'Анна', '-'])
    for (const birthday of [null, '1980-01-02'])
      expect(await report({ patient: { name, birthday, sex: null } })).toEqual([]);
  expect(await state()).toBeUndefined();
  expect(await report()).toEqual([number]);
  expect(await state()).toBe('in-progress');
});

test('a machine cannot end the procedure step of another machine, which stays in progress', async () => {
  const { report, state, number } = await startCentre();
  expect(await report()).toEqual([number]);
  const ended = { status: 'completed', endedAt: '2026-11-23T09:05:00Z' };
  expect(await report({ ...ended, station: 'PANO' })).toEqual([]);
  expect(await state()).toBe('in-progress');
  // both reports arrive at the same time
  const replies = await Promise.all([report({ ...ended, station: 'PANO' }), report(ended)]);
  expect(replies).toEqual([[], [number]]);
  expect(await state()).toBe('completed');
});
