import type { StaffRight } from '@snimok/contract/people/staff';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { forbidden } from '../../platform/errors/errors.ts';
import { newToken } from '../../platform/secrets/hash-token.ts';
import type { SingleSignOn } from '../../platform/settings/single-sign-on-settings.ts';
import {
  type Account,
  findAccountByEmail,
  findAccountByID,
  insertAccount,
  setPassword,
} from '../accounts/account-rows/accounts.ts';
import type { SignedInAs } from '../accounts/sign-in/answer-sign-in.ts';
import { renewDevice } from '../accounts/sign-in/known-devices.ts';
import { hashPassword } from '../accounts/account-rows/passwords.ts';
import { recordFailures } from '../accounts/sign-in/record-failures.ts';
import type { ProviderSession, RecognisedSession } from '../accounts/sessions/provider-sessions.ts';
import { openSessionOf, type SignInCaller } from '../accounts/sign-in/sign-in.ts';
import { updateStaffFacts } from '../accounts/account-rows/staff-accounts.ts';
import { readRights } from '../accounts/sessions/stored-rights.ts';
import { refuseSuspended } from '../accounts/account-rows/suspensions.ts';
import { isFactorRequired, listMethods, type Method } from '../second-factors/factors.ts';
import type { Employee } from './exchange-code.ts';
import { findIdentity, insertIdentity, isBound, takePermit } from './identities.ts';
import type { Recognised } from './sealed-cookies.ts';
import { sentences } from './sentences.ts';

/** Null: the settings name no groups, so that rights are managed in the portal. */
const rightsOf = ({ groups }: SingleSignOn, employee: Employee): StaffRight[] | null =>
  groups.size === 0 ? null : [...new Set(employee.groups.flatMap((group) => groups.get(group) ?? []))];

const recognise = (sso: SingleSignOn, employee: Employee): Recognised => ({
  issuer: employee.issuer,
  subject: employee.subject,
  sessionID: employee.sessionID,
  rights: rightsOf(sso, employee),
  hasSecondFactor:
    sso.secondFactor === 'any' || employee.methods.some((each) => sso.secondFactor.includes(each)),
});

/** What a sign-in at the provider leads to. */
type EmployeeSignIn =
  | (SignedInAs & { step: 'done' })
  | { step: 'second-factor'; account: Account; methods: Method[]; provider: RecognisedSession }
  | { step: 'link'; account: Account; recognised: Recognised };

/**
 * Opens the session of an employee whom the provider has recognised. The account is the one that is bound to the subject. At the
 * first sign-in it is the account of the verified e-mail, after its password or with an administrator's permission, or a new one
 * if the groups give rights. Rights follow the groups. Throws 403 for everybody else, and for accounts of clients.
 */
export const signInEmployee = async (
  context: Context,
  sso: SingleSignOn,
  employee: Employee,
  by: SignInCaller,
): Promise<EmployeeSignIn> => {
  const { db } = context;
  const boundID = await findIdentity(db, employee);
  const found = await findAccountOf(db, boundID, employee);
  const mailbox = employee.email ?? `${employee.issuer} ${employee.subject}`;
  return recordFailures(context, { mailbox, account: found }, by, async () => {
    if (found && found.role !== 'assistant') throw forbidden(sentences.ssoOtherAccount);
    const recognised = recognise(sso, employee);
    const { rights } = recognised;
    if (rights?.length === 0 || (!found && !rights)) throw forbidden(sentences.ssoNoGroup);
    if (!found) {
      const create = (tx: Tx) => createEmployee(context, tx, by, employee, recognised);
      const account = await db.transaction().execute(create);
      return open(context, account, recognised, employee.authenticatedAt, by);
    }
    refuseSuspended(found);
    if (found.disabledAt) throw forbidden(sentences.ssoDisabled);
    const isFirst = boundID === undefined;
    if (isFirst && (await isBound(db, found.id))) throw forbidden(sentences.ssoOtherAccount);
    const account = await db.transaction().execute(async (tx) => {
      if (isFirst && !(await takePermit(tx, found.id, context.clock.now()))) return null;
      return admit(context, tx, by, found, recognised);
    });
    if (!account) return { step: 'link', account: found, recognised };
    return open(context, account, recognised, employee.authenticatedAt, by);
  });
};

/** Undefined if the employee has no account yet. */
const findAccountOf = async (
  db: Tx,
  boundID: number | undefined,
  { email }: Employee,
): Promise<Account | undefined> => {
  if (boundID !== undefined) return findAccountByID(db, boundID);
  return email === null ? undefined : findAccountByEmail(db, email);
};

/**
 * Binds the account to a person whom the provider has recognised before, and opens her session. The caller has checked that she
 * has just signed in to the account, with all factors that it needs.
 */
export const linkEmployee = async (
  context: Context,
  accountID: number,
  recognised: Recognised,
  by: SignInCaller,
): Promise<SignedInAs> => {
  const found = await findAccountByID(context.db, accountID);
  if (found?.role !== 'assistant') throw forbidden(sentences.ssoOtherAccount);
  const account = await context.db.transaction().execute((tx) => admit(context, tx, by, found, recognised));
  const { issuer, sessionID, hasSecondFactor } = recognised;
  const provider = { issuer, sessionID, authenticatedAt: context.clock.now() };
  return openFor(context, account, { provider, hasSecondFactor }, by, async () => true);
};

/** Opens the session, or returns the methods of the second step if the account needs one. */
const open = async (
  context: Context,
  account: Account,
  recognised: Recognised,
  authenticatedAt: Date | null,
  by: SignInCaller,
): Promise<EmployeeSignIn> => {
  const { issuer, sessionID, hasSecondFactor } = recognised;
  const listNeeded = async (db: Tx) => (hasSecondFactor ? [] : listMethods(db, context.config, account.id));
  const methods = await listNeeded(context.db);
  if (methods.length > 0) return { step: 'second-factor', account, methods, provider: { issuer, sessionID } };
  const hasAll = async (tx: Tx) => (await listNeeded(tx)).length === 0;
  const provider = { issuer, sessionID, authenticatedAt };
  return { step: 'done', ...(await openFor(context, account, { provider, hasSecondFactor }, by, hasAll)) };
};

const openFor = async (
  context: Context,
  account: Account,
  { provider, hasSecondFactor }: { provider: ProviderSession; hasSecondFactor: boolean },
  by: SignInCaller,
  present: (tx: Tx) => Promise<boolean>,
): Promise<SignedInAs> => {
  const hasOwn = (await listMethods(context.db, context.config, account.id)).length > 0;
  const isDue = !hasOwn && isFactorRequired(context.config, account.role);
  const session = await openSessionOf(context, account, by, {
    secondFactor: hasSecondFactor || hasOwn ? 'passed' : isDue ? 'due' : 'none',
    provider,
    present,
  });
  if (!session) throw forbidden(sentences.ssoRefused);
  const known = by.devices.find((device) => device.accountID === account.id);
  return { account, session, device: renewDevice(account.id, known, context.clock.now()) };
};

/** From now on the account belongs to the person, with the rights of her groups. */
const admit = async (
  context: Context,
  tx: Tx,
  by: Initiator,
  found: Account,
  recognised: Recognised,
): Promise<Account> => {
  // the account signs in through the provider, so a temporary password from a letter must stop working
  if (found.passwordIsTemporary) await setPassword(tx, found.id, await unknownPassword(), false);
  if (recognised.rights) await changeRights(tx, by, found, recognised.rights);
  await bind(tx, by, recognised, found.id, context.clock.now());
  return requireAccount(tx, found.id);
};

const unknownPassword = () => hashPassword(newToken());

const createEmployee = async (
  context: Context,
  tx: Tx,
  by: Initiator,
  { issuer, subject, email, name }: Employee,
  recognised: Recognised,
): Promise<Account> => {
  if (email === null) throw forbidden(sentences.ssoNoEmail);
  const rights = recognised.rights ?? [];
  const account = { role: 'assistant', email, name: name ?? email, featureFlags: [], rights };
  const id = await insertAccount(tx, account, await unknownPassword(), false);
  const details = { rights: rights.join(' '), provider: new URL(issuer).host };
  await record(tx, byAccount(by, id), { action: 'staff.create', doctorID: id, details });
  const identity = { issuer, subject, accountID: id, createdAt: context.clock.now() };
  if (!(await insertIdentity(tx, identity))) throw forbidden(sentences.ssoOtherAccount);
  return requireAccount(tx, id);
};

const requireAccount = async (tx: Tx, accountID: number): Promise<Account> => {
  const account = await findAccountByID(tx, accountID);
  if (!account) throw forbidden(sentences.ssoRefused);
  return account;
};

const changeRights = async (tx: Tx, by: Initiator, account: Account, rights: StaffRight[]): Promise<void> => {
  const { id } = account;
  const before = readRights(account);
  if (before.length === rights.length && rights.every((right) => before.includes(right))) return;
  const withdrawn = await updateStaffFacts(tx, id, { rights });
  const details = { rights: rights.join(' '), withdrawn: withdrawn.join(' ') };
  await record(tx, byAccount(by, id), { action: 'staff.change', doctorID: id, details });
};

/** Throws 403 if the account belongs to another person at the provider, or the person to another account. */
const bind = async (
  tx: Tx,
  by: Initiator,
  { issuer, subject }: Recognised,
  accountID: number,
  createdAt: Date,
): Promise<void> => {
  if ((await findIdentity(tx, { issuer, subject })) === accountID) return;
  if (!(await insertIdentity(tx, { issuer, subject, accountID, createdAt })))
    throw forbidden(sentences.ssoOtherAccount);
  const details = { provider: new URL(issuer).host };
  await record(tx, byAccount(by, accountID), { action: 'account.bind-sso', details });
};

const byAccount = ({ address }: Initiator, accountID: number): Initiator => ({
  actor: { kind: 'account', accountID },
  address,
});
