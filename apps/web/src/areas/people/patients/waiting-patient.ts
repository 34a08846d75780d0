import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { createPatient } from '@snimok/contract/people/patients';
import { call } from '../../../shared/calls/call.ts';
import type { WaitingKind } from '../../../shared/waiting/waiting-queue.ts';

export type PatientFacts = Omit<BodyOf<typeof createPatient>, 'requestUUID'>;

interface NewPatient {
  doctorID: number;
  facts: PatientFacts;
}

/** A card that is created when the connection is back. */
export const newPatient: WaitingKind<NewPatient, { patientID: number }> = {
  name: 'patient',
  title: ({ facts }) => `Карточка пациента: ${facts.name}`,
  run: ({ doctorID, facts }, { uuid }) =>
    call(createPatient, { params: { doctorID }, body: { ...facts, requestUUID: uuid } }),
  refreshes: [['patients']],
  done: ({ facts }) => `Создана карточка пациента: ${facts.name}`,
};
