import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { ADD_SAVED_JOBS } from '../../platform/jobs/job-tables.ts';
import type { Identity } from './age/keys.ts';
import { type Manifest, openSaved } from './folder.ts';
import { BackupProblem } from './problem.ts';
import { quoted } from './save-database.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;

/** Throws if the portal has accounts or audit records. The rows that a first start inserts do not count. */
export const checkEmpty = async (client: Pool | PoolClient): Promise<void> => {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select 1 from accounts)
       or exists (select 1 from audit_events where action <> 'portal.start') as used`,
  );
  if (rows[0]?.used)
    throw new BackupProblem('This portal is not empty: restore into a new DATA_DIR or an empty database.');
};

/**
 * Loads all rows in one transaction. As with pg_dump, foreign keys are dropped first and created again at the end, which
 * checks them and needs no superuser rights. Triggers are disabled, since the rows that they maintain are in the backup.
 * `savedKeys`: the keys of segmentations whose files are in the backup.
 */
export const loadDatabase = async (
  client: PoolClient,
  path: string,
  { tables, sequences, jobs }: Manifest,
  identities: readonly Identity[],
  savedKeys: readonly string[],
): Promise<void> => {
  await client.query('begin');
  // the lock makes a concurrent creation of an account wait; it then fails if a restored account has the same e-mail
  await client.query('lock table accounts in access exclusive mode');
  await checkEmpty(client);
  await withoutForeignKeys(client, async () => {
    for (const { name, columns, rows, ...file } of tables) {
      const table = `public.${quoted(name)}`;
      await client.query(`alter table ${table} disable trigger user`);
      await client.query(`truncate ${table}`);
      const target = client.query(from(`copy ${table} (${columns.map(quoted).join(', ')}) from stdin`));
      await pipeline(await openSaved(path, file, identities), target);
      if (target.rowCount !== rows)
        throw new BackupProblem(`The backup is damaged: rows of the table ${name} are missing.`);
      await client.query(`alter table ${table} enable trigger user`);
    }
  });
  await setSequences(client, sequences);
  await loadJobs(client, path, jobs, identities);
  if (tables.some(({ name }) => name === 'segmentations')) await deleteWithoutFiles(client, savedKeys);
  await client.query('commit');
};

/** Drops the foreign keys while `load` runs; creating them again checks all rows. Within a transaction. */
export const withoutForeignKeys = async (client: PoolClient, load: () => Promise<void>): Promise<void> => {
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS);
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  await load();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
};

export const setSequences = async (
  client: PoolClient,
  sequences: readonly { name: string; lastValue: string }[],
): Promise<void> => {
  for (const { name, lastValue } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, lastValue]);
};

/** Deletes segmentations whose files an earlier version did not save. Users can request them again. */
const deleteWithoutFiles = (client: PoolClient, savedKeys: readonly string[]) =>
  client.query('delete from segmentations where key is not null and key <> all ($1)', [savedKeys]);

/** Adds the saved jobs to the queue; each has all its attempts again. */
const loadJobs = async (
  client: PoolClient,
  path: string,
  jobs: Manifest['jobs'],
  identities: readonly Identity[],
): Promise<void> => {
  await client.query(`create temporary table saved_jobs (
    position bigint generated always as identity, task text, payload json, queue text, run_at timestamptz,
    max_attempts int, key text, priority int) on commit drop`);
  const columns = 'task, payload, queue, run_at, max_attempts, key, priority';
  const target = client.query(from(`copy saved_jobs (${columns}) from stdin`));
  await pipeline(await openSaved(path, jobs, identities), target);
  await client.query(ADD_SAVED_JOBS);
};
