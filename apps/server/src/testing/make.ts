import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { Flag } from '../platform/access/actor.ts';
import { insertAccount } from '../people/accounts/accounts.ts';
import { hashPassword } from '../people/accounts/passwords.ts';
import type { Context } from '../platform/context.ts';

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

const PASSWORD = 'Horosho-4itaem';
let hash: Promise<string> | undefined;
let count = 0;

/** Things to put into a test's portal. What a thing stands on is invented when the test does not say. */
export const makers = (context: Context, address: string) => {
  const { db, clock, storage } = context;
  const account = async (
    role: string,
    wish: { name?: string; email?: string; flags?: Flag[] } = {},
  ): Promise<Account> => {
    const n = ++count;
    const { name = `Участник ${n}`, email = `user${n}@clinic.test`, flags = [] } = wish;
    hash ??= hashPassword(PASSWORD);
    const id = await insertAccount(db, { role, email, name, featureFlags: flags }, await hash, false);
    return { id, email, name, password: PASSWORD };
  };
  const assistant = (wish?: { name?: string; email?: string }) => account('assistant', wish);
  const doctor = (wish?: { name?: string; email?: string; flags?: Flag[] }) => account('doctor', wish);

  const patient = async (wish: { doctor?: Account; name?: string } = {}): Promise<Made> => {
    const owner = wish.doctor ?? (await doctor());
    const { id } = await db
      .insertInto('patients')
      .values({
        doctorID: owner.id,
        name: wish.name ?? 'Иванов Иван Иванович',
        sex: 'male',
        birthday: '1980-01-02',
        phone: '+79991234567',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { patientID: id, doctorID: owner.id };
  };

  /** `done` comes with a small object in the store, so that it can be downloaded. */
  const study = async (
    wish: {
      doctor?: Account;
      patient?: Made;
      type?: 'rg' | 'cbct';
      status?: 'in-work' | 'done' | 'archived';
      /** with a grey picture of a few pixels */
      picture?: boolean;
    } = {},
  ): Promise<Made & { studyID: number }> => {
    const of = wish.patient ?? (await patient({ ...(wish.doctor && { doctor: wish.doctor }) }));
    const { status = 'in-work', type = 'cbct' } = wish;
    const creator = await assistant();
    const objectID = status === 'in-work' ? null : await object();
    if (objectID && wish.picture) await pictures(objectID);
    const names = await db
      .selectFrom('patients')
      .innerJoin('accounts', 'accounts.id', 'patients.doctorID')
      .select(['patients.name as patientName', 'accounts.name as doctorName'])
      .where('patients.id', '=', of.patientID)
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('studies')
      .values({
        patientID: of.patientID,
        doctorID: of.doctorID,
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
    return { ...of, studyID: id };
  };

  const object = async (content = 'the one object of a study'): Promise<string> => {
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

  const pictures = async (objectID: string): Promise<void> => {
    const grey = { width: 64, height: 32, channels: 3 as const, background: '#888' };
    const jpeg = await sharp({ create: grey }).jpeg().toBuffer();
    for (const size of ['full', 'card']) {
      const key = `pictures/${objectID}/${size}.jpg`;
      await storage.put(key, Readable.from([jpeg]));
      await db.insertInto('objectPictures').values({ objectID, size, key, width: 64, height: 32 }).execute();
    }
  };

  return { account, assistant, doctor, patient, study, object, address };
};

export type Make = ReturnType<typeof makers>;
