import type { Tx } from '../../platform/db/client.ts';
import { accountsIn, exportedTables, listNames, readRows, shownTables } from './tables.ts';

interface Facts {
  patientID: number;
  exportedAt: Date;
  timeZone: string;
  /** paths in the ZIP that are missing, because the store has lost their files */
  missingFiles: readonly string[];
}

/**
 * data.json: `{ format, exportedAt, timeZone, patientID, missingFiles, leftOut, tables, accounts }`. `tables` maps the name of
 * each exported table (as in db/schema.ts) to its rows. Instants are ISO 8601 in UTC. `accounts` lists id, name and role of the
 * accounts whose ids the rows contain. `leftOut` maps the name of each other table to the reason why the table is absent.
 */
export async function* dataFile(
  db: Tx,
  { patientID, exportedAt, timeZone, missingFiles }: Facts,
): AsyncGenerator<string> {
  const leftOut = Object.fromEntries(
    Object.entries(exportedTables).flatMap(([table, entry]) =>
      'because' in entry ? [[table, entry.because]] : [],
    ),
  );
  const head = { format: 'snimok-patient-data/1', exportedAt, timeZone, patientID, missingFiles, leftOut };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "tables": {`;
  const accounts = new Set<number>();
  let separator = '';
  for (const table of shownTables) {
    yield `${separator}\n    ${JSON.stringify(table)}: [`;
    separator = ',';
    let between = '';
    for await (const page of readRows(db, table, patientID)) {
      for (const row of page) {
        for (const accountID of accountsIn(row)) accounts.add(accountID);
        yield `${between}\n      ${JSON.stringify(row)}`;
        between = ',';
      }
    }
    yield between === '' ? ']' : '\n    ]';
  }
  yield `\n  },\n  "accounts": ${JSON.stringify(await listNames(db, accounts))}\n}\n`;
}
