import { parseArgs } from 'node:util';
import { FeatureFlag } from '@snimok/contract/doctors';
import { Email, Name } from '@snimok/contract/fields';
import { z } from 'zod';
import { disableAccount, findAccountByEmail, insertAccount } from '../../people/accounts/accounts.ts';
import { checkNewPassword, generatePassword, hashPassword } from '../../people/accounts/passwords.ts';
import { commandInitiator, record } from '../../platform/audit/record.ts';
import { readConfig } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { logToOutput } from '../../platform/log.ts';
import { openContext } from '../../platform/open-context.ts';

const usage = `Usage:
  npm run account -- add --role assistant|doctor --email E --name N [--password P] [--flags remote-viewer,schedule]
  npm run account -- list
  npm run account -- disable --email E
`;

class Usage extends Error {}

const options = {
  role: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  password: { type: 'string' },
  flags: { type: 'string' },
} as const;

const NewAccount = z.object({
  role: z.enum(['assistant', 'doctor'], { error: '--role must be assistant or doctor' }),
  email: z.string({ error: '--email is missing' }).pipe(Email),
  name: z.string({ error: '--name is missing' }).pipe(Name),
  flags: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(FeatureFlag, { error: '--flags takes remote-viewer and schedule' })),
});

const add = async ({ db }: Context, values: Record<string, string | undefined>): Promise<void> => {
  const parsed = NewAccount.safeParse(values);
  if (!parsed.success) throw new Usage(parsed.error.issues.map((issue) => issue.message).join('; '));
  const { flags, ...account } = parsed.data;
  const password = values.password ?? generatePassword();
  if (values.password) await checkNewPassword(password, account);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const id = await insertAccount(tx, { ...account, featureFlags: flags }, passwordHash, false);
    await record(tx, commandInitiator, {
      action: 'account.create',
      doctorID: id,
      details: { role: account.role },
    });
  });
  process.stdout.write(`${account.role} ${account.email} added\n`);
  if (!values.password) process.stdout.write(`Password: ${password}\n`);
};

const list = async ({ db }: Context): Promise<void> => {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'role', 'email', 'name', 'disabledAt'])
    .orderBy('id')
    .execute();
  for (const { id, role, email, name, disabledAt } of accounts) {
    process.stdout.write(`${[id, role, email, name, disabledAt ? 'disabled' : 'active'].join('\t')}\n`);
  }
};

const disable = async (
  { db, clock }: Context,
  { email }: Record<string, string | undefined>,
): Promise<void> => {
  if (!email) throw new Usage('--email is missing');
  const account = await findAccountByEmail(db, email);
  if (!account) throw new Usage(`there is no account ${email}`);
  await db.transaction().execute(async (tx) => {
    await disableAccount(tx, account.id, clock.now());
    await record(tx, commandInitiator, { action: 'account.disable', doctorID: account.id });
  });
  process.stdout.write(`${account.role} ${account.email} disabled\n`);
};

const commands: Record<string, typeof add> = { add, list, disable };

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const command = commands[positionals[0] ?? ''];
  if (!command) throw new Usage('say what to do');
  const log = logToOutput();
  log.level = 'warn';
  const { context, close } = await openContext(readConfig(process.env), log);
  try {
    await command(context, values);
  } finally {
    await close();
  }
};

try {
  await main();
} catch (cause) {
  process.stderr.write(
    `${cause instanceof Error ? cause.message : cause}\n${cause instanceof Usage ? usage : ''}`,
  );
  process.exit(1);
}
