import type { Context } from '../../platform/context.ts';
import { notFound, Problem, tooMany } from '../../platform/errors/errors.ts';
import { isMACOf, type KeyRing, macOf } from '../../platform/secrets/key-ring.ts';
import { clearPINFailures, countWrongPIN, lockPINAttempts, type ShareRow } from './queries.ts';
import { sentences } from './sentences.ts';

/** Keyed, because an unkeyed hash of so few digits could be reversed by trying all of them. */
export const hashPIN = (keys: KeyRing, shareUUID: string, pin: string): Buffer =>
  macOf(keys, textOf(shareUUID, pin));

const textOf = (shareUUID: string, pin: string) => `${shareUUID}\n${pin}`;

/**
 * Whether a request names the PIN of the share, or neither has one. Attempts are not counted, because the caller has
 * chosen the PIN.
 */
export const hasSamePIN = (
  { secrets }: Pick<Context, 'secrets'>,
  { uuid, pinHash }: Pick<ShareRow, 'uuid' | 'pinHash'>,
  pin: string | null,
): boolean =>
  pin === null || pinHash === null ? pin === pinHash : isMACOf(secrets.sharePINs, textOf(uuid, pin), pinHash);

/**
 * Checks the PIN if the share has one. Attempts at one share are compared one after another, even in several processes.
 * So concurrent wrong PINs cannot exceed the limit, and concurrent right ones all pass. Only wrong ones are counted.
 * @throws Problem 401 for a missing or wrong PIN, 429 while the share is locked
 */
export const checkPIN = async (
  { db, clock, secrets }: Context,
  { uuid, pinHash, pinLockedUntil }: ShareRow,
  pin: string | undefined,
): Promise<void> => {
  if (!pinHash) return;
  const now = clock.now();
  if (pinLockedUntil && pinLockedUntil > now) throw locked(pinLockedUntil, now);
  if (pin === undefined) throw new Problem(401, sentences.sharePINMissing);
  const refusal = await db.transaction().execute(async (tx) => {
    const state = await lockPINAttempts(tx, uuid);
    if (!state) return notFound(sentences.shareGone);
    if (state.pinLockedUntil && state.pinLockedUntil > now) return locked(state.pinLockedUntil, now);
    if (isMACOf(secrets.sharePINs, textOf(uuid, pin), pinHash)) {
      if (state.pinFailures > 0) await clearPINFailures(tx, uuid);
      return null;
    }
    const { lockedUntil, triesLeft } = await countWrongPIN(tx, uuid, now);
    return lockedUntil ? locked(lockedUntil, now) : new Problem(401, sentences.sharePINWrong(triesLeft));
  });
  // thrown after the commit, which keeps the count
  if (refusal) throw refusal;
};

const locked = (until: Date, now: Date) =>
  tooMany(sentences.sharePINLocked, Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)));
