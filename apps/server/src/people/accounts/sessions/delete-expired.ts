import type { Context } from '../../../platform/context.ts';
import { deleteEndedCounts } from '../../../platform/throttles/throttles.ts';
import { deleteExpiredChallenges } from '../../second-factors/passkey-challenges.ts';

/** Deletes expired sessions, reset links, throttles and challenges of passkeys. */
export const deleteExpired = async ({ db, clock }: Context): Promise<void> => {
  const now = clock.now();
  await db.deleteFrom('sessions').where('expiresAt', '<', now).execute();
  await db.deleteFrom('passwordResets').where('expiresAt', '<', now).execute();
  await deleteExpiredChallenges(db, now);
  await deleteEndedCounts(db, now);
};
