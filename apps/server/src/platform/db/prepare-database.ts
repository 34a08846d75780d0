import type { Logger } from 'pino';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { createMissingRole, embeddedApplicationURL, grantToApplication } from './application-role.ts';
import { type Db, openDatabase, openPool } from './client.ts';
import { listPending, migrate } from './migrate.ts';

interface Roles {
  /** the URL of the schema's owner; if undefined, the role of `applicationURL` migrates, provided that it may */
  ownerURL: string | undefined;
  /** undefined for the embedded database, for which it is derived from the owner's URL */
  applicationURL: string | undefined;
}

interface Preparation {
  /** the migration at which to stop, to restore an older backup */
  upTo?: string | undefined;
  /** the caller writes every table, as the restore of a backup does */
  asOwner?: boolean | undefined;
}

/** Migrates the database, gives the application's role its privileges, and returns the URL with which to connect. */
export const prepareDatabase = async (
  { ownerURL, applicationURL }: Roles,
  log: Logger,
  { upTo, asOwner = false }: Preparation,
): Promise<string> => {
  if (!ownerURL) return withOneRole(applicationURL ?? '', log, { upTo, asOwner });
  return withPool(ownerURL, async (owner, db) => {
    await migrateWith(owner, db, log, upTo);
    if (asOwner) return ownerURL;
    const url = applicationURL ?? embeddedApplicationURL(ownerURL);
    await createMissingRole(owner, url);
    const role = await withPool(url, readRole);
    const owners = await owner.query<{ isOwner: boolean }>(
      `select rolsuper or pg_has_role(oid, current_user, 'member') as "isOwner" from pg_roles where rolname = $1`,
      [role],
    );
    // an owner needs no grants, and revoking privileges from an owner would stop older versions of the portal
    if (!owners.rows[0]?.isOwner) await grantToApplication(owner, role);
    return url;
  });
};

/** For a portal with one database role. An owner migrates; a restricted role requires a database that is migrated. */
const withOneRole = (url: string, log: Logger, { upTo, asOwner }: Preparation): Promise<string> =>
  withPool(url, async (pool, db) => {
    const { rows } = await pool.query<{ isRestricted: boolean }>(
      `select not pg_has_role(relowner, 'usage') as "isRestricted" from pg_class
       where oid = to_regclass('public.kysely_migration')`,
    );
    if (!rows[0]?.isRestricted) {
      await migrateWith(pool, db, log, upTo);
      return url;
    }
    if (asOwner) throw new Error('This command needs the role that owns the tables: set DATABASE_OWNER_URL.');
    const pending = await listPending(db);
    if (pending.length > 0)
      throw new Error(
        `The database lacks migration ${pending[0]}, and the role of DATABASE_URL does not own the tables: ` +
          'start a process with DATABASE_OWNER_URL first.',
      );
    return url;
  });

const readRole = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ role: string }>('select current_user as role');
  return rows[0]?.role ?? '';
};

/** Calls `work` with a pool that has no timeouts, since a migration may change millions of rows. */
const withPool = async <Result>(
  url: string,
  work: (pool: Pool, db: Db) => Promise<Result>,
): Promise<Result> => {
  const pool = openPool(url, { max: 4, min: 0 });
  const db = openDatabase(pool);
  try {
    // Kysely ends the pool only if a query has run through it
    await sql`select 1`.execute(db);
    return await work(pool, db);
  } finally {
    await db.destroy();
  }
};

const migrateWith = async (pool: Pool, db: Db, log: Logger, upTo?: string): Promise<void> => {
  const { newer } = await migrate(db, pool, upTo);
  if (newer.length > 0)
    log.warn({ migrations: newer }, 'a newer version of the portal has migrated this database');
};
