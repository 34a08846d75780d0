import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFiles } from './imports.mjs';
import { foreignWrites, owners, tablesOf, unlistedTables } from './owners.mjs';
import { root } from '../programs/toolchain.mjs';

const uploads = 'apps/server/src/studies/uploads/queries.ts';
const processing = 'apps/server/src/studies/processing/publish.ts';
const judge = (path, text) => foreignWrites(new Map([[path, text]]));

test.each([
  ['an insert', "db.insertInto('uploads').values(upload)"],
  ['an update', "db\n  .updateTable('uploads')\n  .set({ status })"],
  ['a deletion', "db.deleteFrom('uploads as u')"],
  ['an insert in SQL', 'sql`insert into upload_files (key) values (1)`'],
  ['an update in SQL', 'sql`update upload_files u set size_bytes = 1`'],
  ['a deletion in SQL', 'sql`with gone as (delete from uploads returning uuid) select 1`'],
])('%s by another module than the owner is refused', (_, text) => {
  expect(judge(uploads, text)).toEqual([]);
  expect(judge(processing, text)).toEqual([expect.stringContaining('only studies/uploads writes upload')]);
});

test('the finding names the line', () => {
  expect(judge(processing, "\n\ndb.deleteFrom('uploads')")).toEqual([
    `${processing}:3: only studies/uploads writes uploads`,
  ]);
});

test.each([
  ['a query', "db.selectFrom('uploads').forUpdate()"],
  ['a row lock in SQL', 'sql`select 1 from uploads for update`'],
  ['a job of graphile-worker', 'sql`delete from graphile_worker._private_jobs`'],
])('%s is allowed everywhere', (_, text) => {
  expect(judge(processing, text)).toEqual([]);
});

test('tests and the restore of a backup may write every table', () => {
  const text = "db.deleteFrom('uploads')";
  expect(judge('apps/server/src/studies/processing/runs.test.ts', text)).toEqual([]);
  expect(judge('apps/server/src/testing/make.ts', text)).toEqual([]);
  expect(judge('apps/server/src/entry/backup/load-database.ts', text)).toEqual([]);
});

test('a table that only triggers write is written by no module', () => {
  expect(judge(uploads, "db.updateTable('tallies')")).toEqual([expect.stringContaining('only triggers')]);
});

test('a table without an owner and an owner without a table are reported', () => {
  const tables = Object.keys(owners);
  expect(unlistedTables(tables)).toEqual([]);
  expect(unlistedTables([...tables, 'invoices'])).toEqual([expect.stringContaining('invoices has no owner')]);
  expect(unlistedTables(tables.slice(1))).toEqual([expect.stringContaining(`no table ${tables[0]}`)]);
});

test('every table of the database has an owner, and only its owner writes it', () => {
  const server = 'apps/server/src/';
  const schema = readFileSync(join(root, `${server}platform/db/schema.ts`), 'utf8');
  expect(tablesOf(schema).length).toBeGreaterThan(30);
  expect(unlistedTables(tablesOf(schema))).toEqual([]);
  expect(foreignWrites(readFiles(root, [server], /\.ts$/))).toEqual([]);
});
