import { join } from 'node:path';
import {
  listChatMessages,
  listMessages,
  markChatMessagesRead,
  markMessagesRead,
  sendChatMessage,
  sendMessage,
} from '@snimok/contract/messaging/messenger';
import { acceptReferral } from '@snimok/contract/reception/referrals';
import { markArrived } from '@snimok/contract/reception/schedule';
import { requestReport } from '@snimok/contract/studies/report-requests';
import { getOwnReport } from '@snimok/contract/reporting/study-reports';
import { type Calls, callsOf } from '../portal/api-sign-in.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { PHANTOM_PATIENT, writePanoramic } from '../portal/files.ts';
import { book, draftReport, refer, sexOf, signDraft } from '../portal/bookings-and-reports.ts';
import type { Person, Portal } from '../portal/portal.ts';
import { expect, newPerson } from '../pages/test.ts';

// The people of a centre's week, and the part of their work that is done without a browser.

export const CONCLUSION = 'Кость достаточна для имплантации';

/** The first patient belongs to the generated series and is treated in the browser. */
const PATIENTS = [
  [PHANTOM_PATIENT.name, 'Белова Вера Ильинична', 'Власов Глеб Петрович', 'Гусева Дина Олеговна'],
  ['Дёмин Егор Ильич', 'Ершова Жанна Павловна', 'Жуков Захар Львович', 'Зимина Инна Юрьевна'],
  ['Ильин Кирилл Маркович', 'Котова Лидия Сергеевна', 'Лаптев Марк Андреевич', 'Маслова Нина Глебовна'],
  ['Носов Олег Иванович', 'Орлова Полина Романовна', 'Панов Роман Егорович', 'Рыбина Софья Марковна'],
  ['Сомов Тимур Олегович', 'Титова Ульяна Львовна', 'Ушаков Фёдор Ильич', 'Фомина Юлия Петровна'],
] as const;
const CLINICS = ['Астра', 'Бета-Дент', 'Вита', 'Гамма', 'Дельта'];

interface Clinic {
  person: Person & { doctorID: number };
  calls: Calls;
  patients: readonly string[];
}

interface Colleague {
  person: Person;
  calls: Calls;
}

/** An assistant whose account has these rights; all of them without a list. */
const hire = async (portal: Portal, name: string, rights?: string): Promise<Colleague> => {
  const person = await portal.addAccount('assistant', newPerson(name));
  if (rights) await portal.account('rights', '--email', person.email, '--rights', rights);
  return { person, calls: await callsOf(portal.address, person) };
};

/** Three assistants with different work, and five clinics that book and view. */
export const openCentre = async (portal: Portal) => {
  const chief = await hire(portal, 'Ольга Петрова');
  const [reporter, registrar] = await Promise.all([
    hire(portal, 'Вера Зимина', 'studies,reports,report-writing'),
    hire(portal, 'Борис Крылов', 'studies,booking,messenger,export'),
  ]);
  const api = await AssistantAPI.signIn(portal.address, chief.person);
  const clinics = await Promise.all(
    CLINICS.map(async (name, at): Promise<Clinic> => {
      const person = await api.createClient(newPerson(`Клиника «${name}»`), portal.mailbox);
      await api.setFeatures(person, ['schedule', 'remote-viewer']);
      return { person, calls: await callsOf(portal.address, person), patients: PATIENTS[at]! };
    }),
  );
  return { portal, api, chief, reporter, registrar, clinics };
};

export type Centre = Awaited<ReturnType<typeof openCentre>>;

/** An assistant with the right to reports writes and signs one, and the clinic reads it. */
const report = async (
  { chief, reporter }: Centre,
  clinic: Clinic,
  { studyID, patientID }: { studyID: number; patientID: number },
) => {
  await chief.calls(requestReport, { params: { studyID }, body: { requested: true } });
  await draftReport(reporter.calls, studyID, CONCLUSION);
  const number = await signDraft(reporter.calls, studyID);
  const read = await clinic.calls(getOwnReport, { params: { patientID, studyID, number } });
  expect(read.conclusion).toBe(CONCLUSION);
};

/**
 * Treats one patient, from the referral to the report that the clinic has read. Chief and registrar accept alternately.
 */
const treat = async (
  centre: Centre,
  clinic: Clinic,
  patient: { name: string; number: number },
  folder: string,
) => {
  const { name, number } = patient;
  const birthday = `19${70 + number}-03-14`;
  const { bookingID } = number % 2 === 0 ? await book(clinic.calls, name, number) : { bookingID: null };
  const question = 'Оценить перед имплантацией';
  const referralUUID = await refer(clinic.calls, { name, birthday, bookingID, question });
  const { calls } = number % 2 === 0 ? centre.registrar : centre.chief;
  const study = await calls(acceptReferral, { params: { referralUUID }, body: {} });
  if (bookingID !== null) {
    const { patientID, doctorID } = study;
    const body = { patientID, doctorID, studyType: 'rg' } as const;
    // the study of the referral, not a second one
    expect(await centre.registrar.calls(markArrived, { params: { bookingID }, body })).toEqual(study);
  }
  const facts = { name, id: `WEEK-${number}`, birthDate: birthday, sex: sexOf(name) } as const;
  await centre.api.publishStudy(
    study.studyID,
    await writePanoramic(join(folder, `ОПТГ ${number}`), {
      patient: facts,
      studyInstanceUID: `2.25.${7000 + number}`,
      seriesInstanceUID: `2.25.${8000 + number}`,
    }),
  );
  await report(centre, clinic, study);
};

/** The clinic asks and the registrar answers, until both have read everything. */
const exchangeMessages = async ({ registrar }: Centre, { calls, person }: Clinic) => {
  const params = { dialogID: person.doctorID };
  await calls(sendChatMessage, { body: { text: 'Когда будет готово?' } });
  const { messages: asked } = await registrar.calls(listMessages, { params });
  const idsOf = (all: { messageID: number }[]) => ({ messageIDs: all.map(({ messageID }) => messageID) });
  await registrar.calls(markMessagesRead, { params, body: idsOf(asked) });
  await registrar.calls(sendMessage, { params, body: { text: 'Уже готово' } });
  const { messages } = await calls(listChatMessages);
  await calls(markChatMessagesRead, { body: idsOf(messages.filter(({ isAnswer }) => isAnswer)) });
};

/** Treats all patients of the week except for the first one; the clinics work concurrently. */
export const treatOthers = async (centre: Centre, folder: string): Promise<void> => {
  await Promise.all(
    centre.clinics.map(async (clinic, at) => {
      for (const [index, name] of clinic.patients.entries())
        if (name !== PHANTOM_PATIENT.name)
          await treat(centre, clinic, { name, number: at * 4 + index }, folder);
      await exchangeMessages(centre, clinic);
    }),
  );
};
