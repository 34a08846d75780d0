import type { Context } from '../../platform/context.ts';
import { Problem, tooMany } from '../../platform/errors.ts';
import { isMACOf, type KeyRing, macOf } from '../../platform/outside/key-ring.ts';
import { sentences } from '../../platform/sentences.ts';
import { clearPINFailures, countPINTry, FIRST_LOCK_MS, type ShareRow } from './queries.ts';

/** Keyed, because an unkeyed hash of so few digits could be reversed by trying all of them. */
export const hashPIN = (keys: KeyRing, shareUUID: string, pin: string): Buffer =>
  macOf(keys, textOf(shareUUID, pin));

const textOf = (shareUUID: string, pin: string) => `${shareUUID}\n${pin}`;

/**
 * Checks the PIN if the share has one. A try is counted before it is compared, in one statement, so that concurrent
 * tries cannot exceed the limit.
 * @throws Problem 401 for a missing or wrong PIN, 429 while the share is locked
 */
export const checkPIN = async (
  { db, clock, secrets }: Context,
  { uuid, pinHash, pinLockedUntil }: ShareRow,
  pin: string | undefined,
): Promise<void> => {
  if (!pinHash) return;
  const now = clock.now();
  if (pin === undefined) {
    if (pinLockedUntil && pinLockedUntil > now) throw locked(pinLockedUntil, now);
    throw new Problem(401, sentences.sharePINMissing);
  }
  const counted = await countPINTry(db, uuid, now);
  if (counted === null) throw locked(pinLockedUntil ?? new Date(now.getTime() + FIRST_LOCK_MS), now);
  if (isMACOf(secrets.sharePINs, textOf(uuid, pin), pinHash)) return clearPINFailures(db, uuid);
  if (counted.pinLockedUntil) throw locked(counted.pinLockedUntil, now);
  throw new Problem(401, sentences.sharePINWrong);
};

const locked = (until: Date, now: Date) =>
  tooMany(sentences.sharePINLocked, Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)));
