import type { Ledger } from './ledger.ts';

/** A file as it lay in the folder at one time; changed, it is another one. */
export interface SeenFile {
  path: string;
  size: number;
  changedMs: number;
}

export const isKnown = (ledger: Ledger, { path, size, changedMs }: SeenFile): boolean =>
  ledger
    .prepare('select 1 from files where path = ? and size = ? and changedMs = ?')
    .get(path, size, changedMs) !== undefined;

/** Was this very instance, byte for byte, taken before, wherever it lay? */
export const isTaken = (ledger: Ledger, sopUID: string | null, sha256: string): boolean =>
  ledger
    .prepare('select 1 from files where sopUID is ? and sha256 = ? and partID is not null')
    .get(sopUID, sha256) !== undefined;

interface Note {
  sopUID?: string | null;
  sha256?: string;
  /** absent for what is not sent: no DICOM, or the same as another file */
  partID?: number;
  filename?: string;
}

export function noteFile(ledger: Ledger, { path, size, changedMs }: SeenFile, note: Note = {}): void {
  ledger
    .prepare(
      `insert or replace into files (path, size, changedMs, sopUID, sha256, partID, filename)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      path,
      size,
      changedMs,
      note.sopUID ?? null,
      note.sha256 ?? null,
      note.partID ?? null,
      note.filename ?? null,
    );
}
