import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import type { Db } from './client.ts';

const folder = join(import.meta.dirname, '../../migrations');

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(
    names.map((name, i) => [
      name.replace(/\.sql$/, ''),
      { up: async (db) => void (await sql.raw(texts[i] ?? '').execute(db)) },
    ]),
  );
};

/** Brings the database to today's schema; several processes at once wait for one another (the migrator locks). */
export const migrate = async (db: Db, pool: Pool): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await oneAtATime(pool, () => runMigrations({ pgPool: pool }));
};

/** graphile-worker's own migrator locks nothing: of several processes at an empty database some would not start. */
const oneAtATime = async (pool: Pool, act: () => Promise<void>): Promise<void> => {
  const holder = await pool.connect();
  try {
    await holder.query(`select pg_advisory_lock(hashtextextended('graphile-worker migrations', 0))`);
    await act();
  } finally {
    // the lock goes with its session
    holder.release(true);
  }
};
