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

export interface EmbeddedOptions {
  /** Gets `postgres/` (the cluster), `postgres.log`, `postgres.secret` and `postgres.lock`; made when absent. */
  folder: string;
  /** Told when a start takes long. */
  log?: (line: string) => void;
  /** Over the defaults of settings.ts; a server that runs already keeps those it was started with. */
  settings?: Settings;
}

export interface Embedded {
  /** Of the superuser `app`, for the database `postgres`. */
  url: string;
  port: number;
  /** The server ran already: left by a parent that was killed, or started by another process of ours. */
  reused: boolean;
  /** Ends the server, a reused one too, and resolves when everything is written; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Gives this folder's own PostgreSQL, made at the first start. It outlives a killed parent and is found again by the
 * next start. Any failure is one line for a person, naming the log.
 */
export async function startEmbedded({
  folder,
  log = () => {},
  settings,
}: EmbeddedOptions): Promise<Embedded> {
  const binaries = await findBinaries();
  const places = pathsIn(folder);
  const start = () => startUnderLock(places, binaries, log, settings);
  const onWaiting = () =>
    log(`Waiting for another process that is starting the database in ${places.folder}.`);
  try {
    return await withFileLock(places.lock, start, onWaiting);
  } catch (error) {
    throw explainFileError(error, places);
  }
}

async function startUnderLock(
  places: Paths,
  binaries: Binaries,
  log: (line: string) => void,
  settings?: Settings,
): Promise<Embedded> {
  const { folder, cluster } = places;
  const identity = chooseIdentity(folder, cluster, binaries.postgres);
  removeUnfinished(folder);
  if (existsSync(path.join(cluster, 'PG_VERSION'))) giveFilesTo(identity, cluster);
  else await createCluster(places, binaries, identity, settings?.fsync !== 'off');

  const password = readSecret(places);
  const { pid, port, reused } = await ensureRunning({
    postgres: binaries.postgres,
    places,
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
    throw explain((error as Error).message, places, error);
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
