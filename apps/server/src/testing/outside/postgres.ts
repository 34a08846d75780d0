import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { chooseIdentity, giveFilesTo, runAs } from '../../platform/db/embedded/run-as.ts';
import { freePort } from '../requests-and-waiting/free-port.ts';
import { until } from '../requests-and-waiting/until.ts';

/** Loopback only. `fsync=off` survives a killed process, because the operating system still has what it wrote. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'timezone=UTC'];

/**
 * Starts Debian's PostgreSQL with a new cluster on a free port and an empty database `portal`; the caller must stop it.
 * Under root it runs in a user namespace, as the embedded server does. Further settings are given as `name=value`.
 */
export const startPostgres = async (...settings: string[]) => {
  const bin = process.env.POSTGRES_BIN;
  if (!bin) throw new Error('POSTGRES_BIN is not set to a folder: run `npm run test:engines`');
  const folder = await mkdtemp(join(tmpdir(), 'snimok-postgres-'));
  const cluster = join(folder, 'cluster');
  const postgres = join(bin, 'postgres');
  const identity = chooseIdentity(folder, cluster, postgres);
  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  const url = `postgres://portal:${password}@127.0.0.1:${port}/portal`;

  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  giveFilesTo(identity, folder);
  const access = ['-U', 'portal', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const initArgs = ['-D', cluster, ...access, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const [code] = await once(runAs(identity, join(bin, 'initdb'), initArgs, { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`initdb failed with exit code ${code}`);

  let child: ChildProcess | undefined;
  const ended = () => child === undefined || child.exitCode !== null || child.signalCode !== null;
  const run = () => {
    const args = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
    child = runAs(identity, postgres, ['-D', cluster, '-p', String(port), ...args], { stdio: 'ignore' });
  };
  const tryConnect = async (database: string) => {
    const client = new pg.Client({ connectionString: url.replace(/portal$/, database) });
    client.on('error', () => {}); // the server may end while the client connects
    try {
      await client.connect();
      return client;
    } catch {
      await client.end().catch(() => {});
      return false;
    }
  };
  const start = async () => {
    const client = await until('PostgreSQL to answer', () => {
      // tries again, because a start fails while backends of a killed server still own the shared memory
      if (ended()) run();
      return tryConnect('postgres');
    });
    await client.end();
  };
  const end = async (signal: NodeJS.Signals) => {
    if (ended()) return;
    const exit = once(child!, 'exit');
    child!.kill(signal);
    await exit;
  };

  await start();
  const admin = new pg.Client({ connectionString: url.replace(/portal$/, 'postgres') });
  await admin.connect();
  await admin.query('CREATE DATABASE portal');
  await admin.end();

  return {
    /** The URL of the empty database `portal`, for the superuser. */
    url,
    port,
    start,
    /** Kills the server; `start` starts it again with the same data. */
    kill: () => end('SIGKILL'),
    /** Stops the server and removes its data. */
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
