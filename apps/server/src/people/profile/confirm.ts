import type { Confirmation } from '@snimok/contract/people/second-factors';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { forbidden, invalid } from '../../platform/errors/errors.ts';
import { limitConcurrency } from '../accounts/limits/limit-concurrency.ts';
import { isPassword } from '../accounts/account-rows/passwords.ts';
import { markConfirmed } from '../accounts/sessions/sessions.ts';
import { countFailure, refuseIfSpent } from '../accounts/limits/throttle.ts';
import { takeTOTPCode } from '../second-factors/totp-secrets.ts';
import { sentences } from './sentences.ts';
import { sentences as ofAccounts } from '../accounts/sentences.ts';

const FAILURES = 10;

/**
 * Checks that the person at this browser is the owner of the account, by the password or by a code of the
 * authenticator app, and confirms the session. Throws 403 for a wrong one, 429 after too many. The limit is separate
 * from the limit of sign-ins.
 */
export const confirmOwner = async (
  context: Context,
  { account, sessionHash }: { account: { id: number; passwordHash: string }; sessionHash: Buffer },
  { password, code }: z.infer<typeof Confirmation>,
): Promise<void> => {
  if (!password && !code) throw invalid(sentences.confirmationMissing);
  const limits = [{ key: `confirm:${account.id}`, attempts: FAILURES }];
  await limitConcurrency(`confirm:${account.id}`, 1, async () => {
    await refuseIfSpent(context, limits, sentences.tooManyConfirmations);
    const isOwner = password
      ? await isPassword(password, account.passwordHash)
      : await takeTOTPCode(context, context.db, account.id, { code: code ?? '' });
    if (isOwner) return markConfirmed(context.db, sessionHash, context.clock.now());
    await countFailure(context, limits, sentences.tooManyConfirmations);
    throw forbidden(password ? sentences.passwordWrong : ofAccounts.mfaCodeWrong);
  });
};
