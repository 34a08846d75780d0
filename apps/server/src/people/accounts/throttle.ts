import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { tooMany } from '../../platform/errors.ts';
import { after } from '../../platform/outside/clock.ts';

/** The attempts that one key has in a window. The table stores a hash of the key, so that it contains no addresses. */
interface Limit {
  key: string;
  attempts: number;
}

const WINDOW_MS = 15 * 60_000;

/**
 * Counts an attempt before it is made, so that concurrent attempts are all counted. Throws 429 with the sentence and a
 * Retry-After when a limit is exceeded. After a success the caller calls `uncountAttempt`.
 */
export const countAttempt = async (
  { db, clock }: Context,
  limits: Limit[],
  sentence: string,
): Promise<void> => {
  const now = clock.now();
  for (const { key, attempts } of limits) {
    const { failures, windowEndsAt } = await increment(db, hashOf(key), attempts, now);
    if (failures > attempts)
      throw tooMany(sentence, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000));
  }
};

export const uncountAttempt = async (db: Tx, keys: string[]): Promise<void> => {
  await db
    .updateTable('throttles')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('key', 'in', keys.map(hashOf))
    .execute();
};

export const clearAttempts = async (db: Tx, keys: string[]): Promise<void> => {
  await db.deleteFrom('throttles').where('key', 'in', keys.map(hashOf)).execute();
};

/** One statement, which only reads once the limit is exceeded, so that a flood of attempts causes no writes. */
const increment = async (db: Tx, key: string, attempts: number, now: Date) => {
  const { rows } = await sql<{ failures: number; windowEndsAt: Date }>`
    with spent as (
      select failures, window_ends_at from throttles
      where key = ${key} and failures > ${attempts} and window_ends_at > ${now}
    ), counted as (
      insert into throttles (key, failures, window_ends_at)
      select ${key}, 1, ${after(now, WINDOW_MS)}::timestamptz where not exists (select from spent)
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
