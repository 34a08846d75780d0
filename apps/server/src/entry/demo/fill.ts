import { DEMO_PASSWORD } from '@snimok/contract/administration/public-demo';
import { insertAccount } from '../../people/accounts/account-rows/accounts.ts';
import { generatePassword, hashPassword } from '../../people/accounts/account-rows/passwords.ts';
import { wallTime } from '../../administration/table-exports/sheet.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { findPublishedIdentity, updateIdentity } from '../../platform/letterhead/letterhead.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { insertShare } from '../../people/patient-shares/queries.ts';
import { insertPatient } from '../../people/patients/queries.ts';
import { insertStudy } from '../../studies/studies/study-rows/insert-studies.ts';
import { requestColumns } from '../../studies/studies/study-rows/report-state.ts';
import { addBookings } from './bookings.ts';
import { centre } from './centre.ts';
import { addConversations } from './conversations.ts';
import { assistants, clinics, inventPeople, type Person } from './people.ts';
import { addReferrals } from './referrals.ts';
import { type PlannedReport, saveStudiesToSend, type StudyToSend } from './to-send.ts';

export interface DemoAccount {
  id: number;
  role: string;
  name: string;
  email: string;
  password: string;
}

const PATIENTS = 36;

interface PlannedStudy {
  patient: number;
  type: 'rg' | 'cbct';
  daysAgo: number;
  /** how many days before its upload it was taken; absent: on the same day */
  daysToUpload?: number;
  comment: string;
  /** undefined if the study gets no images and stays in work */
  picture?: { seed: number; missingTeeth: number[] };
  report?: PlannedReport;
  /** a question with which the client has asked for a report; the report has no draft yet */
  question?: string;
}

/**
 * The studies, newest first. Every patient has pictures of her own that agree with the comments. Two patients were examined
 * twice, before and after a tooth was removed or treated.
 */
const plan: PlannedStudy[] = [
  {
    patient: 0,
    type: 'cbct',
    daysAgo: 0,
    comment: 'Планирование имплантации 25',
    picture: { seed: 1, missingTeeth: [18, 25] },
    question: 'Хватит ли кости в области 25 для имплантата длиной 10 мм без синус-лифтинга?',
  },
  {
    patient: 1,
    type: 'rg',
    daysAgo: 0,
    comment: 'Ортопантомограмма перед ортодонтическим лечением',
    picture: { seed: 2, missingTeeth: [] },
  },
  { patient: 4, type: 'rg', daysAgo: 0, comment: '' },
  {
    patient: 7,
    type: 'cbct',
    daysAgo: 1,
    comment: 'Положение 48 относительно нижнечелюстного канала',
  },
  {
    patient: 2,
    type: 'rg',
    daysAgo: 1,
    comment: 'Контроль через полгода после эндодонтического лечения 46',
    picture: { seed: 3, missingTeeth: [18, 28, 38, 48] },
    report: {
      conclusion:
        'Состояние после эндодонтического лечения зуба 46. Периапикальные изменения не определяются. Зубы 18, 28, 38 и 48 отсутствуют.',
      findings: [{ teeth: ['46'], text: 'Корневые каналы запломбированы до верхушек, пломба однородная.' }],
    },
  },
  {
    patient: 10,
    type: 'rg',
    daysAgo: 2,
    daysToUpload: 1,
    comment: 'Перед удалением 38',
    picture: { seed: 6, missingTeeth: [18, 28, 36, 48] },
  },
  {
    patient: 3,
    type: 'rg',
    daysAgo: 6,
    comment: 'Перед протезированием нижней челюсти',
    picture: { seed: 4, missingTeeth: [18, 28, 35, 36, 37, 38, 45, 46, 47, 48] },
  },
  {
    patient: 11,
    type: 'rg',
    daysAgo: 9,
    comment: 'Перед съёмным протезом верхней челюсти',
    picture: { seed: 7, missingTeeth: [11, 12, 14, 15, 16, 17, 18, 21, 22, 24, 25, 26, 27, 28, 48] },
  },
  {
    patient: 0,
    type: 'rg',
    daysAgo: 40,
    comment: 'Перед удалением 25',
    picture: { seed: 1, missingTeeth: [18] },
  },
  {
    patient: 2,
    type: 'rg',
    daysAgo: 184,
    daysToUpload: 4,
    comment: 'Перед удалением 38 и лечением 46',
    picture: { seed: 3, missingTeeth: [18, 28, 48] },
  },
];

/** How long ago the newest study was created. The conversation says that it is ready. */
const NEWEST_MINUTES_AGO = 75;
/** From the exposure to the upload; `daysToUpload` is added. */
const MINUTES_TO_UPLOAD = 12;

/** The first clinic shares one patient, who has the most studies, with the second client. */
const SHARED = { patient: 0, withClient: 1, daysAgo: 3 };

/** Whether to make the demonstration centre: only if it is not switched off and there are no accounts. */
const isWanted = async ({ config, db }: Context): Promise<boolean> => {
  if (!config.demo) return false;
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return account === undefined;
};

/** Makes the demonstration centre at the start of a portal; null if it is not wanted. */
export const fillDemo = async (context: Context): Promise<DemoAccount[] | null> =>
  (await isWanted(context)) ? context.db.transaction().execute((tx) => createDemo(context, tx)) : null;

/**
 * Inserts the accounts, patients and studies of the demonstration centre, and returns the accounts. The images are uploaded
 * afterwards.
 */
export const createDemo = async (context: Context, tx: Tx): Promise<DemoAccount[]> => {
  const people = inventPeople(PATIENTS);
  const newPassword = () => (context.config.publicDemo ? DEMO_PASSWORD : generatePassword());
  const staff = await addAccounts(tx, 'assistant', assistants, newPassword);
  const clients = await addAccounts(tx, 'doctor', clinics, newPassword);
  const patientIDs = await addPatients(tx, people, clients);
  const { toSend: studies, studiesToday } = await addStudies(context, tx, people, patientIDs, clients, staff);
  const clientOf = (patient: number) => clients[ownerOf(patient)];
  const { clock, config } = context;
  if (staff[0]) {
    const patients = { people, patientIDs, clientOf, studiesToday };
    await addBookings(tx, patients, staff[0].id, { now: clock.now(), timeZone: config.timeZone });
  }
  await addReferrals(tx, { people, patientIDs, clientOf }, clock.now());
  await addIdentity(tx);
  await addShare(tx, patientIDs, clients, context.clock.now());
  await addConversations(tx, clients, staff, context.clock.now());
  // saved before the commit, so that the rows never exist without the file
  await saveStudiesToSend(context.config.dataDir, studies);
  const accounts = [...staff, ...clients];
  context.log.info({ accounts: accounts.length, studies: studies.length }, 'demonstration centre created');
  return accounts;
};

const addAccounts = async (
  tx: Tx,
  role: string,
  accounts: readonly {
    name: string;
    email: string;
    featureFlags?: readonly ('remote-viewer' | 'schedule')[];
  }[],
  newPassword: () => string,
): Promise<DemoAccount[]> => {
  const added: DemoAccount[] = [];
  for (const { name, email, featureFlags = [] } of accounts) {
    const password = newPassword();
    const account = { role, name, email, featureFlags: [...featureFlags] };
    const id = await insertAccount(tx, account, await hashPassword(password), false);
    added.push({ id, role, name, email, password });
  }
  return added;
};

const addPatients = async (tx: Tx, people: Person[], clients: DemoAccount[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const [i, person] of people.entries()) {
    const owner = clients[ownerOf(i)];
    if (owner) ids.push((await insertPatient(tx, owner.id, person)).id);
  }
  return ids;
};

/** The first clinic has most of the images, so that its account shows many features. */
const ownerOf = (patient: number) => (patient < 8 ? 0 : patient % clinics.length);

const addIdentity = async (tx: Tx): Promise<void> => {
  const { version, name } = await findPublishedIdentity(tx);
  // a centre that was named in the first start keeps its name
  if (name === '') await updateIdentity(tx, version, centre);
};

const addShare = async (tx: Tx, patientIDs: number[], clients: DemoAccount[], now: Date): Promise<void> => {
  const patientID = patientIDs[SHARED.patient];
  const receiver = clients[SHARED.withClient];
  if (patientID && receiver) {
    await insertShare(tx, patientID, receiver.id, after(now, -SHARED.daysAgo * DAY_MS));
  }
};

const addStudies = async (
  { clock, config }: Context,
  tx: Tx,
  people: Person[],
  patientIDs: number[],
  clients: DemoAccount[],
  staff: DemoAccount[],
): Promise<{ toSend: StudyToSend[]; studiesToday: Map<number, number> }> => {
  const toSend: StudyToSend[] = [];
  const studiesToday = new Map<number, number>();
  for (const [i, planned] of plan.entries()) {
    const { patient, type, daysAgo, daysToUpload = 0, comment, picture, report, question } = planned;
    const person = people[patient];
    const patientID = patientIDs[patient];
    const owner = clients[ownerOf(patient)];
    const creator = staff[i % staff.length];
    if (!person || !patientID || !owner || !creator) continue;
    const createdAt = after(clock.now(), -daysAgo * DAY_MS - (NEWEST_MINUTES_AGO + i * 17) * 60_000);
    const { id: studyID } = await insertStudy(tx, {
      patientID,
      doctorID: owner.id,
      patientName: person.name,
      doctorName: owner.name,
      type,
      comment,
      creatorID: creator.id,
      createdAt,
      ...(question !== undefined && requestColumns({ by: owner.id, at: createdAt, question })),
    });
    if (daysAgo === 0) studiesToday.set(patient, studyID);
    if (!picture) continue;
    const taken = after(createdAt, -daysToUpload * DAY_MS - MINUTES_TO_UPLOAD * 60_000);
    const [takenOn = '', takenAt = ''] = wallTime(taken, config.timeZone).split(' ');
    toSend.push({
      studyID,
      type,
      ...picture,
      ...(report && { report }),
      person,
      takenOn,
      takenAt,
      senderID: creator.id,
    });
  }
  return { toSend, studiesToday };
};
