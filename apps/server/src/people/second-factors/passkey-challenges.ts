import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { hashToken, newToken } from '../../platform/secrets/hash-token.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';

/** Time to find the key or the phone. */
export const CHALLENGE_MAX_AGE_MS = 5 * 60_000;

/**
 * What a challenge is for; it is accepted for nothing else. `register`: in the session with this hash; `second-step`: with the
 * mfa_token with this hash; `sign-in`: from anybody.
 */
export type ChallengeUse =
  | { purpose: 'register' | 'second-step'; accountID: number; boundTo: Buffer }
  | { purpose: 'sign-in'; accountID: null; boundTo: null };

/** Returns 256 random bits as base64url; the database stores their hash. */
export const startChallenge = async (
  { clock }: Pick<Context, 'clock'>,
  db: Tx,
  use: ChallengeUse,
  userHandle: Buffer | null = null,
): Promise<string> => {
  const challenge = newToken();
  const expiresAt = after(clock.now(), CHALLENGE_MAX_AGE_MS);
  await db
    .insertInto('passkeyChallenges')
    .values({ challengeHash: hashToken(challenge), ...use, userHandle, expiresAt })
    .execute();
  return challenge;
};

/** Uses up a challenge, also for concurrent requests. Undefined if it is unknown, used, expired or for another purpose. */
export const takeChallenge = async (
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  challenge: string,
  { purpose, accountID, boundTo }: ChallengeUse,
): Promise<{ userHandle: Buffer | null } | undefined> => {
  const row = await tx
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashToken(challenge))
    .returning(['purpose', 'accountID', 'boundTo', 'userHandle', 'expiresAt'])
    .executeTakeFirst();
  const isValid =
    row?.purpose === purpose &&
    row.accountID === accountID &&
    (row.boundTo === null ? boundTo === null : boundTo !== null && row.boundTo.equals(boundTo)) &&
    row.expiresAt > clock.now();
  return isValid ? { userHandle: row.userHandle } : undefined;
};

export const deleteExpiredChallenges = async (db: Tx, now: Date): Promise<void> => {
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<', now).execute();
};
