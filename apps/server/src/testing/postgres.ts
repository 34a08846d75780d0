import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { chooseIdentity, giveFilesTo, runAs } from '../platform/db/embedded/run-as.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** On loopback alone, and no slower than tests need: what a killed process wrote, the system still has. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'timezone=UTC'];

/**
 * Debian's PostgreSQL with a cluster of its own on a free port, with an empty database `portal`; whoever starts it stops
 * it. As root it runs in a user namespace, as the embedded one does. More settings as `name=value`.
 */
export const startPostgres = async (...settings: string[]) => {
  const bin = process.env.POSTGRES_BIN;
  if (!bin) throw new Error('POSTGRES_BIN names no folder: run `npm run test:engines`');
  const folder = await mkdtemp(join(tmpdir(), 'snimok-postgres-'));
  const [cluster, postgres] = [join(folder, 'cluster'), join(bin, 'postgres')];
  const identity = chooseIdentity(folder, cluster, postgres);
  const [port, password] = [await freePort(), randomBytes(16).toString('hex')];
  const url = `postgres://portal:${password}@127.0.0.1:${port}/portal`;

  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  giveFilesTo(identity, folder);
  const access = ['-U', 'portal', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const making = ['-D', cluster, ...access, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const [code] = await once(runAs(identity, join(bin, 'initdb'), making, { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);

  let child: ChildProcess | undefined;
  const ended = () => child === undefined || child.exitCode !== null || child.signalCode !== null;
  const run = () => {
    const args = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
    child = runAs(identity, postgres, ['-D', cluster, '-p', String(port), ...args], { stdio: 'ignore' });
  };
  const answers = async (database: string) => {
    const client = new pg.Client({ connectionString: url.replace(/portal$/, database) });
    client.on('error', () => {}); // a server that goes away now does not answer
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
      // right after a kill its old backends may hold its memory for a moment
      if (ended()) run();
      return answers('postgres');
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
    /** Of its superuser, for the empty database. */
    url,
    port,
    start,
    /** As a power cut ends it; `start` brings it back with all it had. */
    kill: () => end('SIGKILL'),
    /** Ends it and removes all it had. */
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
