import type { StaffRight } from '@snimok/contract/people/staff';
import { sql } from 'kysely';
import type { Flag } from '../../../platform/access/actor.ts';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, notFound } from '../../../platform/errors/errors.ts';
import { enqueueLetter, withdrawLettersAbout } from '../../../platform/letters/letters.ts';
import { findLetterAbout } from '../../../platform/letters/queries.ts';
import { publishCountersChange } from '../../../platform/realtime/publish-changes.ts';
import { generatePassword, hashPassword } from './passwords.ts';
import { countPasswordLetter } from '../limits/letter-limit.ts';
import { requireOtherAdministrator } from './administrators.ts';
import { endSessionsOf, endSessionsOfPeople } from '../sessions/sessions.ts';
import { storeRights } from '../sessions/stored-rights.ts';
import { sentences } from '../sentences.ts';

interface NewAccount {
  role: string;
  email: string;
  name: string;
  featureFlags: Flag[];
  /** the rights of an assistant; by default all */
  rights?: StaffRight[];
  post?: string | undefined;
}

export const findAccountName = async (db: Tx, accountID: number): Promise<string> => {
  const { name } = await db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', accountID)
    .executeTakeFirstOrThrow();
  return name;
};

/** The name and the position of an account that signs a report. */
export const findAuthor = (db: Tx, accountID: number) =>
  db.selectFrom('accounts').select(['name', 'post']).where('id', '=', accountID).executeTakeFirstOrThrow();

export const findAccountByEmail = (db: Tx, email: string) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where((account) => account(account.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst();

export type Account = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>;

export const findAccountByID = (db: Tx, accountID: number): Promise<Account | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', accountID).executeTakeFirst();

/** The enabled account with this role that was created first. */
export const findFirstAccount = (db: Tx, role: string): Promise<Account | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('role', '=', role)
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/**
 * False if the password has changed or the account was disabled since the row was read. Otherwise locks the row: a later change
 * of either waits for this transaction, and then ends the session that this transaction opens.
 */
export const lockIfUnchanged = async (
  tx: Tx,
  { id, passwordHash, passwordIsTemporary }: Pick<Account, 'id' | 'passwordHash' | 'passwordIsTemporary'>,
): Promise<boolean> => {
  const found = tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('disabledAt', 'is', null);
  // the row of a one-time password is also updated, and two transactions with shared locks would then deadlock
  const unchanged = await (passwordIsTemporary ? found.forUpdate() : found.forShare()).executeTakeFirst();
  return unchanged !== undefined;
};

/**
 * `passwordIsTemporary` is true for a password that was sent by letter (`one-time-password.ts`). Its age counts from
 * `passwordSetAt`; the default is the database's time.
 */
export const insertAccount = async (
  db: Tx,
  { role, email, name, featureFlags, rights, post = '' }: NewAccount,
  passwordHash: string,
  passwordIsTemporary: boolean,
  passwordSetAt?: Date,
): Promise<number> => {
  const inserted = await db
    .insertInto('accounts')
    .values({
      role,
      email,
      name,
      post,
      featureFlags,
      passwordHash,
      passwordIsTemporary,
      ...(passwordSetAt && { passwordSetAt }),
      ...(rights && storeRights(rights)),
    })
    .onConflict((existing) => existing.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw conflict(sentences.emailTaken);
  return inserted.id;
};

/** The value of `letters.about` for letters that contain an account's password. */
export const aboutPassword = (accountID: number) => `password:${accountID}`;

interface Addressee {
  id: number;
  role: string;
  name: string;
  email: string;
}

const mailPassword = (
  tx: Tx,
  { publicURL, welcomePasswordMaxAgeMs }: Context['config'],
  template: 'welcome' | 'new-password',
  { id, role, name, email }: Addressee,
  password: string,
) => {
  const facts = {
    name,
    email,
    password,
    signInURL: publicURL,
    isStaff: role === 'assistant',
    validMinutes: Math.ceil(welcomePasswordMaxAgeMs / 60_000),
  };
  return enqueueLetter(tx, template, { ofAccount: email }, facts, aboutPassword(id));
};

/**
 * Creates an account with a generated password, and queues the welcome letter in the same transaction. Returns the account's id.
 */
export const createAccount = async (
  { db, config, clock }: Context,
  by: Initiator,
  account: NewAccount,
): Promise<number> => {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const id = await insertAccount(tx, account, passwordHash, true, clock.now());
    const isStaff = account.role === 'assistant';
    await record(tx, by, {
      action: isStaff ? 'staff.create' : 'doctor.create',
      doctorID: id,
      ...(isStaff && { details: { rights: (account.rights ?? []).join(' ') } }),
    });
    await mailPassword(tx, config, 'welcome', { id, ...account }, password);
    if (!isStaff) await publishCountersChange(tx, ['assistants']);
    return id;
  });
};

/**
 * Sets a generated password, ends the account's sessions and sends the password by letter. A letter with the old password that
 * is not sent yet is replaced, because that password no longer works. A welcome letter is replaced by a welcome letter.
 */
export const mailNewPassword = async (context: Context, by: Initiator, account: Addressee): Promise<void> => {
  const { db, config, clock } = context;
  await countPasswordLetter(context, account.id);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, account.id, passwordHash, true, clock.now());
    await endSessionsOf(tx, account.id);
    const action = account.role === 'assistant' ? 'staff.reset-password' : 'doctor.reset-password';
    await record(tx, by, { action, doctorID: account.id });
    const about = aboutPassword(account.id);
    const previous = await findLetterAbout(tx, about);
    const template = previous?.template === 'welcome' && !previous.sentAt ? 'welcome' : 'new-password';
    await withdrawLettersAbout(tx, about);
    await mailPassword(tx, config, template, account, password);
  });
};

/** Arguments as for `insertAccount`. Without `passwordSetAt`, a trigger takes the database's time (0029_sign_in.sql). */
export const setPassword = async (
  db: Tx,
  accountID: number,
  passwordHash: string,
  passwordIsTemporary: boolean,
  passwordSetAt?: Date,
): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({
      passwordHash,
      passwordIsTemporary,
      ...(passwordSetAt && { passwordSetAt, passwordUsedAt: null }),
    })
    .where('id', '=', accountID)
    .execute();
  // a reset link in an older letter must not replace the newer password
  await db.deleteFrom('passwordResets').where('accountID', '=', accountID).execute();
};

/**
 * Disables sign-in for an account, and ends its sessions; for a client also the sessions of its people. Throws 409 for
 * the last administrator unless `evenLastAdministrator` is set.
 */
export const disableAccount = async (
  db: Tx,
  accountID: number,
  now: Date,
  { evenLastAdministrator = false } = {},
): Promise<void> => {
  if (!evenLastAdministrator) await requireOtherAdministrator(db, accountID);
  const disabled = { disabledAt: now, suspendedAt: null };
  await db.updateTable('accounts').set(disabled).where('id', '=', accountID).execute();
  await endSessionsOf(db, accountID);
  await endSessionsOfPeople(db, accountID);
};

export const updateDoctorFacts = async (
  db: Tx,
  doctorID: number,
  { name, featureFlags }: { name: string; featureFlags: Flag[] },
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ name, featureFlags })
    .where('id', '=', doctorID)
    .where('role', '=', 'doctor')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound(sentences.noDoctor);
};
