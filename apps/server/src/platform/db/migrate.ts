import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg, { type Pool } from 'pg';
import type { Db } from './client.ts';
import { closeConnection } from './connection.ts';
import { connectionOptions } from './keepalive.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

const readMigrations = async (folder: string): Promise<Record<string, Migration>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(
    names.map((name, i) => [
      name.replace(/\.sql$/, ''),
      { up: async (db) => void (await sql.raw(texts[i] ?? '').execute(db)) },
    ]),
  );
};

/**
 * Migrates the database to this version's schema. Processes that start at the same time wait for one another. `upTo` is
 * the migration at which to stop: before a restore, the last migration of the backup, whose rows are loaded before the
 * later migrations run.
 *
 * Migrations only add to the schema, so this version can use a database that a newer version has migrated: unknown
 * migrations after the last known one are left alone and returned as `newer`. A database with an unknown migration
 * between known ones, or without a known one, is refused.
 */
export const migrate = (
  db: Db,
  pool: Pool,
  upTo?: string,
  folder = MIGRATIONS,
): Promise<{ newer: string[] }> =>
  withMigrationLock(pool, async () => {
    const result = await runOurMigrations(db, upTo, folder);
    await runMigrations({ pgPool: pool });
    return result;
  });

const runOurMigrations = async (
  db: Db,
  upTo: string | undefined,
  folder: string,
): Promise<{ newer: string[] }> => {
  let newer: string[] = [];
  const getMigrations = async () => {
    const known = await readMigrations(folder);
    // read under the lock, so that no other process adds migrations meanwhile
    newer = await listMigrationsAfter(db, Object.keys(known).at(-1) ?? '');
    return { ...known, ...Object.fromEntries(newer.map((name) => [name, NEWER_MIGRATION])) };
  };
  const migrator = new Migrator({ db, provider: { getMigrations } });
  if (upTo !== undefined) await checkTarget(migrator, upTo);
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
  return { newer };
};

/** Our migrations that this database lacks. Only reads, for a role that does not own the tables. */
export const listPending = async (db: Db, folder = MIGRATIONS): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  return Object.keys(await readMigrations(folder)).filter((name) => !executed.has(name));
};

/** Stands for a migration of a newer version, because Kysely fails if an executed migration is missing from the list. */
const NEWER_MIGRATION: Migration = { up: async () => undefined };

/** The executed migrations of a newer version. */
export const listNewer = async (db: Db, folder = MIGRATIONS): Promise<string[]> =>
  listMigrationsAfter(db, Object.keys(await readMigrations(folder)).at(-1) ?? '');

const listMigrationsAfter = async (db: Db, last: string): Promise<string[]> => {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!table.rows[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name collate "C" > ${last} order by name`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * One lock around both migrators. graphile-worker's migrator takes no lock, so of several processes on an empty database some
 * would fail. Kysely's migrator takes its lock only after it has listed all tables, and graphile-worker's may be renaming
 * tables at that time.
 */
const withMigrationLock = async <Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> => {
  const connection = new pg.Client(connectionOptions(pool.options.connectionString));
  connection.on('error', () => undefined);
  await connection.connect();
  try {
    // older versions took the lock for graphile-worker's migrations alone, so its name must stay
    await connection.query(`select pg_advisory_lock(hashtextextended('graphile-worker migrations', 0))`);
    return await work();
  } finally {
    // the lock ends with its session
    await closeConnection(connection);
  }
};

/** Throws if a migration after `upTo` is executed: migrating backwards would only delete Kysely's record of it. */
const checkTarget = async (migrator: Migrator, upTo: string): Promise<void> => {
  const known = await migrator.getMigrations();
  const last = known.findIndex(({ name, migration }) => name === upTo && migration !== NEWER_MIGRATION);
  if (last < 0)
    throw new Error('The backup was made by a newer version of the portal: update the portal first.');
  if (known.slice(last + 1).some(({ executedAt }) => executedAt))
    throw new Error(
      'The backup is of an older version than this database: restore it into a database with which no portal has started.',
    );
};
