import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openPool } from '../../apps/server/src/platform/db/client.ts';
import { startEmbedded } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { insertAccount } from '../../apps/server/src/people/accounts/account-rows/accounts.ts';
import { hashPassword } from '../../apps/server/src/people/accounts/account-rows/passwords.ts';
import { freePort, type Program, startProgram } from './program.ts';
import { PortalClient } from './portal-client.ts';

const SERVER = join(import.meta.dirname, '../../apps/server/src/entry');

/** The options and environment that `scripts/portal.mjs` uses. */
const options = ['--max-semi-space-size=4', '--heap-growing-percent=50'];
const { NODE_COMPILE_CACHE } = process.env;
const environment = {
  UV_THREADPOOL_SIZE: '16',
  MALLOC_ARENA_MAX: '2',
  ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
};
/** No limits, because one account sends the requests of a thousand people. */
const unlimited = { SEARCHES_HOURLY: '999999999', DOWNLOADS_HOURLY: '999999999' };

/** Starts an entry point of the server (`api.ts`, `worker.ts`, `main.ts`) as a child process. */
export const startEntryPoint = (
  file: string,
  log: string,
  env: Record<string, string>,
  readyText = 'started',
): Promise<Program> =>
  startProgram(join(SERVER, file), {
    log,
    readyText,
    env: { ...environment, ...unlimited, ...env },
    options: process.env.BENCH_OPTIONS?.split(' ') ?? options,
  });

export interface Portal {
  address: string;
  databaseURL: string;
  folder: string;
  api: Program;
  /** null if the benchmark needs no jobs done */
  worker: Program | null;
  assistant: PortalClient;
  /** Starts a program again that was killed. */
  startAgain(file: 'api.ts' | 'worker.ts'): Promise<Program>;
  stop(): Promise<void>;
}

/**
 * Starts the API and, if `worker` is set, the worker as separate processes on an embedded PostgreSQL with its usual
 * durable settings. `fill` inserts rows into the migrated database before they start.
 */
export const startPortal = async ({
  worker,
  fill,
  env = {},
}: {
  worker: boolean;
  /** additional settings */
  env?: Record<string, string>;
  fill?: (databaseURL: string) => Promise<void>;
}): Promise<Portal> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-bench-'));
  const database = await startEmbedded({ folder });
  const programs: Program[] = [];
  const stop = async () => {
    for (const program of programs) await program.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const account = await migrateWithAssistant(database.url);
    await fill?.(database.url);
    const port = await freePort();
    const start = async (file: string) => {
      const settings = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: String(port) };
      const program = await startEntryPoint(file, join(folder, `${file}.log`), { ...env, ...settings });
      programs.push(program);
      return program;
    };
    const address = `http://127.0.0.1:${port}`;
    const api = await start('api.ts');
    return {
      address,
      databaseURL: database.url,
      folder,
      api,
      worker: worker ? await start('worker.ts') : null,
      assistant: await PortalClient.signIn(address, account.email, account.password),
      startAgain: start,
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
};

/** Migrates the database and inserts an assistant account; returns its credentials. */
export const migrateWithAssistant = async (databaseURL: string) => {
  const pool = openPool(databaseURL, { max: 2 });
  const db = openDatabase(pool);
  await migrate(db, pool);
  await db.destroy();
  return insertBenchAccount(databaseURL, 'assistant');
};

/** Inserts an account into a migrated database; returns its id and credentials. */
export const insertBenchAccount = async (databaseURL: string, role: 'assistant' | 'doctor') => {
  const account = { email: `${role}@bench.test`, password: 'Horosho-4itaem' };
  const db = openDatabase(openPool(databaseURL, { max: 2 }));
  const facts = { role, name: 'Участник', email: account.email, featureFlags: [] };
  const id = await insertAccount(db, facts, await hashPassword(account.password), false);
  await db.destroy();
  return { id, ...account };
};
