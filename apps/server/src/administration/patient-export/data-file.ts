import type { Tx } from '../../platform/db/client.ts';
import { accountsIn, exportedTables, listNames, readRows, shownTables } from './tables.ts';

interface Facts {
  patientID: number;
  exportedAt: Date;
  timeZone: string;
  /** names in the ZIP of files that are not in the store any more */
  missingFiles: readonly string[];
}

/**
 * data.json: `{ format, exportedAt, timeZone, patientID, missingFiles, leftOut, tables, accounts }`. `tables` has the rows of
 * each table, by the names of docs/operations.md, with instants as ISO 8601 in UTC. `accounts` has the names of the accounts
 * whose ids the rows contain. `leftOut` says why a table is absent.
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
