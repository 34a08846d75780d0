import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StudyType } from '@snimok/contract/studies/studies';
import { z } from 'zod';
import { StudyHeader } from '../ledger/header.ts';

/** A study that waits for a person, as the service shows it to the commands `snimok held …`. */
const HeldStudy = z.object({
  /** the number by which a person names the study */
  number: z.number(),
  studyUID: z.string(),
  type: StudyType,
  files: z.number(),
  folder: z.string(),
  header: z.string().transform((text) => StudyHeader.parse(JSON.parse(text))),
  why: z.string(),
  decision: z.string().nullable(),
});
export type HeldStudy = z.infer<typeof HeldStudy>;

const Decision = z.discriminatedUnion('action', [
  z.object({ action: z.literal('confirm'), doctorID: z.number(), patientID: z.number() }),
  z.object({ action: z.literal('reject') }),
]);
export type Decision = z.infer<typeof Decision>;

export type HeldDatabase = DatabaseSync;

/**
 * Opens the SQLite file by which a running service and the commands exchange held studies and decisions, because the
 * service locks its ledger exclusively. The ledger remains the record: if this file is lost, it is written again
 * from the ledger.
 */
export function openHeld(ledgersFolder: string): HeldDatabase {
  const database = new DatabaseSync(join(ledgersFolder, 'held.sqlite'), { timeout: 10_000 });
  database.exec(`
    pragma synchronous = full;
    create table if not exists held (
      number integer primary key autoincrement,
      ledger text not null,
      deliveryID integer not null,
      studyUID text not null,
      type text not null,
      files integer not null,
      folder text not null,
      header text not null,
      why text not null,
      decision text,
      unique (ledger, deliveryID)
    ) strict;
  `);
  return database;
}

interface PublishedStudy {
  deliveryID: number;
  studyUID: string;
  type: string;
  files: number;
  folder: string;
  header: StudyHeader;
  why: string;
}

/** Makes the rows of a ledger equal to its held deliveries; their numbers and decisions stay. */
export function publishHeld(database: HeldDatabase, ledger: string, studies: PublishedStudy[]): void {
  const ids = JSON.stringify(studies.map(({ deliveryID }) => deliveryID));
  database
    .prepare('delete from held where ledger = ? and deliveryID not in (select value from json_each(?))')
    .run(ledger, ids);
  // not an upsert, which uses up a number each time
  const find = database.prepare('select why from held where ledger = ? and deliveryID = ?');
  const update = database.prepare('update held set why = ? where ledger = ? and deliveryID = ?');
  const insert = database.prepare(
    'insert into held (why, ledger, deliveryID, studyUID, type, files, folder, header) values (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { deliveryID, studyUID, type, files, folder, header, why } of studies) {
    const found = find.get(ledger, deliveryID);
    if (!found) insert.run(why, ledger, deliveryID, studyUID, type, files, folder, JSON.stringify(header));
    else if (found.why !== why) update.run(why, ledger, deliveryID);
  }
}

const SHOWN = 'number, studyUID, type, files, folder, header, why, decision';

export const listHeld = (database: HeldDatabase): HeldStudy[] =>
  database
    .prepare(`select ${SHOWN} from held order by number`)
    .all()
    .map((row) => HeldStudy.parse(row));

export function findHeld(database: HeldDatabase, number: number): HeldStudy | undefined {
  const row = database.prepare(`select ${SHOWN} from held where number = ?`).get(number);
  return row && HeldStudy.parse(row);
}

/**
 * Returns false if the study waits no longer. A later decision replaces an earlier one until the service has read
 * it.
 */
export const recordDecision = (database: HeldDatabase, number: number, decision: Decision): boolean =>
  database.prepare('update held set decision = ? where number = ?').run(JSON.stringify(decision), number)
    .changes === 1;

/**
 * The decisions about deliveries of one ledger. A decision stays until its delivery is published as no longer held.
 */
export const listDecisions = (
  database: HeldDatabase,
  ledger: string,
): { deliveryID: number; decision: Decision }[] =>
  database
    .prepare(
      'select deliveryID, decision from held where ledger = ? and decision is not null order by number',
    )
    .all(ledger)
    .map(({ deliveryID, decision }) => ({
      deliveryID: Number(deliveryID),
      decision: Decision.parse(JSON.parse(String(decision))),
    }));
