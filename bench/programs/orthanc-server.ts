import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../apps/server/src/platform/db/client.ts';
import { connections, exchange, inParallel } from '../measuring/exchange.ts';
import { freePort } from './program.ts';
import type { SliceFile } from '../measuring/series.ts';

/** Files of Debian's packages `orthanc`, `orthanc-postgresql` and `orthanc-webviewer`. */
const ORTHANC = '/usr/sbin/Orthanc';
const PLUGINS = '/usr/share/orthanc/plugins';
const PLUGIN_FILES = {
  'orthanc-postgresql': join(PLUGINS, 'libOrthancPostgreSQLIndex.so'),
  'orthanc-webviewer': join(PLUGINS, 'libOrthancWebViewer.so'),
};
type PluginPackage = keyof typeof PLUGIN_FILES;

const START_WITHIN_MS = 60_000;
/**
 * The number of simultaneous clients in the benchmarks. With Orthanc's default of 1 it runs one query at a time.
 */
const DATABASE_CONNECTIONS = 16;
const ATTEMPTS = 20;

export interface Orthanc {
  address: string;
  pid: number;
  /** Sends each file in a request of its own; every response comes after file and rows are written. */
  store(files: SliceFile[], connectionCount: number): Promise<void>;
  /** Deletes all studies, because a file that is stored already would not be written again. */
  clear(): Promise<void>;
  /** Orthanc's identifiers of all resources of a level */
  ids(level: 'studies' | 'series'): Promise<string[]>;
  stop(): Promise<void>;
}

/** The packages that `startOrthanc` needs for these plugins and that are not installed. */
const missingPackages = (plugins: PluginPackage[]): string[] => [
  ...(existsSync(ORTHANC) ? [] : ['orthanc']),
  ...plugins.filter((plugin) => !existsSync(PLUGIN_FILES[plugin])),
];

/** Throws if packages are missing. With `databaseURL` a new database on that server contains the index. */
export const startOrthanc = async ({
  plugins,
  databaseURL,
}: {
  plugins: PluginPackage[];
  databaseURL?: string;
}): Promise<Orthanc> => {
  const missing = missingPackages(plugins);
  if (missing.length > 0) throw new Error(`Orthanc is not installed: apt-get install ${missing.join(' ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'snimok-orthanc-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = {
    StorageDirectory: folder,
    IndexDirectory: folder,
    HttpPort: port,
    DicomServerEnabled: false,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: false,
    SyncStorageArea: true,
    Plugins: plugins.map((plugin) => PLUGIN_FILES[plugin]),
    WebViewer: { CachePath: join(folder, 'cache') },
    ...(databaseURL && { PostgreSQL: await createIndex(databaseURL) }),
  };
  const settingsFile = join(folder, 'orthanc.json');
  await writeFile(settingsFile, JSON.stringify(settings));
  const log = join(folder, 'orthanc.log');
  const program = spawn(ORTHANC, [`--logfile=${log}`, settingsFile], { stdio: 'ignore' });
  const stopped = new Promise((resolve) => program.once('exit', resolve));
  const stop = async () => {
    program.kill();
    await stopped;
    await rm(folder, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + START_WITHIN_MS; ; await sleep(100)) {
    // its port refuses connections until it has started
    if ((await fetch(`${address}/system`).catch(() => null))?.ok) break;
    if (program.exitCode === null && Date.now() < deadline) continue;
    const written = await readFile(log, 'utf8').catch(() => '');
    await stop();
    throw new Error(`Orthanc did not start:\n${written.slice(-2000)}`);
  }
  return { address, pid: program.pid ?? 0, ...callsOf(address), stop };
};

/** Orthanc on the portal's database server; null if it is not installed. */
export const startPeer = async (databaseURL: string): Promise<Orthanc | null> => {
  const plugins: PluginPackage[] = ['orthanc-postgresql'];
  const missing = missingPackages(plugins);
  if (missing.length === 0) return startOrthanc({ plugins, databaseURL });
  process.stdout.write(`Orthanc is not measured; it needs: apt-get install ${missing.join(' ')}\n`);
  return null;
};

export const indexURL = (databaseURL: string): string => {
  const url = new URL(databaseURL);
  url.pathname = '/orthanc';
  return url.href;
};

const createIndex = async (databaseURL: string) => {
  const pool = openPool(databaseURL, { max: 1 });
  await pool.query('create database orthanc');
  await pool.end();
  return {
    EnableIndex: true,
    EnableStorage: false,
    ConnectionUri: indexURL(databaseURL),
    IndexConnectionsCount: DATABASE_CONNECTIONS,
  };
};

const callsOf = (address: string): Pick<Orthanc, 'store' | 'clear' | 'ids'> => {
  const ids: Orthanc['ids'] = async (level) => {
    const agent = connections(1);
    const { text } = await exchange(agent, `${address}/${level}`);
    agent.destroy();
    return JSON.parse(text) as string[];
  };
  return {
    ids,
    async store(files, connectionCount) {
      const agent = connections(connectionCount);
      await inParallel(connectionCount, files, ({ bytes }) =>
        untilAccepted(() =>
          exchange(agent, `${address}/instances`, {
            method: 'POST',
            headers: { 'content-length': bytes.length, 'content-type': 'application/dicom' },
            body: bytes,
          }),
        ),
      );
      agent.destroy();
    },
    async clear() {
      const agent = connections(1);
      for (const id of await ids('studies'))
        await exchange(agent, `${address}/studies/${id}`, { method: 'DELETE' });
      agent.destroy();
    },
  };
};

/**
 * Simultaneous files of one study conflict in Orthanc's database. After ten attempts of its own Orthanc answers 503
 * «retry».
 */
const untilAccepted = async (send: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await send();
      return;
    } catch (cause) {
      if (attempt === ATTEMPTS || !String(cause).includes(': 503 ')) throw cause;
    }
  }
};
