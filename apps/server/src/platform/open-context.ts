import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openAuditBuffer } from './audit/audit-buffer.ts';
import type { Config } from './settings/config.ts';
import type { Context } from './context.ts';
import { openDatabase, openPool, type Timeouts, REQUEST_TIMEOUTS } from './db/client.ts';
import { checkServer } from './db/embedded/check-server.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { prepareDatabase } from './db/prepare-database.ts';
import { systemClock } from './time-and-sizes/clock.ts';
import { findInstallation } from './releases/places.ts';
import { openSandbox } from './outside/sandbox/open-sandbox.ts';
import { openSecrets, type Secrets } from './secrets/secrets.ts';
import { openStorage } from './outside/storage/opening-and-serving/open-storage.ts';
import { createURLSigner } from './outside/storage/signed-url.ts';
import { openStorageKeys } from './outside/storage/storage-keys.ts';
import { prepareDataFolder } from './outside/storage/private-files.ts';
import { readConfigAtStart } from './stored-settings/effective-config.ts';
import { openCurrentMail } from './stored-settings/open-mail.ts';
import { sandboxedWorkstation } from './outside/workstation/sandboxed.ts';

/** PostgreSQL's backends end shortly after their clients have disconnected; on a busy machine it takes longer. */
const BACKENDS_END_WITHIN_MS = 3_000;

/** Whether no other process uses the embedded server, so that it may be stopped. */
const isIdle = async (url: string): Promise<boolean> => {
  const pool = openPool(url, { max: 1 });
  const countOthers = async () => {
    const { rows } = await pool.query<{ others: number }>(
      `select count(*) as others from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.others;
  };
  const deadline = performance.now() + BACKENDS_END_WITHIN_MS;
  try {
    let others = await countOthers();
    while (others !== 0 && performance.now() < deadline) {
      await sleep(50);
      others = await countOthers();
    }
    return others === 0;
  } finally {
    await pool.end();
  }
};

/**
 * Opens everything that an entry point needs, in the order of the dependencies. A failure leaves nothing open. The
 * context's `config` also has the settings that were saved in the browser.
 */
export const openContext = async (
  startConfig: Config,
  log: Logger,
  {
    upTo,
    asOwner,
    timeouts = {},
  }: {
    /** the migration at which to stop, to restore an older backup */
    upTo?: string | undefined;
    /** connects as the owner of the tables, for a command that writes all of them */
    asOwner?: boolean;
    /** timeouts of database queries; a command has none */
    timeouts?: Timeouts;
  } = {},
): Promise<{ context: Context; close(): Promise<void> }> => {
  await prepareDataFolder(startConfig, log);
  const embedded = startConfig.databaseURL
    ? null
    : await startEmbedded({ folder: startConfig.dataDir, log: (line) => log.info(line) });
  const ownerURL = embedded?.url ?? startConfig.databaseOwnerURL;
  const stopEmbedded = async () => {
    if (embedded && (await isIdle(embedded.url))) await embedded.stop();
  };
  if (!embedded) await checkServer(ownerURL ?? startConfig.databaseURL ?? '');
  const roles = { ownerURL, applicationURL: startConfig.databaseURL };
  const databaseURL = await prepareDatabase(roles, log, { upTo, asOwner }).catch(async (cause) => {
    await stopEmbedded();
    throw cause;
  });
  const pool = openPool(databaseURL, timeouts);
  const db = openDatabase(pool);
  const closeDatabase = async () => {
    // ends the pool too, except when no query has run through Kysely
    await db.destroy();
    if (!pool.ended) await pool.end();
    await stopEmbedded();
  };
  try {
    const secrets = await openSecrets(startConfig);
    // a restore ignores the saved settings: an older database has no table for them
    const config =
      asOwner || upTo ? startConfig : await readConfigAtStart({ config: startConfig, secrets, log }, db);
    const mail = openCurrentMail({ config, secrets, db });
    const context: Context = {
      config,
      db,
      pool,
      log,
      secrets,
      mail,
      clock: systemClock,
      installation: findInstallation(),
      ...(await openOutside(config, secrets, log)),
      auditBuffer: openAuditBuffer(db, log),
    };
    return {
      context,
      async close() {
        await context.auditBuffer.close();
        context.mail.close();
        await closeDatabase();
      },
    };
  } catch (cause) {
    await closeDatabase();
    throw cause;
  }
};

/** The same context with a second database pool, for requests: their timeouts are shorter than those of jobs. */
export const forRequests = (context: Context): { context: Context; close(): Promise<void> } => {
  const pool = openPool(context.pool.options.connectionString ?? '', REQUEST_TIMEOUTS);
  const db = openDatabase(pool);
  return { context: { ...context, pool, db }, close: () => db.destroy() };
};

const openOutside = async (config: Config, secrets: Secrets, log: Logger) => {
  const signer = createURLSigner(...secrets.storage);
  const options = { signer, keys: await openStorageKeys(config) };
  const storage = await openStorage(config.storageURL, options);
  const archive = config.archiveURL === 'off' ? null : await openStorage(config.archiveURL, options);
  if (!config.mailURL && !config.publicDemo)
    log.info({ folder: join(config.dataDir, 'mail') }, 'no MAIL_URL: letters are kept as .eml files');
  const workstation = sandboxedWorkstation(config.remoteDesktop);
  const sandbox = openSandbox(config.parserSandbox, log);
  return { signer, storage, archive, sandbox, workstation };
};
