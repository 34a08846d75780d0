import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ExitError, EXIT } from '../program/exit-error.ts';
import { sentences } from '../sentences.ts';

export type Ledger = DatabaseSync;

const BUSY = 5;

/**
 * What has been seen and what has become of it: a SQLite file, written through to the disk with every commit. It is
 * held exclusively while open, so that two programs never work on one folder; the lock goes with the process.
 */
export function openLedger(folder: string, about: string): Ledger {
  const name = createHash('sha256').update(about).digest('hex').slice(0, 24);
  const ledger = new DatabaseSync(join(folder, `${name}.sqlite`));
  try {
    ledger.exec(`
      pragma locking_mode = exclusive;
      pragma synchronous = full;
      pragma foreign_keys = on;
      begin exclusive;
      ${TABLES}
      commit;
    `);
  } catch (problem) {
    ledger.close();
    if ((problem as { errcode?: number }).errcode === BUSY) throw new ExitError(EXIT.busy, sentences.busy);
    throw problem;
  }
  return ledger;
}

/** All of it, or nothing. */
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

/** A part is what becomes one study of the portal: the files of a DICOM study, or those that came after it was sent. */
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
`;
