import { insertAccount } from '../../people/accounts/accounts.ts';
import { generatePassword, hashPassword } from '../../people/accounts/passwords.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { after } from '../../platform/outside/clock.ts';
import { DAY_MS } from '../../platform/duration.ts';
import { insertShare } from '../../people/patient-shares/queries.ts';
import { insertPatient } from '../../people/patients/queries.ts';
import { insertStudy } from '../../studies/studies/queries.ts';
import { addConversations } from './conversations.ts';
import { assistants, clinics, inventPeople, type Person } from './people.ts';
import { saveStudiesToSend, type StudyToSend } from './to-send.ts';

export interface DemoAccount {
  role: string;
  name: string;
  email: string;
  password: string;
}

const PATIENTS = 36;

/** The studies, newest first. Those without a seed get no images and stay in work. */
const plan: {
  patient: number;
  type: 'rg' | 'cbct';
  daysAgo: number;
  comment: string;
  seed: number | null;
}[] = [
  { patient: 0, type: 'cbct', daysAgo: 0, comment: 'Планирование имплантации 25', seed: 1 },
  {
    patient: 1,
    type: 'rg',
    daysAgo: 0,
    comment: 'Ортопантомограмма перед ортодонтическим лечением',
    seed: 2,
  },
  { patient: 4, type: 'rg', daysAgo: 0, comment: '', seed: null },
  {
    patient: 7,
    type: 'cbct',
    daysAgo: 1,
    comment: 'Положение 48 относительно нижнечелюстного канала',
    seed: null,
  },
  { patient: 2, type: 'rg', daysAgo: 1, comment: 'Контроль после эндодонтического лечения 46', seed: 3 },
  { patient: 10, type: 'rg', daysAgo: 2, comment: 'Перед удалением 38', seed: 6 },
  { patient: 3, type: 'rg', daysAgo: 6, comment: '', seed: 4 },
  { patient: 11, type: 'rg', daysAgo: 9, comment: '', seed: 7 },
  { patient: 0, type: 'rg', daysAgo: 40, comment: 'Обзорный снимок', seed: 5 },
];

/** The first clinic shares the patient with the most studies with the second client. */
const SHARED = { patient: 0, withClient: 1, daysAgo: 3 };

/** Whether to make the demonstration centre: it is not switched off, and there are no accounts. */
const isWanted = async ({ config, db }: Context): Promise<boolean> => {
  if (!config.demo) return false;
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return account === undefined;
};

/**
 * Inserts the accounts, patients and studies of the demonstration centre, and returns the accounts; null if it is not
 * wanted. The images are uploaded afterwards.
 */
export const fillDemo = async (context: Context): Promise<DemoAccount[] | null> => {
  if (!(await isWanted(context))) return null;
  const people = inventPeople(PATIENTS);
  const { accounts, studies } = await context.db.transaction().execute(async (tx) => {
    const staff = await addAccounts(tx, 'assistant', assistants);
    const clients = await addAccounts(tx, 'doctor', clinics);
    const patientIDs = await addPatients(tx, people, clients);
    const studies = await addStudies(context, tx, people, patientIDs, clients, staff);
    await addShare(tx, patientIDs, clients, context.clock.now());
    await addConversations(tx, clients, staff, context.clock.now());
    // before the commit, so that the rows never exist without the file
    await saveStudiesToSend(context.config.dataDir, studies);
    return { accounts: [...staff, ...clients], studies };
  });
  context.log.info({ accounts: accounts.length, studies: studies.length }, 'demonstration centre created');
  return accounts;
};

type Added = DemoAccount & { id: number };

const addAccounts = async (
  tx: Tx,
  role: string,
  accounts: readonly {
    name: string;
    email: string;
    featureFlags?: readonly ('remote-viewer' | 'schedule')[];
  }[],
): Promise<Added[]> => {
  const added: Added[] = [];
  for (const { name, email, featureFlags = [] } of accounts) {
    const password = generatePassword();
    const account = { role, name, email, featureFlags: [...featureFlags] };
    const id = await insertAccount(tx, account, await hashPassword(password), false);
    added.push({ id, role, name, email, password });
  }
  return added;
};

const addPatients = async (tx: Tx, people: Person[], clients: Added[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const [i, person] of people.entries()) {
    const owner = clients[ownerOf(i)];
    if (owner) ids.push((await insertPatient(tx, owner.id, person)).id);
  }
  return ids;
};

/** The first clinic has most of the images, so that its account shows many features. */
const ownerOf = (patient: number) => (patient < 8 ? 0 : patient % clinics.length);

const addShare = async (tx: Tx, patientIDs: number[], clients: Added[], now: Date): Promise<void> => {
  const [patientID, receiver] = [patientIDs[SHARED.patient], clients[SHARED.withClient]];
  if (patientID && receiver) {
    await insertShare(tx, patientID, receiver.id, after(now, -SHARED.daysAgo * DAY_MS));
  }
};

const addStudies = async (
  { clock }: Context,
  tx: Tx,
  people: Person[],
  patientIDs: number[],
  clients: Added[],
  staff: Added[],
): Promise<StudyToSend[]> => {
  const toSend: StudyToSend[] = [];
  for (const [i, { patient, type, daysAgo, comment, seed }] of plan.entries()) {
    const [person, patientID, owner] = [people[patient], patientIDs[patient], clients[ownerOf(patient)]];
    const creator = staff[i % staff.length];
    if (!person || !patientID || !owner || !creator) continue;
    const createdAt = after(clock.now(), -daysAgo * DAY_MS - i * 17 * 60_000);
    const { id: studyID } = await insertStudy(tx, {
      patientID,
      doctorID: owner.id,
      patientName: person.name,
      doctorName: owner.name,
      type,
      comment,
      creatorID: creator.id,
      createdAt,
    });
    if (seed === null) continue;
    toSend.push({
      studyID,
      type,
      seed,
      person,
      takenOn: createdAt.toISOString().slice(0, 10),
      senderID: creator.id,
    });
  }
  return toSend;
};
