import { parseArgs } from 'node:util';
import { FeatureFlag } from '@snimok/contract/people/doctors';
import { Email, Name } from '@snimok/contract/values/fields';
import { STAFF_RIGHTS, StaffRight } from '@snimok/contract/people/staff';
import { z } from 'zod';
import {
  type Account,
  disableAccount,
  findAccountByEmail,
  insertAccount,
} from '../../people/accounts/account-rows/accounts.ts';
import {
  checkNewPassword,
  generatePassword,
  hashPassword,
} from '../../people/accounts/account-rows/passwords.ts';
import { updateStaffFacts } from '../../people/accounts/account-rows/staff-accounts.ts';
import { readRights, rightsColumns } from '../../people/accounts/sessions/stored-rights.ts';
import { endSessionsOf } from '../../people/accounts/sessions/sessions.ts';
import { deleteFactors } from '../../people/second-factors/factors.ts';
import { commandInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { chooseCommand, print, runCommandLine, UsageError, withContext } from './command-line.ts';

const usage = `Usage:
  npm run account -- add --role assistant|doctor --email E --name N [--password P] [--flags remote-viewer,schedule]
    [--rights all|studies,clients,…]
  npm run account -- list
  npm run account -- disable --email E [--even-last-administrator]
  npm run account -- reset-mfa EMAIL
  npm run account -- rights --email E --rights all|studies,clients,…

Rights of assistants: ${STAFF_RIGHTS.join(', ')}; all unless given.
`;

const options = {
  role: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  password: { type: 'string' },
  flags: { type: 'string' },
  rights: { type: 'string' },
  'even-last-administrator': { type: 'boolean' },
} as const;

const Rights = z
  .string()
  .transform((text) => (text === 'all' ? [...STAFF_RIGHTS] : text.split(',').filter(Boolean)))
  .pipe(z.array(StaffRight, { error: `--rights takes all, or some of ${STAFF_RIGHTS.join(',')}` }));

const NewAccount = z.object({
  role: z.enum(['assistant', 'doctor'], { error: '--role must be assistant or doctor' }),
  email: z.string({ error: '--email is missing' }).pipe(Email),
  name: z.string({ error: '--name is missing' }).pipe(Name),
  flags: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(FeatureFlag, { error: '--flags takes remote-viewer and schedule' })),
  rights: Rights.default([...STAFF_RIGHTS]),
});

const add = async ({ db }: Context, values: Record<string, string | undefined>): Promise<void> => {
  const parsed = NewAccount.safeParse(values);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map((issue) => issue.message).join('; '));
  const { flags, ...account } = parsed.data;
  const password = values.password ?? generatePassword();
  if (values.password) await checkNewPassword(password, account);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const id = await insertAccount(tx, { ...account, featureFlags: flags }, passwordHash, false);
    await record(tx, commandInitiator, {
      action: 'account.create',
      doctorID: id,
      details: {
        role: account.role,
        ...(account.role === 'assistant' && { rights: account.rights.join(' ') }),
      },
    });
  });
  print(`${account.role} ${account.email} added`);
  if (!values.password) print(`Password: ${password}`);
};

const nameRights = (rights: string[]): string =>
  STAFF_RIGHTS.every((right) => rights.includes(right)) ? 'all rights' : rights.join(',') || 'no rights';

const list = async ({ db }: Context): Promise<void> => {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'role', 'email', 'name', 'disabledAt', ...rightsColumns])
    .orderBy('id')
    .execute();
  for (const { id, role, email, name, disabledAt, ...stored } of accounts) {
    const facts = [id, role, email, name, disabledAt ? 'disabled' : 'active'];
    print([...facts, ...(role === 'assistant' ? [nameRights(readRights(stored))] : [])].join('\t'));
  }
};

const requireAccount = async (db: Tx, email: string | undefined): Promise<Account> => {
  if (!email) throw new UsageError('--email is missing');
  const account = await findAccountByEmail(db, email);
  if (!account) throw new UsageError(`There is no account ${email}.`);
  return account;
};

const disable = async (
  { db, clock }: Context,
  { email }: Record<string, string | undefined>,
  _: string[],
  evenLastAdministrator: boolean,
): Promise<void> => {
  const account = await requireAccount(db, email);
  await orUsageError(LAST_TO_DISABLE, () =>
    db.transaction().execute(async (tx) => {
      await disableAccount(tx, account.id, clock.now(), { evenLastAdministrator });
      await record(tx, commandInitiator, { action: 'account.disable', doctorID: account.id });
    }),
  );
  print(`${account.role} ${account.email} disabled`);
};

/** Withdrawing a right ends the sessions of the account. */
const setRights = async (
  { db }: Context,
  { email, rights: text }: Record<string, string | undefined>,
): Promise<void> => {
  const parsed = Rights.safeParse(text, { error: () => '--rights is missing' });
  if (!parsed.success) throw new UsageError(parsed.error.issues.map((issue) => issue.message).join('; '));
  const account = await requireAccount(db, email);
  if (account.role !== 'assistant') throw new UsageError(`${account.email} is not an assistant.`);
  const rights = parsed.data;
  await orUsageError(LAST_TO_LIMIT, () =>
    db.transaction().execute(async (tx) => {
      await updateStaffFacts(tx, account.id, { rights });
      const details = { rights: rights.join(' ') };
      await record(tx, commandInitiator, { action: 'staff.change', doctorID: account.id, details });
    }),
  );
  print(`${account.role} ${account.email}: ${nameRights(rights)}`);
};

const LAST_TO_LIMIT = 'This is the last administrator: give another account the right admin first.';
/** Disabling may be necessary, for example if the administrator's PC was stolen; `add` then makes another administrator. */
const LAST_TO_DISABLE = `${LAST_TO_LIMIT} To disable it nevertheless, add --even-last-administrator.`;

/** Turns the refusal to change the last administrator into a UsageError with this sentence. */
const orUsageError = async (sentence: string, change: () => Promise<void>): Promise<void> => {
  try {
    await change();
  } catch (cause) {
    if (cause instanceof Problem && cause.status === 409) throw new UsageError(sentence);
    throw cause;
  }
};

/** For a person who has lost every second factor and every recovery code and therefore cannot sign in. */
const resetMFA = async (
  { db }: Context,
  { email }: Record<string, string | undefined>,
  [argument]: string[],
): Promise<void> => {
  const account = await requireAccount(db, argument ?? email);
  await db.transaction().execute(async (tx) => {
    await deleteFactors(tx, account.id);
    await endSessionsOf(tx, account.id);
    await record(tx, commandInitiator, { action: 'account.reset-factors', doctorID: account.id });
  });
  print(`${account.role} ${account.email}: second factors removed, sessions ended`);
};

type Command = (
  context: Context,
  values: Record<string, string | undefined>,
  positionals: string[],
  evenLastAdministrator: boolean,
) => Promise<void>;

const commands: Record<string, Command> = { add, list, disable, 'reset-mfa': resetMFA, rights: setRights };

await runCommandLine(usage, async () => {
  const { values: given, positionals } = parseArgs({ options, allowPositionals: true });
  const { 'even-last-administrator': evenLast = false, ...values } = given;
  const command = chooseCommand(commands, positionals[0]);
  await withContext((context) => command(context, values, positionals.slice(1), evenLast));
  return 0;
});
