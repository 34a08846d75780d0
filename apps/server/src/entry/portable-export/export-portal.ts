import type { PoolClient } from 'pg';
import { to } from 'pg-copy-streams';
import { linkEvents } from '../../platform/audit/chain.ts';
import { commandInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { pauseRemovals } from '../backup/pause-removals.ts';
import { readMigrations, readSequences } from '../backup/save-database.ts';
import { type Column, readColumns, readPrimaryKeys, rowsAsJSON, schemaOfTable } from './columns.ts';
import { exportedTables, leftOutTables } from './exported-tables.ts';
import { ExportFolder } from './folder.ts';
import { fileLists, type FileListName, type Manifest, rowsFile, schemaFile, schemaOfList } from './lists.ts';
import { countUnprocessed, estimateBytes } from './queries.ts';
import { README } from './readme.ts';
import { checkSpace, freeBytesOf, inGigabytes, sizeOfFolder } from './space.ts';
import { writeFiles } from './write-files.ts';

interface ExportOptions {
  folder: string;
  print(line: string): void;
  /** replaced in tests */
  freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Exports everything of a running portal as files that need no portal. All rows are of one snapshot of the database, and
 * removals of objects are paused, so every file that these rows name still exists when it is written. A killed export
 * continues in its folder with a new snapshot; files that are complete are not written again.
 */
export const exportPortal = async (
  context: Context,
  { folder, print, freeBytes = freeBytesOf }: ExportOptions,
): Promise<Manifest> => {
  const { db, pool, clock } = context;
  const target = await ExportFolder.open(folder);
  print(`${target.path} will contain all data of all patients in clear. Only its owner can read it.`);
  const pause = await pauseRemovals(pool);
  try {
    const { client } = pause;
    const { bytes, largestObject } = await estimateBytes(client);
    // an object of a bucket, or an encrypted one, is first copied into the folder
    const neededBytes = bytes + largestObject;
    const writtenBytes = await sizeOfFolder(target.path);
    print(checkSpace({ neededBytes, writtenBytes, freeBytes: await freeBytes(target.path) }));
    // recorded before the snapshot, so that the export itself is in the exported history
    await record(db, commandInitiator, { action: 'portal.export' });
    await linkEvents(db);
    const exportedAt = clock.now().toISOString();
    await client.query('begin isolation level repeatable read, read only');
    await client.query("set local time zone 'UTC'");
    const tables = await writeRows(client, target);
    print(`Rows: ${tables.reduce((sum, { rows }) => sum + rows, 0)} in ${tables.length} tables.`);
    const missing = await writeFiles(context, client, target, print);
    const unprocessedUploads = await countUnprocessed(client);
    const migrations = await readMigrations(client);
    const sequences = await readSequences(client);
    // fails if the session was lost: then removals were not paused, and files may be missing
    await client.query('commit');
    await target.write('README.txt', () => [Buffer.from(README)]);
    const manifest = await target.finish({
      exportedAt,
      migrations,
      tables,
      leftOut: leftOutTables,
      sequences,
      missing,
      unprocessedUploads,
    });
    const { count, bytes: total } = manifest.files;
    print(`Files: ${count} (${inGigabytes(total)}), of which ${target.kept} were there before.`);
    return manifest;
  } finally {
    await pause.release();
  }
};

/** Writes the rows of each table and its schema. */
const writeRows = async (client: PoolClient, target: ExportFolder): Promise<Manifest['tables']> => {
  const columns = await readColumns(client, exportedTables);
  const primaryKeys = await readPrimaryKeys(client);
  const names = [...exportedTables.map(({ name }) => name), ...(Object.keys(fileLists) as FileListName[])];
  await target.keepOnly(
    'data',
    new Set(names.flatMap((name) => [rowsFile(name), schemaFile(name)].map(lastOf))),
  );
  const tables: Manifest['tables'] = [];
  for (const table of exportedTables) {
    const { name } = table;
    const ofTable = columns.get(name) ?? [];
    const key = (primaryKeys.get(name) ?? []).map(
      (column): Column => ofTable.find((one) => one.column === column) ?? notExported(name, column),
    );
    // with a quote and a delimiter that JSON never contains, the lines are written as they are
    const query = `copy (${rowsAsJSON(table, ofTable, key)}) to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`;
    const stream = client.query(to(query));
    await target.write(rowsFile(name), () => stream);
    tables.push({ name, rows: stream.rowCount });
    await target.write(schemaFile(name), () => [asFile(schemaOfTable(table, ofTable))]);
  }
  for (const name of Object.keys(fileLists) as FileListName[])
    await target.write(schemaFile(name), () => [asFile(schemaOfList(name))]);
  return tables;
};

const lastOf = (path: string): string => path.split('/').at(-1) ?? '';
const asFile = (schema: object): Buffer => Buffer.from(`${JSON.stringify(schema, null, 2)}\n`);

const notExported = (table: string, column: string): never => {
  throw new Error(`the column ${column} of the primary key of ${table} must be exported`);
};
