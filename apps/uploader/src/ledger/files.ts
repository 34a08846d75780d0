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
 * that the files can be sent again. For files of listed senders, deliveries that are unconfirmed or were rejected do
 * not count either, so that an unlisted sender who knows the bytes cannot hold up the real study.
 */
export const isInDelivery = (
  ledger: Ledger,
  sopUID: string | null,
  sha256: string,
  isListed: boolean,
): boolean =>
  ledger
    .prepare(
      `select 1 from files join parts on parts.id = files.partID
       where sopUID is ? and sha256 = ? and parts.state <> 'failed'
         and (? = 0 or parts.state not in ('unconfirmed', 'rejected'))`,
    )
    .get(sopUID, sha256, isListed ? 1 : 0) !== undefined;

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

/** Records that a machine has sent the instance in a file. The record is on the disk when this returns. */
export const recordSent = (ledger: Ledger, path: string, station: string): void => {
  ledger.prepare('insert or ignore into sentFiles (path, station) values (?, ?)').run(path, station);
};

/**
 * Paths of the files of deliveries that were done or rejected before a time, and of files without a delivery that are
 * identical to those of a finished one.
 */
export const listDeliveredFiles = (ledger: Ledger, beforeMs: number): string[] =>
  ledger
    .prepare(
      `select f.path from files f left join parts own on own.id = f.partID
       where f.gone = 0 and (
         own.state in ('done', 'rejected') and own.doneMs < :before
         or f.sha256 is not null and f.partID is null and exists (
           select 1 from files same join parts on parts.id = same.partID
           where same.sopUID is f.sopUID and same.sha256 = f.sha256
             and parts.state in ('done', 'rejected') and parts.doneMs < :before
         )
       )`,
    )
    .all({ before: beforeMs })
    .map(({ path }) => String(path));

export const recordRemoval = (ledger: Ledger, path: string): void => {
  ledger.prepare('update files set gone = 1 where path = ?').run(path);
};
