import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { to } from 'pg-copy-streams';
import { savedFiles, tablesMadeAgain } from '../../platform/db/stored-artifacts.ts';
import { PENDING_JOBS_QUERY } from '../../platform/jobs/job-tables.ts';
import { savedLetterColumns } from '../../platform/letters/secret-letters.ts';
import { savedNoticeColumns } from '../../platform/notices/saved-notices.ts';
import { type Manifest, type SavedFile, saveStream } from './folder.ts';
import type { BackupKeys } from './saved-objects.ts';

/**
 * Tables that are not saved, because their rows are short-lived or can be made again: sessions, answers to requests,
 * publications (a restored portal begins a new epoch), what is known about the machine and its backups, and the tables of
 * files that are made from studies.
 */
export const LEFT_OUT = [
  'sessions',
  'password_resets',
  'answered_requests',
  'throttles',
  'publications',
  'realtime_stream',
  'swept_channels',
  'remote_desktops',
  'maintenance_runs',
  'health_problems',
  'portal_update',
  ...tablesMadeAgain,
];

const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely_%'
    and c.relname <> all ($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`;

/** A quoted SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** By table, the SQL of columns some of whose values the backup must not contain. */
const SAVED_COLUMNS: Record<string, Readonly<Record<string, string>>> = {
  letters: savedLetterColumns,
  notices: savedNoticeColumns,
};

const savedColumn = (table: string, column: string): string =>
  SAVED_COLUMNS[table]?.[column] ?? quoted(column);

type Saved = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'jobs' | 'objects'>;

/** Saves rows, jobs and the list of the objects that the rows refer to, all from one snapshot. */
export const saveDatabase = async (
  client: PoolClient,
  path: string,
  keys: BackupKeys | null,
): Promise<Saved> => {
  await mkdir(join(path, 'tables'), { mode: 0o700 });
  await client.query('begin isolation level repeatable read, read only');
  const copy = async (
    file: string,
    query: string,
    fileKeys = keys,
  ): Promise<SavedFile & { rows: number }> => {
    const stream = client.query(to(`copy ${query} to stdout`));
    const saved = await saveStream(path, file, stream, fileKeys);
    return { ...saved, rows: stream.rowCount };
  };
  const migrations = await readMigrations(client);
  const found = await client.query<{ name: string; columns: string[] }>(TABLES, [LEFT_OUT]);
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of found.rows) {
    const query = `(select ${columns.map((column) => savedColumn(name, column)).join(', ')} from public.${quoted(name)})`;
    tables.push({ name, columns, ...(await copy(`tables/${name}.gz`, query)) });
  }
  const jobs = await copy('jobs.gz', `(${PENDING_JOBS_QUERY})`);
  // contains ids, sizes and hashes only; not encrypted, because later backups read it without a private key
  const objects = await copy('objects.gz', `(${savedFiles(tables.map(({ name }) => name))})`, null);
  const sequences = await readSequences(client);
  await client.query('commit');
  return {
    migrations,
    tables,
    sequences,
    jobs,
    objects,
  };
};

/** The names of the migrations of the database, the newest last. */
export const readMigrations = async (client: PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
};

/** Sequences are not transactional, so their values are never behind the rows of the snapshot. */
export const readSequences = async (client: PoolClient): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
};
