import type { BodyOf } from '@snimok/contract/endpoint';
import { createPatient } from '@snimok/contract/patients';
import { sendReferral } from '@snimok/contract/referrals';
import { createStudy } from '@snimok/contract/studies';
import { call } from '../../shared/call.ts';
import type { AnyKind, WaitingKind } from '../../shared/waiting/waiting-queue.ts';
import { messageKind } from '../messenger/message-kind.ts';

type PatientFacts = Omit<BodyOf<typeof createPatient>, 'requestUUID'>;
type StudyFacts = Omit<BodyOf<typeof createStudy>, 'requestUUID'>;

interface NewPatient {
  doctorID: number;
  facts: PatientFacts;
}

interface NewStudy {
  /** for the title */
  patientName: string;
  doctorID: number;
  /** a new card has its own request id */
  patient: { patientID: number } | { facts: PatientFacts; requestUUID: string };
  study: StudyFacts;
}

interface Referral {
  patientName: string;
  body: BodyOf<typeof sendReferral>;
}

const ofStudies = [['studies'], ['patients'], ['counters']];

export const newPatient: WaitingKind<NewPatient, { patientID: number }> = {
  name: 'patient',
  title: ({ facts }) => `Карточка пациента: ${facts.name}`,
  run: ({ doctorID, facts }, { uuid }) =>
    call(createPatient, { params: { doctorID }, body: { ...facts, requestUUID: uuid } }),
  refreshes: [['patients']],
  done: ({ facts }) => `Создана карточка пациента: ${facts.name}`,
};

export const newStudy: WaitingKind<NewStudy, { patientID: number; studyID: number }> = {
  name: 'study',
  title: ({ patientName }) => `Исследование: ${patientName}`,
  run: async (input, { uuid, change }) => {
    const patientID = await patientOf(input);
    if (!('patientID' in input.patient)) change({ ...input, patient: { patientID } });
    const body = { ...input.study, requestUUID: uuid };
    return { patientID, ...(await call(createStudy, { params: { patientID }, body })) };
  },
  refreshes: ofStudies,
  done: ({ patientName }) => `Создано исследование: ${patientName}`,
};

const patientOf = async ({ doctorID, patient: wanted }: NewStudy) => {
  if ('patientID' in wanted) return wanted.patientID;
  const { facts, requestUUID } = wanted;
  return (await call(createPatient, { params: { doctorID }, body: { ...facts, requestUUID } })).patientID;
};

export const newReferral: WaitingKind<Referral, { referralUUID: string }> = {
  name: 'referral',
  title: ({ patientName }) => `Направление: ${patientName}`,
  run: ({ body }) => call(sendReferral, { body }),
  refreshes: [['referrals']],
  done: ({ patientName }) => `Направление отправлено: ${patientName}`,
};

/**
 * The requests that may be executed later. Each of them only adds something, does not share it with further people, and has an id, so
 * that the server executes it once. Every other request is refused without a connection (`NotSent`): a booking, whose time may be taken meanwhile; a change of data that a colleague may have changed;
 * signing, sharing, handing out, deleting, sending letters and granting access, which the person must see happen.
 */
export const waitingKinds: AnyKind[] = [newPatient, newStudy, newReferral, messageKind];
