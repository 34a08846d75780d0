import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { hash as argon2 } from '@node-rs/argon2';
import sharp from 'sharp';
import type { Flag } from '../../platform/access/actor.ts';
import type { MemberRole } from '@snimok/contract/people/client-members';
import { insertMember } from '../../people/accounts/account-rows/member-accounts.ts';
import { insertAccount } from '../../people/accounts/account-rows/accounts.ts';
import type { Context } from '../../platform/context.ts';

export interface Account {
  id: number;
  email: string;
  name: string;
  password: string;
}

export interface Made {
  patientID: number;
  doctorID: number;
}

/** The password of every account that a test makes. */
export const PASSWORD = 'Horosho-4itaem';
/**
 * The hash of `PASSWORD`, with the lowest cost that Argon2 permits. A sign-in takes a thousandth of the CPU time
 * that it takes in the product. A hash states its own cost, so the product needs no setting for this.
 */
let hash: Promise<string> | undefined;
const hashOfPassword = () => (hash ??= argon2(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 }));
let count = 0;

/** Inserts rows and objects for a test. Rows to which they refer are made too, unless they are given. */
export const makers = (context: Context, address: string) => {
  const account = (role: string, options?: AccountOptions) => makeAccount(context, role, options);
  const assistant = (options?: AccountOptions) => makeAccount(context, 'assistant', options);
  const doctor = (options?: AccountOptions) => makeAccount(context, 'doctor', options);
  const patient = async ({ doctor: owner, name = 'Иванов Иван Иванович' }: PatientOptions = {}) =>
    makePatient(context, owner ?? (await doctor()), name);
  const object = (content?: string) => makeObject(context, content);
  const study = async ({ doctor: owner, patient: of, ...options }: StudyOptions = {}) =>
    makeStudy(
      context,
      of ?? (await patient({ ...(owner && { doctor: owner }) })),
      await assistant(),
      options,
    );
  const member = (client: Account, role: MemberRole, options?: AccountOptions) =>
    makeMember(context, client, role, options);
  return { account, assistant, doctor, member, patient, study, object, address };
};

export type Make = ReturnType<typeof makers>;

interface AccountOptions {
  name?: string;
  email?: string;
  flags?: Flag[];
}

const makeAccount = async ({ db }: Context, role: string, options: AccountOptions = {}): Promise<Account> => {
  const n = ++count;
  const { name = `Участник ${n}`, email = `user${n}@clinic.test`, flags = [] } = options;
  const passwordHash = await hashOfPassword();
  const id = await insertAccount(db, { role, email, name, featureFlags: flags }, passwordHash, false);
  return { id, email, name, password: PASSWORD };
};

/** A person of a client. */
const makeMember = async (
  { db }: Context,
  client: Account,
  clientRole: MemberRole,
  options: AccountOptions = {},
): Promise<Account> => {
  const n = ++count;
  const { name = `Участник ${n}`, email = `user${n}@clinic.test` } = options;
  const passwordHash = await hashOfPassword();
  const id = await insertMember(db, { clientID: client.id, clientRole, email, name, passwordHash });
  return { id, email, name, password: PASSWORD };
};

interface PatientOptions {
  doctor?: Account;
  name?: string;
}

const makePatient = async ({ db }: Context, owner: Account, name: string): Promise<Made> => {
  const { id } = await db
    .insertInto('patients')
    .values({ doctorID: owner.id, name, sex: 'male', birthday: '1980-01-02', phone: '+79991234567' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { patientID: id, doctorID: owner.id };
};

interface StudyOptions {
  doctor?: Account;
  patient?: Made;
  type?: 'rg' | 'cbct';
  /** `done` and `archived` studies have a small object in the store. */
  status?: 'in-work' | 'done' | 'archived';
  /** Whether the study has a picture: a few grey pixels. */
  picture?: boolean;
}

const makeStudy = async (
  context: Context,
  patient: Made,
  creator: Account,
  { status = 'in-work', type = 'cbct', picture }: Omit<StudyOptions, 'doctor' | 'patient'>,
): Promise<Made & { studyID: number }> => {
  const { db, clock } = context;
  const objectID = status === 'in-work' ? null : await makeObject(context);
  if (objectID && picture) await makePictures(context, objectID);
  const names = await db
    .selectFrom('patients')
    .innerJoin('accounts', 'accounts.id', 'patients.doctorID')
    .select(['patients.name as patientName', 'accounts.name as doctorName'])
    .where('patients.id', '=', patient.patientID)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('studies')
    .values({
      patientID: patient.patientID,
      doctorID: patient.doctorID,
      ...names,
      type,
      status,
      objectID,
      creatorID: creator.id,
      createdAt: clock.now(),
      doneAt: status === 'in-work' ? null : clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...patient, studyID: id };
};

const makeObject = async (
  { db, storage }: Context,
  content = 'the one object of a study',
): Promise<string> => {
  const id = randomUUID();
  const key = `studies/${id}.zip`;
  await storage.put(key, Readable.from([Buffer.from(content)]));
  await db
    .insertInto('objects')
    .values({
      id,
      key,
      sizeBytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest(),
      imageCount: 1,
    })
    .execute();
  return id;
};

const makePictures = async ({ db, storage }: Context, objectID: string): Promise<void> => {
  const grey = { width: 64, height: 32, channels: 3 as const, background: '#888' };
  const jpeg = await sharp({ create: grey }).jpeg().toBuffer();
  for (const size of ['full', 'card']) {
    const key = `pictures/${objectID}/${size}.jpg`;
    await storage.put(key, Readable.from([jpeg]));
    await db.insertInto('objectPictures').values({ objectID, size, key, width: 64, height: 32 }).execute();
  }
};
