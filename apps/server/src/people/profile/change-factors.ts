import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import { conflict, invalid, notFound } from '../../platform/errors/errors.ts';
import type { Account } from '../accounts/account-rows/accounts.ts';
import { endSessionsOf, markFactorPassed } from '../accounts/sessions/sessions.ts';
import { deleteFactors, isFactorRequired, listMethods } from '../second-factors/factors.ts';
import { replaceRecoveryCodes } from '../second-factors/recovery-codes.ts';
import { deleteTOTP, takeTOTPCode } from '../second-factors/totp-secrets.ts';
import { sentences } from './sentences.ts';
import { sentences as ofAccounts } from '../accounts/sentences.ts';

type Method = Awaited<ReturnType<typeof listMethods>>[number];

/** Locks the account, so that a change of its factors and a sign-in wait for each other. */
export const lockAccount = (tx: Tx, accountID: number) =>
  tx.selectFrom('accounts').select('id').where('id', '=', accountID).forUpdate().execute();

/**
 * Adds a factor. All other sessions of the account end, because they were opened without it. Returns recovery codes if this is
 * the first factor.
 */
export const addFactor = async (
  { config, clock }: Context,
  tx: Tx,
  by: Initiator,
  { accountID, sessionHash, method }: { accountID: number; sessionHash: Buffer; method: Method },
): Promise<string[]> => {
  await markFactorPassed(tx, sessionHash);
  await endSessionsOf(tx, accountID, sessionHash);
  await record(tx, by, { action: 'account.add-factor', details: { secondFactor: method } });
  const hasCodes = (await listMethods(tx, config, accountID)).includes('recovery');
  return hasCodes ? [] : replaceRecoveryCodes(tx, accountID, clock.now());
};

/** Throws 400 unless the code belongs to the secret that `startTOTP` made. */
export const confirmTOTPOf = (
  context: Context,
  by: Initiator,
  { accountID, sessionHash, code }: { accountID: number; sessionHash: Buffer; code: string },
): Promise<string[]> =>
  context.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountID);
    if (!(await takeTOTPCode(context, tx, accountID, { code, confirm: true })))
      throw invalid(ofAccounts.mfaCodeWrong);
    return addFactor(context, tx, by, { accountID, sessionHash, method: 'totp' });
  });

/** Removes the authenticator app. */
export const removeTOTPOf = ({ db, config }: Context, by: Initiator, account: Account): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.id);
    if (!(await listMethods(tx, config, account.id)).includes('totp'))
      throw notFound(sentences.noSecondFactor);
    await deleteTOTP(tx, account.id);
    await finishRemoval(config, tx, by, account, 'totp');
  });

/**
 * After the last factor, the recovery codes are removed too. Throws 409, which undoes the removal, if a factor is required.
 */
export const finishRemoval = async (
  config: Context['config'],
  tx: Tx,
  by: Initiator,
  account: Pick<Account, 'id' | 'role'>,
  method: Method,
): Promise<void> => {
  if ((await listMethods(tx, config, account.id)).length === 0) {
    if (isFactorRequired(config, account.role)) throw conflict(sentences.secondFactorRequired);
    await deleteFactors(tx, account.id);
  }
  await record(tx, by, { action: 'account.remove-factor', details: { secondFactor: method } });
};

export const renewCodesOf = ({ db, config, clock }: Context, by: Initiator, accountID: number) =>
  db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountID);
    if ((await listMethods(tx, config, accountID)).length === 0) throw conflict(sentences.noSecondFactor);
    await record(tx, by, { action: 'account.renew-recovery-codes' });
    return replaceRecoveryCodes(tx, accountID, clock.now());
  });
