import type { Ledger } from './ledger.ts';

/** A file as it lay in the folder at one time; changed, it is another one. */
export interface FileVersion {
  path: string;
  size: number;
  changedMs: number;
}

export const isRecorded = (ledger: Ledger, { path, size, changedMs }: FileVersion): boolean =>
  ledger
    .prepare('select 1 from files where path = ? and size = ? and changedMs = ?')
    .get(path, size, changedMs) !== undefined;

/** Was this very instance, byte for byte, taken before, wherever it lay? What the portal refused may come again. */
export const isInDelivery = (ledger: Ledger, sopUID: string | null, sha256: string): boolean =>
  ledger
    .prepare(
      `select 1 from files join parts on parts.id = files.partID
       where sopUID is ? and sha256 = ? and parts.state <> 'failed'`,
    )
    .get(sopUID, sha256) !== undefined;

interface FileRecord {
  sopUID?: string | null;
  sha256?: string;
  /** absent for what is not sent: no DICOM, or the same as another file */
  deliveryID?: number;
  filename?: string;
}

export function recordFile(ledger: Ledger, { path, size, changedMs }: FileVersion, note: FileRecord = {}): void {
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
      note.deliveryID ?? null,
      note.filename ?? null,
    );
}

/** Of studies that were done before that time: what was sent of them, and what was the same and not sent. */
export const listDeliveredFiles = (ledger: Ledger, beforeMs: number): string[] =>
  ledger
    .prepare(
      `select f.path from files f
       where f.gone = 0 and exists (
         select 1 from files same join parts on parts.id = same.partID
         where same.sopUID is f.sopUID and same.sha256 = f.sha256 and parts.state = 'done' and parts.doneMs < ?
       )`,
    )
    .all(beforeMs)
    .map(({ path }) => String(path));

export const recordRemoval = (ledger: Ledger, path: string): void => {
  ledger.prepare('update files set gone = 1 where path = ?').run(path);
};
