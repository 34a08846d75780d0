import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { after } from '../time-and-sizes/clock.ts';

/** The table stores a hash of the key, so that it contains no addresses. */
export interface Limit {
  key: string;
  /** How many attempts or failures are allowed in a window; more are refused until it ends. */
  attempts: number;
  windowMs?: number;
  /** `false`: counting does not wait for the database's disk, and the last counts may be lost if the database crashes. */
  isDurable?: boolean;
}

/**
 * A limit of failures that delays further attempts instead of refusing all of them. Each further failure doubles the
 * pause before the next attempt.
 */
export interface PausingLimit extends Limit {
  pauseMs: { first: number; longest: number };
}

const WINDOW_MS = 15 * 60_000;

export interface Count {
  failures: number;
  windowEndsAt: Date;
  closedUntil: Date | null;
}

/** The counts of the limits, by key. Only limits whose window has not ended have a count. */
export const listCounts = async (db: Tx, limits: Limit[], now: Date): Promise<Map<string, Count>> => {
  const keys = new Map(limits.map(({ key }) => [hashOf(key), key]));
  const rows = await db
    .selectFrom('throttles')
    .select(['key', 'failures', 'windowEndsAt', 'closedUntil'])
    .where('key', 'in', [...keys.keys()])
    .where('windowEndsAt', '>', now)
    .execute();
  return new Map(rows.map(({ key, ...count }) => [keys.get(key) ?? '', count]));
};

/** Counts by one statement. Above the limit it only reads, so that a flood of attempts causes no writes. */
export const increment = async (
  db: Tx,
  { key, attempts, windowMs = WINDOW_MS, isDurable = true }: Limit,
  now: Date,
) => {
  const hash = hashOf(key);
  // the setting is valid for this transaction, which consists of this statement only
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

/** Returns false during a pause, which a concurrent failure may have begun. Every failure prolongs the window. */
export const incrementWithPause = async (
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

export const clearCounts = async (db: Tx, keys: string[]): Promise<void> => {
  if (keys.length > 0) await db.deleteFrom('throttles').where('key', 'in', keys.map(hashOf)).execute();
};

export const deleteEndedCounts = async (db: Tx, now: Date): Promise<void> => {
  await db.deleteFrom('throttles').where('windowEndsAt', '<', now).execute();
};

export const secondsUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');
