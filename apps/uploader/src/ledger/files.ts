import type { Ledger } from './ledger.ts';

/** A file as found at one time; the same path with another size or time is another version. */
export interface FileVersion {
  path: string;
  size: number;
  changedMs: number;
}

export const isRecorded = (ledger: Ledger, { path, size, changedMs }: FileVersion): boolean =>
  ledger
    .prepare('select 1 from files where path = ? and size = ? and changedMs = ?')
    .get(path, size, changedMs) !== undefined;

/**
 * Whether the same instance with the same bytes, at any path, belongs to a delivery. Failed deliveries do not count, so
 * that the files can be sent again.
 */
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
  /** absent for files that are not sent: no DICOM, or identical to another file */
  deliveryID?: number;
  filename?: string;
}

export function recordFile(
  ledger: Ledger,
  { path, size, changedMs }: FileVersion,
  { sopUID = null, sha256, deliveryID, filename }: FileRecord = {},
): void {
  ledger
    .prepare(
      `insert or replace into files (path, size, changedMs, sopUID, sha256, partID, filename)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(path, size, changedMs, sopUID, sha256 ?? null, deliveryID ?? null, filename ?? null);
}

/** Paths of the files of deliveries that were done before a time, and of the files identical to them. */
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
