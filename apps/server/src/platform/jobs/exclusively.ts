import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Database } from '../db/schema.ts';

/**
 * Runs an attempt to send under a session-level lock, so that no other worker makes the same attempt. The lock ends with
 * the process. No row is locked, so a message can be withdrawn while it is being sent.
 * @throws Error with the message `busy` if another worker has the lock: then the job is repeated, in case that worker dies
 */
export const exclusively = (
  db: Db,
  key: string,
  busy: string,
  run: (connection: Kysely<Database>) => Promise<void>,
): Promise<void> =>
  db.connection().execute(async (connection) => {
    // the other worker may have died: PostgreSQL can release its lock after its jobs were taken over
    if (!(await lock(connection, key))) throw new Error(busy);
    try {
      await run(connection);
    } finally {
      await unlock(connection, key);
    }
  });

/** Tries to take the lock. False if another session has it. */
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
