import type { changePassword } from '@snimok/contract/people/profile';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, invalid } from '../../platform/errors/errors.ts';
import { type Account, lockIfUnchanged, setPassword } from '../accounts/account-rows/accounts.ts';
import { checkNewPassword, hashPassword } from '../accounts/account-rows/passwords.ts';
import { endSessionsOf } from '../accounts/sessions/sessions.ts';
import { confirmOwner } from './confirm.ts';
import { sentences } from './sentences.ts';
import { sentences as ofAccounts } from '../accounts/sentences.ts';

/** Replaces the password. Ends all other sessions of the account, and the access that it gave to programs. */
export const changeOwnPassword = async (
  context: Context,
  by: Initiator,
  owner: { account: Account; sessionHash: Buffer },
  { current_password, password, repeat_password }: BodyOf<typeof changePassword>,
): Promise<void> => {
  const { account, sessionHash } = owner;
  await confirmOwner(context, owner, { password: current_password });
  if (password !== repeat_password) throw invalid(ofAccounts.passwordsDiffer);
  await checkNewPassword(password, account);
  if (password === current_password) throw invalid(sentences.passwordUnchanged);
  const passwordHash = await hashPassword(password);
  await context.db.transaction().execute(async (tx) => {
    // fails if the password was changed elsewhere meanwhile
    if (!(await lockIfUnchanged(tx, account))) throw conflict(ofAccounts.passwordChosen);
    await setPassword(tx, account.id, passwordHash, false);
    await endSessionsOf(tx, account.id, sessionHash);
    await record(tx, by, { action: 'account.change-password' });
  });
};
