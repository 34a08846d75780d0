import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { conflict, invalid } from '../../../platform/errors/errors.ts';
import { setPassword } from '../account-rows/accounts.ts';
import { refuseExpired } from '../sign-in/one-time-password.ts';
import { checkNewPassword, hashPassword, isPassword } from '../account-rows/passwords.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { sentences } from '../sentences.ts';

/**
 * Replaces a generated password by one that the user chooses. A chosen password cannot be replaced in this way, so that another
 * person at an unattended browser cannot lock the user out.
 */
export const chooseOwnPassword = async (
  context: Context,
  by: Initiator,
  { accountID, sessionHash }: { accountID: number; sessionHash: Buffer },
  { password, repeat_password }: { password: string; repeat_password: string },
): Promise<void> => {
  if (password !== repeat_password) throw invalid(sentences.passwordsDiffer);
  const { db } = context;
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'passwordHash', 'passwordIsTemporary', 'passwordSetAt'])
    .where('id', '=', accountID)
    .executeTakeFirstOrThrow();
  if (!account.passwordIsTemporary) throw conflict(sentences.passwordChosen);
  refuseExpired(context, account);
  await checkNewPassword(password, account);
  if (await isPassword(password, account.passwordHash)) throw invalid(sentences.passwordSame);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    // finds no row if a concurrent request was first or the password was reset meanwhile
    const unchanged = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account.id)
      .where('passwordHash', '=', account.passwordHash)
      .forUpdate()
      .executeTakeFirst();
    if (!unchanged) throw conflict(sentences.passwordChosen);
    await setPassword(tx, account.id, passwordHash, false);
    await endSessionsOf(tx, account.id, sessionHash);
    await record(tx, by, { action: 'account.choose-password' });
  });
};
