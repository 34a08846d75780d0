import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { OTHER_KEYS, storedArtifacts } from './stored-artifacts.ts';

/** Tables whose rows a cascade deletes, and the tables whose deletion causes it; the comments say what removes the files. */
const DELETED_BY_CASCADE = {
  // `deleteUnreferencedRows` reads the keys before it deletes the object
  object_pictures: 'objects',
  // the job `discard-upload` removes everything under the prefix of the upload
  upload_files: 'uploads',
  upload_bundles: 'uploads',
};

test('every column with object keys is declared in storedArtifacts or OTHER_KEYS', async () => {
  const { context } = await startServer();
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' and column_name ~ '(^|_)key$'`.execute(
    context.db,
  );
  const declared = Object.entries(storedArtifacts).flatMap(([table, { keys }]) =>
    keys.map((key) => `${table}.${key}`),
  );
  expect(rows.map(({ column }) => column).toSorted()).toEqual([...declared, ...OTHER_KEYS].toSorted());
});

test('a cascade deletes rows that name a stored file only where the file is deleted too', async () => {
  const { context } = await startServer();
  const { rows } = await sql<{ table: string; target: string }>`
    select distinct conrelid::regclass::text as table, confrelid::regclass::text as target from pg_constraint
    where contype = 'f' and confdeltype = 'c' and conrelid::regclass::text = any(${Object.keys(storedArtifacts)})`.execute(
    context.db,
  );
  const found = rows.filter(
    ({ table, target }) => !(table === 'upload_files' && target === 'upload_bundles'),
  );
  expect(Object.fromEntries(found.map(({ table, target }) => [table, target]))).toEqual(DELETED_BY_CASCADE);
});
