import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase, openPool } from '../../platform/db/client.ts';
import { startEmbedded } from '../../platform/db/embedded/embedded.ts';
import { migrate } from '../../platform/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server that all tests share. Its database `template_snimok` is migrated and empty. */
    databaseURL: string;
  }
}

/** A folder in Linux's file system in memory, if it has space: there, making and dropping databases takes half the CPU time. */
const databaseFolder = async () => {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = await statfs(memory);
    // enough for a write-ahead log of a gigabyte and for the databases of tests that run at the same time
    if (bavail * bsize > 4 * 1024 ** 3) return await mkdtemp(join(memory, 'snimok-tests-'));
  } catch {
    // thrown on another operating system, or if the folder is not writable
  }
  return mkdtemp(join(tmpdir(), 'snimok-tests-'));
};

/** One PostgreSQL for all tests; each test gets its own copy of the migrated template. */
export default async function setup(project: TestProject) {
  const folder = await databaseFolder();
  // durability is tested in db/embedded and e2e; here it would only cost time
  const server = await startEmbedded({
    folder,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 },
  });
  const admin = openPool(server.url, { max: 1 });
  // the portal opens some twenty connections in a test, each of which derives a key from the password
  const { password } = new URL(server.url);
  await admin.query(`set scram_iterations = 1; alter role current_user password '${password}'`);
  await admin.query('create database template_snimok');
  await admin.end();
  const pool = openPool(databaseURL(server.url, 'template_snimok'), { max: 2 });
  const db = openDatabase(pool);
  await migrate(db, pool);
  await db.destroy();
  project.provide('databaseURL', server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

export const databaseURL = (serverURL: string, name: string): string => {
  const url = new URL(serverURL);
  url.pathname = `/${name}`;
  return url.href;
};
