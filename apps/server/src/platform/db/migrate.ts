import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg, { type Pool } from 'pg';
import type { Db } from './client.ts';
import { keepAliveOptions, withServerKeepalives } from './keepalive.ts';
import { endSession } from './end-session.ts';

const OURS = join(import.meta.dirname, '../../../migrations');

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
 * Brings the database to today's schema; several processes at once wait for one another. `upTo`
 * stops at that of a backup, whose rows are then brought along by the rest.
 *
 * Migrations only widen, so that this version can serve a database which a newer one has migrated already: what was done
 * after all that we know is left alone, and told. An unknown one between those we know, or a known one left out,
 * is none of ours, and refused.
 */
export const migrate = (db: Db, pool: Pool, upTo?: string, folder = OURS): Promise<{ later: string[] }> =>
  oneAtATime(pool, async () => {
    const told = await migrateOurs(db, upTo, folder);
    await runMigrations({ pgPool: pool });
    return told;
  });

const migrateOurs = async (
  db: Db,
  upTo: string | undefined,
  folder: string,
): Promise<{ later: string[] }> => {
  let later: string[] = [];
  const getMigrations = async () => {
    const known = await readMigrations(folder);
    // asked under the lock, where no other process adds any
    later = await listLater(db, Object.keys(known).at(-1) ?? '');
    return { ...known, ...Object.fromEntries(later.map((name) => [name, DONE])) };
  };
  const migrator = new Migrator({ db, provider: { getMigrations } });
  if (upTo !== undefined) await mustLeadTo(migrator, upTo);
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
  return { later };
};

/** Of a newer version: never run by this one, which only has to know that it was. */
const DONE: Migration = { up: async () => undefined };

const listLater = async (db: Db, last: string): Promise<string[]> => {
  const asked = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!asked.rows[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name collate "C" > ${last} order by name`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * graphile-worker's migrator locks nothing: of several processes at an empty database some would not start. Kysely's locks
 * only after it has looked through all tables, of which graphile-worker's may be renamed at that moment.
 */
const oneAtATime = async <Told>(pool: Pool, act: () => Promise<Told>): Promise<Told> => {
  const connectionString = withServerKeepalives(pool.options.connectionString ?? '');
  const holder = new pg.Client({ ...keepAliveOptions, connectionString });
  holder.on('error', () => undefined);
  await holder.connect();
  try {
    // its name is that of versions which held it for graphile-worker's alone
    await holder.query(`select pg_advisory_lock(hashtextextended('graphile-worker migrations', 0))`);
    return await act();
  } finally {
    // the lock goes with its session
    await endSession(holder);
  }
};

/** There is no way back: the migrator would only forget what it has done. */
const mustLeadTo = async (migrator: Migrator, upTo: string): Promise<void> => {
  const known = await migrator.getMigrations();
  const last = known.findIndex(({ name, migration }) => name === upTo && migration !== DONE);
  if (last < 0) throw new Error('The backup is of a newer version of the portal: update the portal first.');
  if (known.slice(last + 1).some(({ executedAt }) => executedAt))
    throw new Error(
      'The backup is of an older version than this database: restore into a database never started.',
    );
};
