import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { tooMany } from '../../../platform/errors/errors.ts';
import {
  clearCounts,
  type Count,
  increment,
  incrementWithPause,
  type Limit,
  listCounts,
  type PausingLimit,
  secondsUntil,
} from '../../../platform/throttles/throttles.ts';

export type { Limit, PausingLimit };

/** Counts an action that is limited whether it succeeds or not, such as a letter. False if the limit is exceeded. */
export const takeAttempt = async ({ db, clock }: Context, limit: Limit): Promise<boolean> =>
  (await increment(db, limit, clock.now())).failures <= limit.attempts;

/** Whether this is the first action with the key within its window. From the third action on, nothing is written. */
export const takeFirst = async ({ db, clock }: Context, limit: Omit<Limit, 'attempts'>): Promise<boolean> =>
  (await increment(db, { ...limit, attempts: 1 }, clock.now())).failures === 1;

/** Like `takeAttempt`, with several limits. Throws 429 with the sentence and a Retry-After when one is exceeded. */
export const countAttempt = async (
  { db, clock }: Context,
  limits: Limit[],
  sentence: string,
): Promise<void> => {
  const now = clock.now();
  for (const limit of limits) {
    const { failures, windowEndsAt } = await increment(db, limit, now);
    if (failures > limit.attempts) throw tooMany(sentence, secondsUntil(windowEndsAt, now));
  }
};

/**
 * Does not count. Throws 429 if a limit has no attempt left. Returns the keys that have failures.
 *
 * To limit guesses, call this before the secret is compared, and `countFailure` if it is wrong. If the secret can be guessed,
 * the caller also limits how many attempts run at once (`limit-concurrency.ts`).
 */
export const refuseIfSpent = async (
  { db, clock }: Context,
  limits: (Limit | PausingLimit)[],
  sentence: string,
): Promise<string[]> => {
  const now = clock.now();
  const rows = await listCounts(db, limits, now);
  const closedUntil = limits.flatMap((limit) => endOfRefusal(limit, rows.get(limit.key), now) ?? []);
  if (closedUntil.length > 0)
    throw tooMany(sentence, Math.max(...closedUntil.map((end) => secondsUntil(end, now))));
  return limits.map(({ key }) => key).filter((key) => rows.has(key));
};

export const isSpent = async ({ db, clock }: Context, limit: Limit): Promise<boolean> => {
  const now = clock.now();
  const rows = await listCounts(db, [limit], now);
  return endOfRefusal(limit, rows.get(limit.key), now) !== null;
};

/** Counts a failed attempt. Throws 429 if concurrent failures have used up a limit meanwhile. */
export const countFailure = async (
  context: Context,
  limits: (Limit | PausingLimit)[],
  sentence: string,
): Promise<void> => {
  const now = context.clock.now();
  for (const limit of limits) {
    if ('pauseMs' in limit) {
      if (!(await incrementWithPause(context.db, limit, now)))
        throw tooMany(sentence, Math.ceil(limit.pauseMs.longest / 1000));
    } else {
      const { failures, windowEndsAt } = await increment(context.db, limit, now);
      if (failures > limit.attempts) throw tooMany(sentence, secondsUntil(windowEndsAt, now));
    }
  }
};

export const clearFailures = (db: Tx, keys: string[]): Promise<void> => clearCounts(db, keys);

/** When the limit permits attempts again; null if it permits one now. */
const endOfRefusal = (limit: Limit | PausingLimit, count: Count | undefined, now: Date): Date | null => {
  if (!count) return null;
  if ('pauseMs' in limit) return count.closedUntil && count.closedUntil > now ? count.closedUntil : null;
  return count.failures >= limit.attempts ? count.windowEndsAt : null;
};

/** The IPv4 address, or the /64 prefix of an IPv6 address, because one customer usually has a whole /64. */
export const networkOf = (ip: string): string => {
  const address = ip.replace(/^::ffff:/i, '');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups.slice(0, 4).join(':');
};
