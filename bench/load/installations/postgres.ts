import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseIdentity, giveFilesTo, runAs } from '../../../apps/server/src/platform/db/embedded/run-as.ts';
import { freePort } from '../../programs/program.ts';

/** As in ops/compose.yaml. */
const SETTINGS = ['max_connections=200', 'shared_buffers=1GB', 'wal_compression=on'];
const LISTEN = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
const USER = 'snimok';

/**
 * Starts Debian's PostgreSQL on a cluster that is kept for later runs. Unlike the PostgreSQL of the tests, its
 * writes are durable.
 */
export const startPostgres = async (programs: string, folder: string) => {
  const cluster = join(folder, 'cluster');
  const postgres = join(programs, 'postgres');
  const secret = join(folder, 'password');
  await mkdir(folder, { recursive: true });
  const identity = chooseIdentity(folder, cluster, postgres);
  if (!existsSync(cluster)) {
    await writeFile(secret, crypto.randomUUID());
    giveFilesTo(identity, folder);
    const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=ru-RU'];
    const access = ['-U', USER, '-A', 'scram-sha-256', `--pwfile=${secret}`, '--data-checksums'];
    const options = ['-D', cluster, ...locale, ...access];
    const [code] = await once(
      runAs(identity, join(programs, 'initdb'), options, { stdio: 'ignore' }),
      'exit',
    );
    if (code !== 0) throw new Error(`initdb failed with code ${code}`);
  }
  const port = await freePort();
  const args = [...SETTINGS, ...LISTEN].flatMap((setting) => ['-c', setting]);
  const child = runAs(identity, postgres, ['-D', cluster, '-p', String(port), ...args], { stdio: 'ignore' });
  const urlOf = async (database: string) =>
    `postgres://${USER}:${(await readFile(secret, 'utf8')).trim()}@127.0.0.1:${port}/${database}`;
  await createDatabase(await urlOf('postgres'));
  return {
    url: await urlOf(USER),
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
};

const createDatabase = async (url: string): Promise<void> => {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const { rowCount } = await client.query('select from pg_database where datname = $1', [USER]);
      if (rowCount === 0) await client.query(`create database ${USER}`);
      return;
    } catch (cause) {
      if (
        (cause as { code?: string }).code !== 'ECONNREFUSED' &&
        (cause as { code?: string }).code !== '57P03'
      )
        throw cause;
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
};
