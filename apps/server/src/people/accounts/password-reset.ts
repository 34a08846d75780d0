import { randomBytes } from 'node:crypto';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import { after } from '../../platform/outside/clock.ts';
import { sentences } from '../../platform/sentences.ts';
import { hashToken } from '../../platform/hash-token.ts';
import { findAccountByEmail, setPassword } from './accounts.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';
import { countAttempt, networkOf } from './throttle.ts';

/**
 * Sends a reset link. Does nothing for an unknown e-mail. Throttled, so that it cannot flood a mailbox with letters.
 */
export const requestReset = async (context: Context, email: string, ip: string): Promise<void> => {
  await countAttempt(
    context,
    [
      { key: `reset:${email.toLowerCase()}`, attempts: 5 },
      { key: `reset-address:${networkOf(ip)}`, attempts: 50 },
    ],
    sentences.tooManyResets,
  );
  const { db, clock, config } = context;
  const account = await findAccountByEmail(db, email);
  if (!account || account.disabledAt) return;
  const token = randomBytes(32).toString('base64url');
  const createdAt = clock.now();
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('passwordResets')
      .values({
        tokenHash: hashToken(token),
        accountID: account.id,
        createdAt,
        expiresAt: after(createdAt, config.passwordResetMaxAgeMs),
      })
      .execute();
    await enqueueLetter(tx, 'password-reset', account.email, {
      name: account.name,
      resetURL: `${config.publicURL}/forgot-password/${token}`,
      minutes: Math.ceil(config.passwordResetMaxAgeMs / 60_000),
    });
  });
};

interface NewPassword {
  token: string;
  password: string;
  repeat_password: string;
}

/** Sets the password and ends all sessions of the account. A token works once, also for concurrent requests. */
export const resetPasswordWith = async (
  { db, clock }: Context,
  by: Initiator,
  { token, password, repeat_password }: NewPassword,
): Promise<void> => {
  if (password !== repeat_password) throw invalid(sentences.passwordsDiffer);
  const account = await db
    .selectFrom('passwordResets')
    .innerJoin('accounts', 'accounts.id', 'passwordResets.accountID')
    .select(['accounts.id', 'accounts.email'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', clock.now())
    .where('accounts.disabledAt', 'is', null)
    .executeTakeFirst();
  if (!account) throw invalid(sentences.resetTokenInvalid);
  await checkNewPassword(password, account);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const used = await tx
      .deleteFrom('passwordResets')
      .where('tokenHash', '=', hashToken(token))
      .executeTakeFirst();
    if (used.numDeletedRows === 0n) throw invalid(sentences.resetTokenInvalid);
    await setPassword(tx, account.id, passwordHash, false);
    await endSessionsOf(tx, account.id);
    const who = { kind: 'account' as const, accountID: account.id };
    await record(tx, { ...by, actor: who }, { action: 'account.reset-password' });
  });
};
