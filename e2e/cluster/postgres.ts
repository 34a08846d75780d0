import { appendFileSync, chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import { engine, folderOf, type Installation } from './installation.ts';
import type { Plan } from './service.ts';

const USER = 'postgres';
const ROLE = 'snimok';

/** Debian's PostgreSQL with a new database cluster, initialised as in ops/compose.yaml. */
export const planPostgres = (installation: Installation): Plan => {
  const folder = folderOf(installation, 'postgres');
  const cluster = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, installation.databasePassword);
  chmodSync(passwordFile, 0o600);
  command('chown', '-R', `${USER}:${USER}`, folder);
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=ru-RU'];
  const access = [
    '--username',
    ROLE,
    `--pwfile=${passwordFile}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
  ];
  // `--no-sync` makes initdb take about a second; the server itself syncs its writes
  asUser(engine('POSTGRES_BIN'), 'initdb', '--pgdata', cluster, '--no-sync', ...locale, ...access);
  appendFileSync(join(cluster, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n');
  return {
    name: 'postgres',
    machine: 'postgres',
    program: join(engine('POSTGRES_BIN'), 'postgres'),
    args: ['-D', cluster, '-k', folder, '-c', 'listen_addresses=*', '-c', 'max_connections=200'],
    user: USER,
  };
};

const asUser = (programs: string, name: string, ...args: string[]) =>
  command('setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', join(programs, name), ...args);

export const databaseURLOf = ({ network, databasePassword }: Installation): string =>
  `postgres://${ROLE}:${databasePassword}@${network.addressOf('postgres')}:5432/${ROLE}`;

/** Queries the database through its Unix socket, which works even while its network is disconnected. */
export const queryDatabase = <Row>(installation: Installation, query: string): Row[] => {
  const json = `select coalesce(json_agg(answer), '[]') from (${query}) answer`;
  return JSON.parse(psql(installation, ROLE, json)) as Row[];
};

export const isDatabaseUp = (installation: Installation): boolean => {
  try {
    psql(installation, 'postgres', 'select 1');
    return true;
  } catch {
    return false;
  }
};

export const createDatabase = (installation: Installation): void => {
  psql(installation, 'postgres', `create database ${ROLE}`);
};

const psql = (installation: Installation, database: string, sql: string): string => {
  const where = ['--host', folderOf(installation, 'postgres'), '--username', ROLE, '--dbname', database];
  return command(join(engine('POSTGRES_BIN'), 'psql'), ...where, '--no-psqlrc', '-Atc', sql);
};
