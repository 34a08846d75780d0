import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from './binaries.ts';
import { checkServer } from './check-server.ts';
import { createCluster } from './create-cluster.ts';
import { bringUp } from './launch.ts';
import { type Places, placesIn } from './places.ts';
import { chooseIdentity } from './run-as.ts';
import type { Settings } from './settings.ts';
import { shutDown } from './shut-down.ts';
import { underLock } from './start-lock.ts';

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
  const places = placesIn(folder);
  return underLock(places.lock, async () => {
    const identity = chooseIdentity(places.folder, places.cluster, binaries.postgres);
    if (!existsSync(path.join(places.cluster, 'PG_VERSION'))) {
      await createCluster(places, binaries, identity, settings?.fsync !== 'off');
    }
    const password = readSecret(places);
    const server = await bringUp({ postgres: binaries.postgres, places, identity, settings, log });
    const url = `postgres://app:${password}@127.0.0.1:${server.port}/postgres`;
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= shutDown(server.pid, places.cluster);
      return stopped;
    };
    try {
      await checkServer(url);
    } catch (error) {
      if (!server.reused) await stop();
      throw error;
    }
    return { url, port: server.port, reused: server.reused, stop };
  });
}

function readSecret({ secret, cluster }: Places) {
  try {
    return readFileSync(secret, 'utf8').trim();
  } catch (cause) {
    throw new Error(
      `Cannot read the database's password: ${(cause as Error).message}. ${secret} belongs to ${cluster}; restore both.`,
      { cause },
    );
  }
}
