import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Binaries, findBinaries } from './binaries.ts';
import { checkServer } from './check-server.ts';
import { createCluster, removeUnfinished } from './create-cluster.ts';
import { explain, explainFileError } from './failure.ts';
import { ensureRunning } from './launch.ts';
import { type Paths, pathsIn } from './paths.ts';
import { chooseIdentity, giveFilesTo } from './run-as.ts';
import type { Settings } from './settings.ts';
import { shutDown } from './shut-down.ts';
import { withFileLock } from './start-lock.ts';

interface EmbeddedOptions {
  /**
   * Will contain `postgres/` (the cluster), `postgres.log`, `postgres.secret` and `postgres.lock`; created if missing.
   */
  folder: string;
  /** Called when a start takes long. */
  log?: (line: string) => void;
  /** These override the defaults of settings.ts. A server that already runs keeps the settings with which it was started. */
  settings?: Settings;
}

/** @internal */
export interface Embedded {
  /** Contains the superuser `app`, its password and the database `postgres`. */
  url: string;
  port: number;
  /** Whether the server ran already, because its parent was killed or another process of the portal started it. */
  reused: boolean;
  /** Stops the server, also a reused one, and resolves when everything is written; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the folder's own PostgreSQL, creating it at the first start. It outlives a killed parent, and the next start
 * finds it again. Every error is one line that names the log.
 */
export async function startEmbedded({
  folder,
  log = () => {},
  settings,
}: EmbeddedOptions): Promise<Embedded> {
  const binaries = await findBinaries();
  const paths = pathsIn(folder);
  const start = () => startUnderLock(paths, binaries, log, settings);
  const onWaiting = () =>
    log(`Waiting for another process that is starting the database in ${paths.folder}.`);
  try {
    return await withFileLock(paths.lock, start, onWaiting);
  } catch (error) {
    throw explainFileError(error, paths);
  }
}

async function startUnderLock(
  paths: Paths,
  binaries: Binaries,
  log: (line: string) => void,
  settings?: Settings,
): Promise<Embedded> {
  const { folder, cluster } = paths;
  const identity = chooseIdentity(folder, cluster, binaries.postgres);
  removeUnfinished(folder);
  if (existsSync(path.join(cluster, 'PG_VERSION'))) giveFilesTo(identity, cluster);
  else await createCluster(paths, binaries, identity, settings?.fsync !== 'off');

  const password = readSecret(paths);
  const { pid, port, reused } = await ensureRunning({
    postgres: binaries.postgres,
    paths,
    identity,
    settings,
    log,
  });
  const url = `postgres://app:${password}@127.0.0.1:${port}/postgres`;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= shutDown(pid, cluster);
    return stopped;
  };
  try {
    await checkServer(url);
  } catch (error) {
    if (!reused) await stop();
    throw explain((error as Error).message, paths, error);
  }
  return { url, port, reused, stop };
}

function readSecret({ secret, cluster }: Paths) {
  try {
    return readFileSync(secret, 'utf8').trim();
  } catch (cause) {
    throw new Error(
      `Cannot read the database's password: ${(cause as Error).message}. ${secret} belongs to ${cluster}; restore both.`,
      { cause },
    );
  }
}
