import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StudyAttributes } from '@snimok/imaging/dicom/study-attributes';
import type { SourceStudy } from './source.ts';

/** One file that belongs to a study. */
export interface IndexedFile {
  /** the path below the folder of the source */
  path: string;
  /** the position of the file in its ZIP; null for a file of its own */
  entry: number | null;
  sizeBytes: number;
  sopInstanceUID: string | null;
}

/**
 * The studies of a source and their files, in a database file of the working folder: an archive may have millions of files. Once it is
 * complete, the file has no name, so nothing remains of it when the index is closed or the process is killed.
 */
export class StudyIndex {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #statements;

  constructor(path: string) {
    const database = new DatabaseSync(path);
    this.#database = database;
    // the file is only as durable as the process: a later run reads the archive again
    database.exec(`
      pragma journal_mode = off;
      pragma synchronous = off;
      create table studies (key text primary key, facts text not null) without rowid;
      create table files (id integer primary key, study text not null, path text not null, entry integer, size integer not null, sop text);
      create table modalities (study text not null, modality text not null, primary key (study, modality)) without rowid;
      create table folders (path text primary key) without rowid;
      begin;
    `);
    this.#path = path;
    this.#statements = {
      study: database.prepare('insert or ignore into studies values (?, ?)'),
      file: database.prepare('insert into files (study, path, entry, size, sop) values (?, ?, ?, ?, ?)'),
      modality: database.prepare('insert or ignore into modalities values (?, ?)'),
      folder: database.prepare('insert or ignore into folders values (?)'),
    };
  }

  /** Returns whether the study is new. */
  addStudy(study: SourceStudy): boolean {
    return this.#statements.study.run(study.key, JSON.stringify(study)).changes > 0;
  }

  addFile(
    study: Pick<SourceStudy, 'key' | 'modalities'>,
    { path, entry, sizeBytes, sopInstanceUID }: IndexedFile,
  ): void {
    this.#statements.file.run(study.key, path, entry, sizeBytes, sopInstanceUID);
    for (const modality of study.modalities) this.#statements.modality.run(study.key, modality);
  }

  /** Records that a folder contains DICOM files, so that its plain images are not a study. */
  markFolder(path: string): void {
    this.#statements.folder.run(path);
  }

  /** Removes the plain images of marked folders. Returns their paths. */
  removeMixedImages(): string[] {
    const mixed = "studies where key in (select 'folder:' || path from folders)";
    const files = this.#database
      .prepare(`select path from files where study in (select key from ${mixed}) order by path`)
      .all();
    this.#database.exec(`
      delete from files where study in (select key from ${mixed});
      delete from ${mixed};
    `);
    return files.map(({ path }) => String(path));
  }

  /** Call it when everything is added. */
  finish(): void {
    this.#database.exec('commit; create index files_of_study on files (study, sop, size, path, entry);');
    // SQLite can write a file only while it has a name, but can read it without one
    rmSync(this.#path);
  }

  /** In the order of their keys. */
  *studies(): Generator<SourceStudy> {
    const counts = this.#database.prepare(
      `select count(*) as count, sum(size) as size from
        (select max(size) as size from files where study = ? group by coalesce(sop, path || '/' || coalesce(entry, '')), size)`,
    );
    const modalities = this.#database.prepare('select modality from modalities where study = ? order by 1');
    for (const { key, facts } of this.#all(
      'select key, facts from studies where key > ? order by key limit 500',
    )) {
      const { count, size } = counts.get(key) as { count: number; size: number };
      // the files of a study that a search found are not known
      if (count === 0) {
        yield JSON.parse(facts) as SourceStudy;
        continue;
      }
      const own = modalities.all(key).map(({ modality }) => String(modality));
      yield { ...(JSON.parse(facts) as SourceStudy), modalities: own, instanceCount: count, sizeBytes: size };
    }
  }

  /** In the order of their UIDs, so that copies of an instance follow each other. */
  filesOf(key: string): IndexedFile[] {
    const rows = this.#database
      .prepare('select path, entry, size, sop from files where study = ? order by sop, size, path, entry')
      .all(key) as { path: string; entry: number | null; size: number; sop: string | null }[];
    return rows.map(({ path, entry, size, sop }) => ({ path, entry, sizeBytes: size, sopInstanceUID: sop }));
  }

  close(): void {
    this.#database.close();
  }

  /** Reads pages, because a cursor must not stay open while the consumer of the studies does other things. */
  *#all(query: string): Generator<{ key: string; facts: string }> {
    const page = this.#database.prepare(query);
    for (let after = ''; ;) {
      const rows = page.all(after) as { key: string; facts: string }[];
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = last.key;
    }
  }
}

/** What the attributes of one file say of its study. */
export const studyOf = (key: string, attributes: StudyAttributes): SourceStudy => {
  const { sopInstanceUID: _sop, sopClassUID: _class, seriesInstanceUID: _series, ...study } = attributes;
  return { key, ...study, sizeBytes: null };
};

/**
 * Identifies a DICOM study within a folder. Files of two patients with the same Study Instance UID, which some devices give twice, are
 * two studies.
 */
export const keyOf = ({ studyInstanceUID, patientID, patientName }: StudyAttributes): string => {
  const patient = JSON.stringify([patientID, patientName?.toUpperCase() ?? null]);
  return `${studyInstanceUID}/${createHash('sha256').update(patient).digest('hex').slice(0, 12)}`;
};
