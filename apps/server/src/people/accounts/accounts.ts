import { sql } from 'kysely';
import type { Flag } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { enqueueLetter, withdrawLettersAbout } from '../../platform/letters/letters.ts';
import { findLetterAbout } from '../../platform/letters/queries.ts';
import { publishCountersChange } from '../../platform/realtime/publish-changes.ts';
import { sentences } from '../../platform/sentences.ts';
import { generatePassword, hashPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

export interface NewAccount {
  role: string;
  email: string;
  name: string;
  featureFlags: Flag[];
}

export const findAccountName = async (db: Tx, accountID: number): Promise<string> => {
  const { name } = await db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', accountID)
    .executeTakeFirstOrThrow();
  return name;
};

export const findAccountByEmail = (db: Tx, email: string) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where((account) => account(account.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst();

/**
 * False when the password was changed, or the account switched off, since it was read. Otherwise both wait for this
 * transaction, and so end the session that it opens.
 */
export const lockIfUnchanged = async (
  tx: Tx,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<boolean> => {
  const unchanged = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  return unchanged !== undefined;
};

/** `passwordIsTemporary` marks one that the portal made up: its owner is asked for her own. */
export const insertAccount = async (
  db: Tx,
  { role, email, name, featureFlags }: NewAccount,
  passwordHash: string,
  passwordIsTemporary: boolean,
): Promise<number> => {
  const inserted = await db
    .insertInto('accounts')
    .values({ role, email, name, featureFlags, passwordHash, passwordIsTemporary })
    .onConflict((taken) => taken.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw conflict(sentences.emailTaken);
  return inserted.id;
};

/** What the letters with an account's password are about. */
export const aboutPassword = (accountID: number) => `password:${accountID}`;

/** A new client and her welcome letter with the password: neither exists without the other. */
export const createClient = async (
  { db, config }: Context,
  by: Initiator,
  client: Omit<NewAccount, 'role'>,
): Promise<{ doctorID: number }> => {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const doctorID = await insertAccount(tx, { ...client, role: 'doctor' }, passwordHash, true);
    await record(tx, by, { action: 'doctor.create', doctorID });
    const facts = { name: client.name, email: client.email, password, signInURL: config.publicURL };
    await enqueueLetter(tx, 'welcome', client.email, facts, aboutPassword(doctorID));
    await publishCountersChange(tx, ['assistants']);
    return { doctorID };
  });
};

/**
 * A new password by letter; whoever was signed in with the old one is out. A letter made once is not made again with
 * the same password, which nobody keeps: who has not had her welcome yet is welcomed with the new one.
 */
export const mailNewPassword = async (
  { db, config }: Context,
  by: Initiator,
  account: { id: number; name: string; email: string },
): Promise<void> => {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, account.id, passwordHash, true);
    await endSessionsOf(tx, account.id);
    await record(tx, by, { action: 'doctor.reset-password', doctorID: account.id });
    const about = aboutPassword(account.id);
    const before = await findLetterAbout(tx, about);
    const template = before?.template === 'welcome' && !before.sentAt ? 'welcome' : 'new-password';
    const facts = { name: account.name, email: account.email, password, signInURL: config.publicURL };
    await withdrawLettersAbout(tx, about);
    await enqueueLetter(tx, template, account.email, facts, about);
  });
};

export const setPassword = async (
  db: Tx,
  accountID: number,
  passwordHash: string,
  passwordIsTemporary: boolean,
): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ passwordHash, passwordIsTemporary })
    .where('id', '=', accountID)
    .execute();
  // a reset link in an old letter must not undo the newest choice
  await db.deleteFrom('passwordResets').where('accountID', '=', accountID).execute();
};

/** Switches an account off: it cannot sign in, and whoever is signed in with it is out at once. */
export const disableAccount = async (db: Tx, accountID: number, now: Date): Promise<void> => {
  await db.updateTable('accounts').set({ disabledAt: now }).where('id', '=', accountID).execute();
  await endSessionsOf(db, accountID);
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
