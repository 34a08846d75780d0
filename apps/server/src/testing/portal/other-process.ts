import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { onTestFinished } from 'vitest';
import { buildApp } from '../../entry/app.ts';
import { openAuditBuffer } from '../../platform/audit/audit-buffer.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Context } from '../../platform/context.ts';
import { openDatabase, openPool, type Timeouts } from '../../platform/db/client.ts';
import { openStorage } from '../../platform/outside/storage/opening-and-serving/open-storage.ts';
import { openStorageKeys } from '../../platform/outside/storage/storage-keys.ts';
import { client } from '../requests-and-waiting/client.ts';
import type { TestServer } from './server.ts';

/** The context of another process of the same portal: its own connections and audit buffer, and its own data folder. */
export const otherProcessContext = async (
  { context }: Pick<TestServer, 'context'>,
  {
    databaseURL = context.pool.options.connectionString ?? '',
    config = {},
    timeouts = {},
  }: { databaseURL?: string; config?: Partial<Config>; timeouts?: Timeouts } = {},
): Promise<Context> => {
  const pool = openPool(databaseURL, { max: 8, ...timeouts });
  const db = openDatabase(pool);
  const dataDir = await mkdtemp(join(tmpdir(), 'snimok-other-'));
  const auditBuffer = openAuditBuffer(db, context.log);
  onTestFinished(async () => {
    // fails if the test has cut the database connection
    await auditBuffer.close().catch(() => undefined);
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });
  const storage = await openStorage(context.config.storageURL, {
    signer: context.signer,
    keys: await openStorageKeys(context.config),
  });
  return {
    ...context,
    pool,
    db,
    auditBuffer,
    installation: null,
    storage,
    config: { ...context.config, dataDir, ...config },
  };
};

/** A second API process on the same database and store, in this Node.js process. */
export const startOtherAPI = async (
  portal: Pick<TestServer, 'context'>,
  options: Parameters<typeof otherProcessContext>[1] = {},
) => {
  const context = await otherProcessContext(portal, options);
  const app = buildApp(context, new Registry());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { context, app, address, nobody: client(address) };
};
