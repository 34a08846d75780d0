import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ExitError, EXIT } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';

export type Ledger = DatabaseSync;

const BUSY = 5;

export const ledgerNameOf = (subject: string): string =>
  createHash('sha256').update(subject).digest('hex').slice(0, 24);

/**
 * Opens the SQLite file that records files and deliveries; every commit is synced to the disk. The exclusive lock keeps
 * two programs from working on the same folder and ends with the process.
 * @param subject the folder or upload that the ledger belongs to; its hash is the file name
 */
export function openLedger(folder: string, subject: string): Ledger {
  const ledger = new DatabaseSync(join(folder, `${ledgerNameOf(subject)}.sqlite`));
  try {
    ledger.exec(`
      pragma locking_mode = exclusive;
      pragma synchronous = full;
      pragma foreign_keys = on;
      begin exclusive;
      ${TABLES}
    `);
    addColumns(ledger);
    ledger.exec('commit');
  } catch (problem) {
    ledger.close();
    if ((problem as { errcode?: number }).errcode === BUSY) throw new ExitError(EXIT.busy, sentences.busy);
    throw problem;
  }
  return ledger;
}

/** Adds the columns that ledgers of earlier versions lack. */
function addColumns(ledger: Ledger): void {
  const columns = ledger.prepare('pragma table_info(parts)').all();
  if (!columns.some(({ name }) => name === 'sender')) ledger.exec('alter table parts add column sender text');
}

export function inTransaction<T>(ledger: Ledger, change: () => T): T {
  ledger.exec('begin immediate');
  try {
    const result = change();
    ledger.exec('commit');
    return result;
  } catch (problem) {
    ledger.exec('rollback');
    throw problem;
  }
}

/**
 * A row of `parts` is a delivery: the files that become one study of the portal, either those of a DICOM study or those that
 * appeared after it was sent. Existing ledgers have these names, so they must not change. `sentFiles` says which machines have
 * sent the instance in a file. `steps` are the performed procedure steps of machines. `commitments` are their requests for
 * storage commitment with the instances that they name.
 */
const TABLES = `
  create table if not exists parts (
    id integer primary key,
    studyUID text not null,
    number integer not null,
    state text not null,
    type text not null,
    comment text not null,
    pictures integer not null,
    header text not null,
    afterStudyID integer,
    doctorID integer,
    patientID integer,
    studyID integer,
    note text,
    doneMs real,
    unique (studyUID, number)
  ) strict;
  create table if not exists files (
    path text not null,
    size integer not null,
    changedMs real not null,
    sopUID text,
    sha256 text,
    partID integer references parts,
    filename text,
    gone integer not null default 0,
    primary key (path, size, changedMs)
  ) strict;
  create index if not exists filesByContent on files (sopUID, sha256);
  create table if not exists sentFiles (
    path text not null,
    station text not null,
    primary key (path, station)
  ) strict, without rowid;
  create table if not exists steps (
    uid text primary key,
    station text not null,
    facts text not null,
    changedMs real not null,
    reported integer not null
  ) strict;
  create index if not exists unreportedSteps on steps (changedMs) where reported = 0;
  create index if not exists stepsOfStation on steps (station, changedMs);
  create table if not exists commitments (
    id integer primary key,
    transactionUID text not null,
    station text not null,
    address text not null,
    receivedMs real not null,
    decidedMs real,
    reportedMs real,
    unique (transactionUID, station)
  ) strict;
  create table if not exists commitmentInstances (
    commitmentID integer not null references commitments on delete cascade,
    sopUID text not null,
    sopClassUID text not null,
    stored integer not null default 0,
    primary key (commitmentID, sopUID)
  ) strict;
`;
