import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { createPatient } from '@snimok/contract/people/patients';
import { createStudy } from '@snimok/contract/studies/studies';
import { call } from '../../../shared/calls/call.ts';
import type { WaitingKind } from '../../../shared/waiting/waiting-queue.ts';
import type { PatientFacts } from '../../people/patients/waiting-patient.ts';

type StudyFacts = Omit<BodyOf<typeof createStudy>, 'requestUUID'>;

interface NewStudy {
  /** for the title */
  patientName: string;
  doctorID: number;
  /** a new card has its own request id */
  patient: { patientID: number } | { facts: PatientFacts; requestUUID: string };
  study: StudyFacts;
}

/** A study, with a new card if need be, that is created when the connection is back. */
export const newStudy: WaitingKind<NewStudy, { patientID: number; studyID: number }> = {
  name: 'study',
  title: ({ patientName }) => `Исследование: ${patientName}`,
  run: async (input, { uuid, change }) => {
    const patientID = await patientOf(input);
    if (!('patientID' in input.patient)) change({ ...input, patient: { patientID } });
    const body = { ...input.study, requestUUID: uuid };
    return { patientID, ...(await call(createStudy, { params: { patientID }, body })) };
  },
  refreshes: [['studies'], ['patients'], ['counters']],
  done: ({ patientName }) => `Создано исследование: ${patientName}`,
};

const patientOf = async ({ doctorID, patient: wanted }: NewStudy) => {
  if ('patientID' in wanted) return wanted.patientID;
  const { facts, requestUUID } = wanted;
  return (await call(createPatient, { params: { doctorID }, body: { ...facts, requestUUID } })).patientID;
};
