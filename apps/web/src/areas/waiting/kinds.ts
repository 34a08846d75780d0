import type { BodyOf } from '@snimok/contract/endpoint';
import { createPatient } from '@snimok/contract/patients';
import { sendReferral } from '@snimok/contract/referrals';
import { createStudy } from '@snimok/contract/studies';
import { call } from '../../shared/call.ts';
import { queryClient } from '../../shared/query-client.ts';
import type { WaitingKind } from '../../shared/waiting/waiting-queue.ts';
import { centreDialogApi, doctorDialogApi, type Draft } from '../messenger/dialog-api.ts';
import { changeThread } from '../messenger/queries.ts';
import { mergeMessages, type ThreadMessage } from '../messenger/thread.ts';

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

interface Message {
  /** null on the side of the client, which has one dialog */
  dialogID: number | null;
  draft: Draft;
}

const ofStudies = [['studies'], ['patients'], ['counters']];

const patient: WaitingKind<NewPatient, { patientID: number }> = {
  title: ({ facts }) => `Карточка пациента: ${facts.name}`,
  run: ({ doctorID, facts }, { uuid }) =>
    call(createPatient, { params: { doctorID }, body: { ...facts, requestUUID: uuid } }),
  refreshes: [['patients']],
  done: ({ facts }) => `Создана карточка пациента: ${facts.name}`,
};

const study: WaitingKind<NewStudy, { patientID: number; studyID: number }> = {
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

const referral: WaitingKind<Referral, { referralUUID: string }> = {
  title: ({ patientName }) => `Направление: ${patientName}`,
  run: ({ body }) => call(sendReferral, { body }),
  refreshes: [['referrals']],
  done: ({ patientName }) => `Направление отправлено: ${patientName}`,
};

export const apiOf = ({ dialogID }: Pick<Message, 'dialogID'>) =>
  dialogID === null ? doctorDialogApi : centreDialogApi(dialogID);

const message: WaitingKind<Message, ThreadMessage> = {
  title: ({ draft: { text } }) => (text ? `Сообщение: ${text.slice(0, 65)}` : 'Сообщение с вложением'),
  run: async (input, { uuid }) => {
    const api = apiOf(input);
    const sent = await api.send(input.draft, uuid);
    changeThread(queryClient, api, (thread) => mergeMessages(thread, [sent]));
    return sent;
  },
  // a message is read after those that were written before it
  lane: ({ dialogID }) => `dialog ${dialogID}`,
  refreshes: [],
};

/**
 * What may be done later than the person has asked for it. Each kind adds something that is right whenever it arrives, shows it to
 * nobody who could not see it before, and has an id with which the server executes it once. Everything else is refused without
 * a connection (`NotSent`): a booking, whose time may be taken meanwhile; a change of data that a colleague may have changed;
 * signing, sharing, handing out, deleting, sending letters and granting access, which the person must see happen.
 */
export const waitingKinds = { patient, study, referral, message };
