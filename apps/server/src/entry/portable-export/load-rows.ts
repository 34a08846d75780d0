import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { columnOf } from '../../platform/db/client.ts';
import { checkEmpty, setSequences, withoutForeignKeys } from '../backup/load-database.ts';
import { quoted } from '../backup/save-database.ts';
import { insertOfJSON, readColumns } from './columns.ts';
import { type ExportedTable, exportedTables } from './exported-tables.ts';
import { assertInside, readLines } from './folder.ts';
import { fileLists, type Manifest, rowsFile } from './lists.ts';
import type { LoadedObject } from './load-files.ts';
import { ExportProblem } from './problem.ts';

/**
 * The tables whose triggers run during a load, because they compute the counters and search words that are not exported.
 * The other triggers check or change rows of running portals; the rows of an export passed them when they were written.
 */
const WITH_TRIGGERS: readonly string[] = ['accounts', 'patients', 'studies', 'auditEvents'];

interface Loaded {
  manifest: Manifest;
  /** the path of a file with a `LoadedObject` on each line */
  objects: string;
  /** the hash of a random password */
  unknownPassword: string;
}

/** Loads all rows in one transaction, which checks again that the portal is empty. */
export const loadRows = async (pool: Pool, folder: string, loaded: Loaded): Promise<void> => {
  const { manifest, objects, unknownPassword } = loaded;
  const client = await pool.connect();
  try {
    await client.query('begin');
    // the lock makes a concurrent creation of an account wait
    await client.query('lock table accounts in access exclusive mode');
    await checkEmpty(client);
    await client.query("select set_config('snimok.unknown_password', $1, true)", [unknownPassword]);
    await client.query('create temporary table exported_lines (line json) on commit drop');
    const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]));
    // an export of an earlier version lacks the tables that were added later
    const tables = exportedTables.filter(({ name }) => rows.has(name));
    const columns = await readColumns(client, tables);
    await withoutForeignKeys(client, async () => {
      for (const table of tables) await emptyTable(client, table);
      for (const table of tables) {
        const file = join(folder, rowsFile(table.name));
        const insert = insertOfJSON(table, columns.get(table.name) ?? [], 'exported_lines');
        await loadTable(client, table, { file, insert, rows: rows.get(table.name) ?? 0 });
      }
      await loadReports(client, folder);
      await setObjects(client, objects);
      for (const { name } of tables) await setTriggers(client, name, 'enable');
    });
    await setSequences(client, manifest.sequences);
    await client.query('commit');
  } finally {
    // closing the connection rolls back an unfinished transaction
    client.release(true);
  }
};

const setTriggers = (client: PoolClient, table: string, state: 'enable' | 'disable') =>
  client.query(`alter table public.${quoted(columnOf(table))} ${state} trigger user`);

/** Removes the rows that the migrations and the first start of a portal have inserted. */
const emptyTable = async (client: PoolClient, { name }: ExportedTable): Promise<void> => {
  await setTriggers(client, name, 'disable');
  await client.query(`truncate public.${quoted(columnOf(name))}`);
};

const loadTable = async (
  client: PoolClient,
  { name }: ExportedTable,
  { file, insert, rows }: { file: string; insert: string; rows: number },
): Promise<void> => {
  await client.query('truncate exported_lines');
  const target = client.query(
    from("copy exported_lines from stdin (format csv, quote E'\\x01', delimiter E'\\x02')"),
  );
  await pipeline(createReadStream(file), target);
  if (WITH_TRIGGERS.includes(name)) await setTriggers(client, name, 'enable');
  const { rowCount } = await client.query(insert);
  if (rowCount !== rows) throw new ExportProblem(`The export lacks rows of ${name}. Nothing was loaded.`);
};

const loadReports = async (client: PoolClient, folder: string): Promise<void> => {
  for await (const line of readLines(join(folder, rowsFile('reportFiles')))) {
    const { reportUUID, path } = fileLists.reportFiles.parse(JSON.parse(line));
    assertInside(path);
    await client.query('update study_reports set document = $2 where report_uuid = $1', [
      reportUUID,
      await readFile(join(folder, path)),
    ]);
  }
};

/** Completes the rows of objects with what the load has written into the stores. */
const setObjects = async (client: PoolClient, path: string): Promise<void> => {
  for await (const line of readLines(path)) {
    // written by `loadObjects`
    const { objectID, sizeBytes, sha256, entries } = JSON.parse(line) as LoadedObject;
    await client.query('update objects set size_bytes = $2, sha256 = $3 where id = $1', [
      objectID,
      sizeBytes,
      Buffer.from(sha256, 'hex'),
    ]);
    if (entries !== null)
      await client.query('insert into object_indexes (object_id, entries) values ($1, $2)', [
        objectID,
        JSON.stringify(entries),
      ]);
  }
  // an object whose files the portal of the export had lost
  await client.query(
    "update objects set place = 'lost' where place in ('warm', 'cold', 'bin') and sha256 = '\\x'::bytea",
  );
};
