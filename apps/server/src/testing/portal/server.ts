import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, inject, onTestFinished } from 'vitest';
import { buildApp } from '../../entry/app.ts';
import { openAuditBuffer } from '../../platform/audit/audit-buffer.ts';
import { readConfig } from '../../platform/settings/config.ts';
import type { Context } from '../../platform/context.ts';
import { openDatabase, openPool } from '../../platform/db/client.ts';
import type { JobName } from '../../platform/jobs/jobs.ts';
import { logOptions } from '../../platform/logging/log.ts';
import type { Letter } from '../../platform/outside/mail/mail.ts';
import { openSandbox } from '../../platform/outside/sandbox/open-sandbox.ts';
import { openSecrets } from '../../platform/secrets/secrets.ts';
import { openStorage } from '../../platform/outside/storage/opening-and-serving/open-storage.ts';
import { createURLSigner } from '../../platform/outside/storage/signed-url.ts';
import { openStorageKeys } from '../../platform/outside/storage/storage-keys.ts';
import { listOrphans } from '../../entry/backup/verify.ts';
import { startWorker } from '../../entry/worker-loop.ts';
import { client, type TestClient } from '../requests-and-waiting/client.ts';
import { type Account, type Make, makers } from './make.ts';
import { databaseURL } from './template-database.ts';
import { standInWorkstation } from '../outside/workstation.ts';

export interface TestServer {
  app: FastifyInstance;
  context: Context;
  /** `http://127.0.0.1:port` */
  address: string;
  /** Letters that were sent, newest last. Letters are sent only while a worker runs. */
  outbox: Letter[];
  /** The lines of the log, as JSON. */
  logged: string[];
  clock: TestClock;
  make: Make;
  /** A client that has signed in as this account. */
  as(account: Account): Promise<TestClient>;
  /** A client without a session. */
  nobody: TestClient;
  /**
   * Starts a worker, which runs jobs until the test ends: only the given ones, or all if none are given. Name the jobs if
   * possible: jobs that follow automatically, such as the rendition after the processing, cost much more time.
   */
  work(...jobs: JobName[]): Promise<void>;
}

interface TestClock {
  now(): Date;
  /** Moves the clock forward. */
  advance(ms: number): void;
  /** Stops the clock; only `advance` moves it from now on. */
  freeze(): void;
}

/**
 * Starts a portal for one test, with its own copy of the migrated database, data folder, outbox and adjustable clock.
 * Everything is stopped and removed when the test ends.
 */
export const startServer = async (settings: Record<string, string | undefined> = {}): Promise<TestServer> => {
  const serverURL = inject('databaseURL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openPool(serverURL, { max: 1 });
  // copying files takes half of the time of copying through the write-ahead log
  await admin.query(`create database ${name} template template_snimok strategy file_copy`);
  const dataDir = await mkdtemp(join(tmpdir(), 'snimok-test-'));
  const pool = openPool(databaseURL(serverURL, name), { max: 8 });
  const db = openDatabase(pool);

  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseURL(serverURL, name),
    PUBLIC_URL: 'http://portal.test',
    ...settings,
  });
  const secrets = await openSecrets(config);
  const signer = createURLSigner(...secrets.storage);
  const stores = { signer, keys: await openStorageKeys(config) };
  const outbox: Letter[] = [];
  const logged: string[] = [];
  const clock = movableClock();
  const log = logInto(logged);
  const context: Context = {
    config,
    db,
    pool,
    clock,
    secrets,
    signer,
    storage: await openStorage(config.storageURL, stores),
    archive: config.archiveURL === 'off' ? null : await openStorage(config.archiveURL, stores),
    sandbox: openSandbox(config.parserSandbox, log),
    workstation: standInWorkstation(config.remoteDesktop.folder),
    mail: { send: async (letter) => void outbox.push(letter), close() {} },
    auditBuffer: openAuditBuffer(db, log),
    installation: null,
    log,
  };
  const registry = new Registry();
  const app = buildApp(context, registry);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const workers: { stop(): Promise<void> }[] = [];

  onTestFinished(async () => {
    await app.close();
    for (const worker of workers) await worker.stop();
    await context.auditBuffer.close();
    context.mail.close();
    const orphans = await listOrphansOf(context);
    await db.destroy();
    await dropDatabase(admin, name);
    await rm(dataDir, { recursive: true, force: true });
    expect(orphans).toEqual([]);
  });

  const nobody = client(address);
  return {
    app,
    context,
    address,
    outbox,
    logged,
    clock,
    make: makers(context, address),
    nobody,
    async as({ email, password }) {
      const signedIn = client(address);
      const reply = await signedIn.signIn(email, password);
      if (reply.status !== 200) throw new Error(`Could not sign in as ${email}: ${reply.status}`);
      return signedIn;
    },
    async work(...jobs) {
      // a second worker simulates another process, which has metrics of its own
      const own = workers.length === 0 ? registry : undefined;
      workers.push(await startWorker(context, own, jobs.length > 0 ? jobs : undefined));
    },
  };
};

const dropDatabase = async (admin: Context['pool'], name: string): Promise<void> => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
};

/**
 * The files in the test's folders that no row and no job names, and which would therefore never be removed. Empty for a
 * bucket, because other tests use it too.
 */
const listOrphansOf = async (context: Context): Promise<string[]> => {
  if (context.storage.kind !== 'local' || context.pool.ended) return [];
  const orphans: string[] = [];
  for await (const { store, key } of listOrphans(context, new Date())) orphans.push(`${store} ${key}`);
  return orphans;
};

/** graphile-worker keeps the log of every worker until the process ends, so the log must not refer to other data of the test. */
const logInto = (logged: string[]) =>
  pino({ ...logOptions, level: 'debug' }, { write: (line: string) => void logged.push(line) });

export const movableClock = (): TestClock => {
  let ahead = 0;
  let frozenAt: number | undefined;
  return {
    now: () => new Date((frozenAt ?? Date.now()) + ahead),
    freeze() {
      frozenAt = Date.now();
    },
    advance: (ms) => {
      ahead += ms;
    },
  };
};
