import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { setPassword } from './accounts.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Her own password instead of the one from the letter. Only then: whoever finds a session open may not lock its owner
 * out of an account with a password of her own.
 */
export const chooseOwnPassword = async (
  { db }: Context,
  by: Initiator,
  { accountID, sessionHash }: { accountID: number; sessionHash: Buffer },
  { password, repeat_password }: { password: string; repeat_password: string },
): Promise<void> => {
  if (password !== repeat_password) throw invalid(sentences.passwordsDiffer);
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'passwordHash', 'passwordIsTemporary'])
    .where('id', '=', accountID)
    .executeTakeFirstOrThrow();
  if (!account.passwordIsTemporary) throw conflict(sentences.passwordChosen);
  await checkNewPassword(password, account);
  if (await isPassword(password, account.passwordHash)) throw invalid(sentences.passwordSame);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    // of two tabs that choose at once the second is told; one that was reset meanwhile stays reset
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
