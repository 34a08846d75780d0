import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { forbidden } from '../../../platform/errors/errors.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { sentences } from '../sentences.ts';

/**
 * A password that was sent by letter opens one session, for a limited time. That session may only choose another password.
 */
export const refuseExpired = (
  { config, clock }: Context,
  { passwordIsTemporary, passwordSetAt }: { passwordIsTemporary: boolean; passwordSetAt: Date },
): void => {
  if (passwordIsTemporary && after(passwordSetAt, config.welcomePasswordMaxAgeMs) <= clock.now())
    throw forbidden(sentences.oneTimePasswordExpired);
};

export const refuseUsed = ({
  passwordIsTemporary,
  passwordUsedAt,
}: {
  passwordIsTemporary: boolean;
  passwordUsedAt: Date | null;
}): void => {
  if (passwordIsTemporary && passwordUsedAt) throw forbidden(sentences.oneTimePasswordUsed);
};

/** Records the use of a one-time password. Throws for the second of two concurrent sign-ins. */
export const markUsed = async (tx: Tx, accountID: number, now: Date): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ passwordUsedAt: now })
    .where('id', '=', accountID)
    .where('passwordUsedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw forbidden(sentences.oneTimePasswordUsed);
};
