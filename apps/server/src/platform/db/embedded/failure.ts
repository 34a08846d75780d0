import { statfsSync } from 'node:fs';
import type { Paths } from './paths.ts';

/** PostgreSQL cannot start with less space: a new cluster has 40 MB, one segment of its write-ahead log 16 MB. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** Makes an error of one line from the output of a failed program. */
export function explain(output: string, paths: Paths, cause?: unknown): Error {
  const why = reason(output, paths);
  return new Error(`The embedded PostgreSQL cannot start: ${why}. Its log is ${paths.log}.`, { cause });
}

/** Makes an error of one line from an error of the file system; returns other errors unchanged. */
export function explainFileError(error: unknown, paths: Paths): unknown {
  const fromSystem = error instanceof Error && 'syscall' in error;
  return fromSystem ? explain(error.message, paths, error) : error;
}

function reason(output: string, { folder }: Paths) {
  const full = `the disk that holds ${folder} is full`;
  if (/no space left on device|quota exceeded/i.test(output)) return full;
  if (/^spawn .* ENOENT/.test(output)) {
    return 'its programs need glibc, so not Alpine; set DATABASE_URL to a PostgreSQL 15+ server';
  }
  const clues = [errorIn(output) || 'it ended without a message'];
  if (/permission denied|not permitted|EACCES|EPERM/i.test(output)) clues.push(`check who owns ${folder}`);
  if (diskIsFull(folder)) clues.push(full); // then the log may lack the reason
  return clues.join('; ');
}

/** The last error line, and PostgreSQL's line of details. */
function errorIn(output: string) {
  const lines = output.split('\n').map((line) => line.trim());
  const last = (kind: RegExp) => lines.findLast((line) => kind.test(line));
  const main = last(/FATAL:|PANIC:|error:|could not/) ?? lines.findLast(Boolean);
  return [main, last(/DETAIL:/)]
    .filter((line) => line !== undefined)
    .map((line) => line.replace(/^.*?(FATAL|PANIC|DETAIL|initdb: error|postgres):\s*/, '').replace(/\.$/, ''))
    .join('; ');
}

/** Whether the disk is full. False for file systems that report 0 blocks in total. */
function diskIsFull(folder: string) {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks > 0 && bavail * bsize < MIN_FREE_BYTES;
}
