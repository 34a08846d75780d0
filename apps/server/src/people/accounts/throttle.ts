import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { tooMany } from '../../platform/errors.ts';
import { after } from '../../platform/outside/clock.ts';

/** The table stores a hash of the key, so that it contains no addresses. */
export interface Limit {
  key: string;
  /** How many attempts or failures are allowed in a window; more are refused until it ends. */
  attempts: number;
  windowMs?: number;
  /** `false`: a crash of the database may forget the last counts, and counting does not wait for its disk. */
  isDurable?: boolean;
}

/** A limit of failures that never closes for long: each further failure doubles the pause before the next attempt. */
export interface PausingLimit extends Limit {
  pauseMs: { first: number; longest: number };
}

const WINDOW_MS = 15 * 60_000;

/** Counts an action that is limited whether it succeeds or not, such as a letter. False if it exceeds the limit. */
export const takeAttempt = async ({ db, clock }: Context, limit: Limit): Promise<boolean> =>
  (await increment(db, limit, clock.now())).failures <= limit.attempts;

/** Whether this is the first action with the key within its window. Repetitions after the second write nothing. */
export const takeFirst = async ({ db, clock }: Context, limit: Omit<Limit, 'attempts'>): Promise<boolean> =>
  (await increment(db, { ...limit, attempts: 1 }, clock.now())).failures === 1;

/** As `takeAttempt`, with several limits. Throws 429 with the sentence and a Retry-After when one is exceeded. */
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
 * Reads only. Throws 429 when a limit has no attempt left. Returns the keys that have failures.
 *
 * To limit guesses, call it before the secret is compared, and `countFailure` after a wrong one. For secrets that can
 * be guessed, the caller also limits how many attempts run at once (`limit-concurrency.ts`).
 */
export const refuseIfSpent = async (
  { db, clock }: Context,
  limits: (Limit | PausingLimit)[],
  sentence: string,
): Promise<string[]> => {
  const now = clock.now();
  const rows = await listCounts(db, limits, now);
  const closedUntil = limits.flatMap((limit) => endOfRefusal(limit, rows.get(hashOf(limit.key)), now) ?? []);
  if (closedUntil.length > 0)
    throw tooMany(sentence, Math.max(...closedUntil.map((end) => secondsUntil(end, now))));
  return limits.map(({ key }) => key).filter((key) => rows.has(hashOf(key)));
};

export const isSpent = async ({ db, clock }: Context, limit: Limit): Promise<boolean> => {
  const now = clock.now();
  const rows = await listCounts(db, [limit], now);
  return endOfRefusal(limit, rows.get(hashOf(limit.key)), now) !== null;
};

/** Counts a failed attempt. Throws 429 when concurrent failures have used up a limit since the attempt began. */
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

export const clearFailures = async (db: Tx, keys: string[]): Promise<void> => {
  if (keys.length > 0) await db.deleteFrom('throttles').where('key', 'in', keys.map(hashOf)).execute();
};

interface Count {
  failures: number;
  windowEndsAt: Date;
  closedUntil: Date | null;
}

const listCounts = async (db: Tx, limits: Limit[], now: Date): Promise<Map<string, Count>> => {
  const rows = await db
    .selectFrom('throttles')
    .select(['key', 'failures', 'windowEndsAt', 'closedUntil'])
    .where('key', 'in', [...limits.map(({ key }) => hashOf(key))])
    .where('windowEndsAt', '>', now)
    .execute();
  return new Map(rows.map(({ key, ...count }) => [key, count]));
};

/** Null while another attempt is allowed. */
const endOfRefusal = (limit: Limit | PausingLimit, count: Count | undefined, now: Date): Date | null => {
  if (!count) return null;
  if ('pauseMs' in limit) return count.closedUntil && count.closedUntil > now ? count.closedUntil : null;
  return count.failures >= limit.attempts ? count.windowEndsAt : null;
};

const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

/** One statement, which only reads once the limit is exceeded, so that a flood of attempts causes no writes. */
const increment = async (
  db: Tx,
  { key, attempts, windowMs = WINDOW_MS, isDurable = true }: Limit,
  now: Date,
) => {
  const hash = hashOf(key);
  // for this transaction only, which is this statement
  const durability = isDurable ? sql`(select)` : sql`(select set_config('synchronous_commit', 'off', true))`;
  const { rows } = await sql<{ failures: number; windowEndsAt: Date }>`
    with spent as (
      select failures, window_ends_at from throttles
      where key = ${hash} and failures > ${attempts} and window_ends_at > ${now}
    ), counted as (
      insert into throttles (key, failures, window_ends_at)
      select ${hash}, 1, ${after(now, windowMs)}::timestamptz from ${durability} as durability
      where not exists (select from spent)
      on conflict (key) do update set
        failures = case when throttles.window_ends_at <= ${now} then 1 else throttles.failures + 1 end,
        window_ends_at = case when throttles.window_ends_at <= ${now}
          then excluded.window_ends_at else throttles.window_ends_at end
      returning failures, window_ends_at
    )
    select * from spent union all select * from counted`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('The throttle query returned no row');
  return counted;
};

/** False during a pause, which a concurrent failure may have begun. Every failure prolongs the window. */
const incrementWithPause = async (
  db: Tx,
  { key, attempts, windowMs = WINDOW_MS, pauseMs }: PausingLimit,
  now: Date,
): Promise<boolean> => {
  const isNew = sql`throttles.window_ends_at <= ${now}::timestamptz`;
  const pause = sql`case when not ${isNew} and throttles.failures + 1 >= ${attempts}::int
    then ${now}::timestamptz + interval '1 millisecond' * least(
      ${pauseMs.longest}::int, ${pauseMs.first}::int * power(2, least(throttles.failures + 1 - ${attempts}::int, 20))) end`;
  const { rows } = await sql`
    insert into throttles (key, failures, window_ends_at)
    values (${hashOf(key)}, 1, ${after(now, windowMs)}::timestamptz)
    on conflict (key) do update set
      failures = case when ${isNew} then 1 else throttles.failures + 1 end,
      window_ends_at = excluded.window_ends_at,
      closed_until = ${pause}
    where ${isNew} or throttles.closed_until is null or throttles.closed_until <= ${now}::timestamptz
    returning failures`.execute(db);
  return rows.length > 0;
};

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** The IPv4 address, or the /64 prefix of an IPv6 address, since one customer usually has a whole /64. */
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
