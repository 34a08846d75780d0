import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { columnOf } from '../../platform/db/client.ts';
import { newFolder } from '../backup/backup.fixture.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { startServer } from '../../testing/portal/server.ts';
import { readColumns } from './columns.ts';
import { exportedTables, leftOutTables } from './exported-tables.ts';
import { contentOf, exportTo, startFullPortal } from './portable-export.fixture.ts';

/** Exported columns with bytes; none of them opens anything. */
const HARMLESS_BYTES = [
  'archiveImportInstances.sha256',
  'archiveImportInstances.sourceSha256',
  'objects.sha256',
  'receivedInstances.sha256',
  'messageAttachments.sha256',
  'centreIdentity.logo',
  'auditChain.hash',
  'auditHeads.signature',
].toSorted();

test('every table of the database is exported or named with the reason why not', async () => {
  const { context } = await startServer();
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%'`.execute(
    context.db,
  );
  const known = [...exportedTables.map(({ name }) => name as string), ...Object.keys(leftOutTables)];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.map(columnOf).toSorted());
});

test('no column with a password, a token or a secret is exported, and columns with bytes are few and known', async () => {
  const { context } = await startServer();
  const client = await context.pool.connect();
  const columns = await readColumns(client, exportedTables).finally(() => client.release());
  const all = [...columns].flatMap(([table, of]) => of.map((column) => ({ ...column, table })));
  const bytes = all
    .filter(({ type }) => type === 'bytea')
    .map(({ table, property }) => `${table}.${property}`);
  expect(bytes.toSorted()).toEqual(HARMLESS_BYTES.filter((name) => name !== 'objects.sha256'));
  const secret = /hash|token|secret|sealed|password|(^|_)(pin|mac|auth|code)(_|$)|credential/;
  const named = all.filter(({ column, table }) => secret.test(column) && table !== 'auditChain');
  expect(named.map(({ table, property }) => `${table}.${property}`)).toEqual([]);
});

test('the files of an export contain no hash, token or sealed value of the database', async () => {
  const { server, share } = await startFullPortal();
  const folder = join(await newFolder(), 'one');
  await exportTo(server, folder);
  const secrets = await readSecrets(server.context.db);
  expect(secrets.length).toBeGreaterThan(10);
  const { secret } = server.context.config;
  const searched = [...secrets, share.token, '483920', ...(secret ? [secret] : [])];
  for (const [path, bytes] of await contentOf(folder)) {
    if (path.startsWith('patients/')) continue;
    const text = bytes.toString();
    expect([path, searched.filter((one) => text.includes(one))]).toEqual([path, []]);
  }
}, 240_000);

/** Passwords' hashes, and the values of all columns with bytes that are not exported, in three notations. */
const readSecrets = async (
  db: Awaited<ReturnType<typeof startServer>>['context']['db'],
): Promise<string[]> => {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and udt_name = 'bytea'`.execute(db);
  // hashes of files, and a document that is a file of the export
  const ofFiles = [
    'uploadFiles.sha256',
    'uploadFiles.joinedFrom',
    'uploadBundles.digest',
    'studyReports.document',
  ];
  const harmless = new Set(
    [...HARMLESS_BYTES, ...ofFiles].map((name) => name.split('.').map(columnOf).join('.')),
  );
  const { rows: hashes } = await sql<{ value: string }>`select password_hash as value from accounts`.execute(
    db,
  );
  const secrets = hashes.map(({ value }) => value).filter((value) => value.length > 8);
  for (const { table, column } of columns) {
    if (harmless.has(`${table}.${column}`)) continue;
    const { rows } = await sql<{ value: Buffer }>`select ${sql.ref(column)} as value from ${sql.table(table)}
      where octet_length(${sql.ref(column)}) > 8`.execute(db);
    for (const { value } of rows)
      secrets.push(value.toString('hex'), value.toString('base64'), value.toString('base64url'));
  }
  return secrets;
};

test('every line of an export is valid by the JSON Schema beside it', async () => {
  const { server } = await startFullPortal();
  const folder = join(await newFolder(), 'one');
  await exportTo(server, folder);
  const files = await contentOf(folder);
  const rows = [...files.keys()].filter((path) => path.startsWith('data/') && path.endsWith('.ndjson'));
  for (const path of rows) {
    const schema = z.fromJSONSchema(JSON.parse(String(files.get(path.replace('.ndjson', '.schema.json')))));
    const lines = String(files.get(path)).split('\n').filter(Boolean);
    expect([path, lines.length > 0]).toEqual([path, true]);
    for (const line of lines) schema.parse(JSON.parse(line));
  }
  // a line with a column that the schema does not name is refused, so the schemas are closed
  const patients = z.fromJSONSchema(JSON.parse(String(files.get('data/patients.schema.json'))));
  const [line = ''] = String(files.get('data/patients.ndjson')).split('\n');
  expect(patients.safeParse({ ...JSON.parse(line), more: 1 }).success).toBe(false);
}, 240_000);

test('the files of a study are those that were sent, byte for byte, in a folder that only its owner can read', async () => {
  const { server, studyID } = await startFullPortal();
  const folder = join(await newFolder(), 'one');
  await exportTo(server, folder);
  const files = await contentOf(folder);
  const ofStudy = [...files].filter(([path]) =>
    new RegExp(`^patients/[^/]+/[^/]+_${studyID}/(DICOM|FILES)/`).test(path),
  );
  const exported = ofStudy.map(([, bytes]) => hash('sha256', bytes));
  for (const { bytes } of volume(4)) expect(exported).toContain(hash('sha256', bytes));
  expect(ofStudy).toHaveLength(6);
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    const { mode } = await stat(join(folder, name));
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
}, 240_000);
