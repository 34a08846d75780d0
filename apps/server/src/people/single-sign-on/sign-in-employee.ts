import type { StaffRight } from '@snimok/contract/staff';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { forbidden } from '../../platform/errors.ts';
import { newToken } from '../../platform/hash-token.ts';
import { sentences } from '../../platform/sentences.ts';
import type { SingleSignOn } from '../../platform/single-sign-on-settings.ts';
import {
  type Account,
  findAccountByEmail,
  findAccountByID,
  insertAccount,
  setPassword,
} from '../accounts/accounts.ts';
import type { SignedInAs } from '../accounts/answer-sign-in.ts';
import { renewDevice } from '../accounts/known-devices.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { recordFailures } from '../accounts/record-failures.ts';
import { openSessionOf, type SignInCaller } from '../accounts/sign-in.ts';
import { updateStaffFacts } from '../accounts/staff-accounts.ts';
import { refuseSuspended } from '../accounts/suspensions.ts';
import type { Employee } from './exchange-code.ts';
import { findIdentity, insertIdentity } from './identities.ts';

/** Null: the settings name no groups, so that rights are managed in the portal. */
const rightsOf = ({ groups }: SingleSignOn, employee: Employee): Set<StaffRight> | null =>
  groups.size === 0 ? null : new Set(employee.groups.flatMap((group) => groups.get(group) ?? []));

/**
 * Opens the session of an employee whom the provider has recognised, with its second factor if it asks for one. Her account is
 * that of the subject; at the first sign-in that of the verified e-mail, or a new one if her groups give rights. Rights follow
 * the groups. Throws 403 for everybody else, and for accounts of clients.
 */
export const signInEmployee = async (
  context: Context,
  sso: SingleSignOn,
  employee: Employee,
  by: SignInCaller,
): Promise<SignedInAs> => {
  const { db, clock } = context;
  const found = await findAccountOf(db, employee);
  const mailbox = employee.email ?? `${employee.issuer} ${employee.subject}`;
  return recordFailures(context, { mailbox, account: found }, by, async () => {
    if (found && found.role !== 'assistant') throw forbidden(sentences.ssoOtherAccount);
    const rights = rightsOf(sso, employee);
    if (rights?.size === 0 || (!found && !rights)) throw forbidden(sentences.ssoNoGroup);
    if (found) refuseSuspended(found);
    if (found?.disabledAt) throw forbidden(sentences.ssoDisabled);
    // a random password: the account signs in through the provider, so a temporary password from a letter must stop working
    const passwordHash = await hashPassword(newToken());
    const accountID = await db.transaction().execute(async (tx) => {
      const id = found?.id ?? (await createEmployee(tx, by, employee, [...(rights ?? [])], passwordHash));
      if (found?.passwordIsTemporary) await setPassword(tx, id, passwordHash, false);
      if (found && rights) await changeRights(tx, by, found, rights);
      await bind(tx, employee, id, clock.now());
      return id;
    });
    const account = await findAccountByID(db, accountID);
    if (!account) throw forbidden(sentences.ssoRefused);
    const session = await openSessionOf(context, account, by, {
      secondFactor: 'passed',
      provider: { issuer: employee.issuer, sessionID: employee.sessionID },
      present: async () => true,
    });
    if (!session) throw forbidden(sentences.ssoRefused);
    const known = by.devices.find((device) => device.accountID === account.id);
    return { account, session, device: renewDevice(account.id, known, clock.now()) };
  });
};

/** Undefined if she has none yet. */
const findAccountOf = async (db: Tx, employee: Employee): Promise<Account | undefined> => {
  const bound = await findIdentity(db, employee);
  if (bound !== undefined) return findAccountByID(db, bound);
  return employee.email === null ? undefined : findAccountByEmail(db, employee.email);
};

const createEmployee = async (
  tx: Tx,
  by: Initiator,
  { issuer, email, name }: Employee,
  rights: StaffRight[],
  passwordHash: string,
): Promise<number> => {
  if (email === null) throw forbidden(sentences.ssoNoEmail);
  const account = { role: 'assistant', email, name: name ?? email, featureFlags: [], rights };
  const id = await insertAccount(tx, account, passwordHash, false);
  const details = { rights: rights.join(' '), provider: new URL(issuer).host };
  await record(tx, byAccount(by, id), { action: 'staff.create', doctorID: id, details });
  return id;
};

const changeRights = async (
  tx: Tx,
  by: Initiator,
  { id, rights: before }: Account,
  rights: Set<StaffRight>,
): Promise<void> => {
  if (before.length === rights.size && [...rights].every((right) => before.includes(right))) return;
  const withdrawn = await updateStaffFacts(tx, id, { rights: [...rights] });
  const details = { rights: [...rights].join(' '), withdrawn: withdrawn.join(' ') };
  await record(tx, byAccount(by, id), { action: 'staff.change', doctorID: id, details });
};

/** The account belongs to this subject from now on. Throws 403 if it belongs to another one. */
const bind = async (tx: Tx, { issuer, subject }: Employee, accountID: number, createdAt: Date) => {
  if ((await findIdentity(tx, { issuer, subject })) === accountID) return;
  if (!(await insertIdentity(tx, { issuer, subject, accountID, createdAt })))
    throw forbidden(sentences.ssoOtherAccount);
};

const byAccount = ({ address }: Initiator, accountID: number): Initiator => ({
  actor: { kind: 'account', accountID },
  address,
});
