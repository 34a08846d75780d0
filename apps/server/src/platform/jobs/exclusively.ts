import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Database } from '../db/schema.ts';

/**
 * Runs an attempt to send while a session-level lock, which ends with the process, keeps other workers from the same
 * attempt. No row is locked, so what is being sent can be withdrawn.
 * @throws Error with `busy` if another worker is at it, so that the job is repeated in case that worker dies
 */
export const exclusively = (
  db: Db,
  key: string,
  busy: string,
  run: (connection: Kysely<Database>) => Promise<void>,
): Promise<void> =>
  db.connection().execute(async (connection) => {
    // that worker may have ended: PostgreSQL can release its lock later than its jobs are taken over
    if (!(await lock(connection, key))) throw new Error(busy);
    try {
      await run(connection);
    } finally {
      await unlock(connection, key);
    }
  });

/** False if another session has the lock. */
const lock = async (db: Kysely<Database>, key: string): Promise<boolean> => {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_lock(${lockKeyOf(key)}) as locked`.execute(db);
  return rows[0]?.locked ?? false;
};

const unlock = async (db: Kysely<Database>, key: string): Promise<void> => {
  await sql`select pg_advisory_unlock(${lockKeyOf(key)})`.execute(db);
};

const lockKeyOf = (key: string) => sql`hashtextextended(${key}, 0)`;
