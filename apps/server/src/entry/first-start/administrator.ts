import type { createAdministrator } from '@snimok/contract/administration/first-start';
import type { z } from 'zod';
import { insertAccount, findAccountByID } from '../../people/accounts/account-rows/accounts.ts';
import { checkNewPassword, hashPassword } from '../../people/accounts/account-rows/passwords.ts';
import { sentences as ofAccounts } from '../../people/accounts/sentences.ts';
import { replaceRecoveryCodes } from '../../people/second-factors/recovery-codes.ts';
import { startTOTP, takeTOTPCode } from '../../people/second-factors/totp-secrets.ts';
import { toBase32, totpURI } from '../../people/second-factors/totp.ts';
import { type Initiator, portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, invalid } from '../../platform/errors/errors.ts';
import { assistants, clinics } from '../demo/people.ts';
import { lockFirstStart } from './require-token.ts';
import { sentences } from './sentences.ts';
import { markAnswered, saveAdministrator } from './state.ts';

const ISSUER = 'Снимок';

/** Makes the account with all rights. Of two simultaneous requests one makes it; the other gets 409. */
export const makeAdministrator = async (
  context: Context,
  address: string,
  { name, email, password, repeat_password }: z.output<typeof createAdministrator.schema.body>,
): Promise<void> => {
  if (password !== repeat_password) throw invalid(ofAccounts.passwordsDiffer);
  if ([...assistants, ...clinics].some((demo) => demo.email === email.toLowerCase()))
    throw invalid(sentences.ofDemo);
  await checkNewPassword(password, { email });
  const passwordHash = await hashPassword(password);
  await context.db.transaction().execute(async (tx) => {
    const row = await lockFirstStart(context, tx);
    if (row.accountID !== null) throw conflict(sentences.administratorExists);
    const account = { role: 'assistant', email, name, featureFlags: [] };
    const id = await insertAccount(tx, account, passwordHash, false);
    await saveAdministrator(tx, row, id);
    await record(
      tx,
      { ...portalInitiator, address },
      {
        action: 'account.create',
        doctorID: id,
        details: { role: 'assistant', firstStart: true },
      },
    );
  });
};

/** The account of the administrator; throws 409 before it is made. */
export const requireAdministrator = async (db: Context['db'], accountID: number | null) => {
  const account = accountID === null ? undefined : await findAccountByID(db, accountID);
  if (!account) throw conflict(sentences.administratorFirst);
  return account;
};

/** Makes a secret for the administrator's authenticator app, which is switched on by its first code. */
export const startFactor = (context: Context) =>
  context.db.transaction().execute(async (tx) => {
    const { accountID } = await lockFirstStart(context, tx);
    const account = await requireAdministrator(tx as Context['db'], accountID);
    const secret = await startTOTP(context, tx, account.id);
    return { secret: toBase32(secret), uri: totpURI(ISSUER, account.email, secret) };
  });

/** Switches the authenticator app on. Throws 400 for a wrong code. Returns the recovery codes, which are shown once. */
export const confirmFactor = (context: Context, address: string, code: string): Promise<string[]> =>
  context.db.transaction().execute(async (tx) => {
    const row = await lockFirstStart(context, tx);
    const { id } = await requireAdministrator(tx as Context['db'], row.accountID);
    if (!(await takeTOTPCode(context, tx, id, { code, confirm: true })))
      throw invalid(ofAccounts.mfaCodeWrong);
    const by: Initiator = { actor: { kind: 'account', accountID: id }, address };
    await record(tx, by, { action: 'account.add-factor', details: { secondFactor: 'totp' } });
    await markAnswered(tx, row, 'factor');
    return replaceRecoveryCodes(tx, id, context.clock.now());
  });
