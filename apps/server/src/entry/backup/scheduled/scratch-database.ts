import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { TestLacks } from '@snimok/contract/administration/portal-health';
import type { Config } from '../../../platform/settings/config.ts';
import type { Context } from '../../../platform/context.ts';
import { type Db, openDatabase, openPool } from '../../../platform/db/client.ts';
import { startEmbedded } from '../../../platform/db/embedded/embedded.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { ScratchFull, ScratchTooSmall, withScratch } from '../../../platform/working-files/scratch.ts';

/** The rows cannot be restored on this machine; the backup itself may be good. */
export class NoScratchDatabase extends Error {
  override name = 'NoScratchDatabase';
  readonly lacks: TestLacks;
  constructor(lacks: TestLacks) {
    super(`no scratch database: ${lacks}`);
    this.lacks = lacks;
  }
}

interface ScratchDatabase {
  pool: Pool;
  db: Db;
  migrateUpTo(migration: string | undefined): Promise<void>;
}

/** An empty cluster and its write-ahead log, and how much larger loaded rows may be than the portal's own. */
const CLUSTER_BYTES = 500e6;
const GROWTH = 1.5;
/** Nothing of this database has to survive a power failure. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  shared_buffers: '32MB',
  max_connections: 20,
};

const folderIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'restore-test');

/**
 * Runs `work` with an empty database on a PostgreSQL of its own in the data folder, and removes it. A restore test
 * therefore needs no rights in the portal's database, and cannot fill the disk of another server.
 * @throws NoScratchDatabase
 */
export const withScratchDatabase = async <T>(
  context: Context,
  work: (database: ScratchDatabase) => Promise<T>,
): Promise<T> => {
  const { config, db } = context;
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  const bytes = Math.ceil((rows[0]?.bytes ?? 0) * GROWTH + CLUSTER_BYTES);
  try {
    return await withScratch(context, bytes, () => inFolder(config, work));
  } catch (cause) {
    if (cause instanceof ScratchFull || cause instanceof ScratchTooSmall)
      throw new NoScratchDatabase('space');
    throw cause;
  }
};

const inFolder = async <T>(config: Config, work: (database: ScratchDatabase) => Promise<T>): Promise<T> => {
  const folder = folderIn(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const server = await startEmbedded({ folder, settings: SETTINGS }).catch((cause) => {
      if (cause instanceof Error && /is not installed/.test(cause.message))
        throw new NoScratchDatabase('server');
      throw cause;
    });
    const pool = openPool(server.url, { max: 4, min: 0 });
    const db = openDatabase(pool);
    try {
      return await work({ pool, db, migrateUpTo: async (upTo) => void (await migrate(db, pool, upTo)) });
    } finally {
      await db.destroy();
      if (!pool.ended) await pool.end();
    }
  } finally {
    await removeScratchDatabase(config);
  }
};

/** Stops and removes the scratch database, also one that a killed test has left running. */
export const removeScratchDatabase = async (config: Pick<Config, 'dataDir'>): Promise<void> => {
  const folder = folderIn(config);
  if (!existsSync(folder)) return;
  // finds the server that runs in the folder; a folder without a complete cluster has none
  if (existsSync(join(folder, 'postgres', 'postmaster.pid'))) {
    const server = await startEmbedded({ folder, settings: SETTINGS }).catch(() => null);
    await server?.stop();
  }
  await rm(folder, { recursive: true, force: true });
};
