import type { Context } from '../../platform/context.ts';

/** Deletes expired sessions, reset links and throttles. */
export const deleteExpired = async ({ db, clock }: Context): Promise<void> => {
  const now = clock.now();
  await db.deleteFrom('sessions').where('expiresAt', '<', now).execute();
  await db.deleteFrom('passwordResets').where('expiresAt', '<', now).execute();
  await db.deleteFrom('throttles').where('windowEndsAt', '<', now).execute();
};
