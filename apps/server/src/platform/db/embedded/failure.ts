import { statfsSync } from 'node:fs';
import type { Paths } from './paths.ts';

/** Below this PostgreSQL cannot even begin: a new cluster is 40 MB, one piece of its journal 16 MB. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/** One line for a person, out of all that a failed program said. */
export function explain(said: string, places: Paths, cause?: unknown): Error {
  const why = reason(said, places);
  return new Error(`The embedded PostgreSQL cannot start: ${why}. Its log is ${places.log}.`, { cause });
}

/** The same for a file we could not read or write ourselves; other errors already say what they mean. */
export function explainFileError(error: unknown, places: Paths): unknown {
  const fromSystem = error instanceof Error && 'syscall' in error;
  return fromSystem ? explain(error.message, places, error) : error;
}

function reason(said: string, { folder }: Paths) {
  const full = `the disk that holds ${folder} is full`;
  if (/no space left on device|quota exceeded/i.test(said)) return full;
  if (/^spawn .* ENOENT/.test(said)) {
    return 'its programs need glibc, so not Alpine; set DATABASE_URL to a PostgreSQL 15+ server';
  }
  const clues = [complaintIn(said) || 'it ended without a word'];
  if (/permission denied|not permitted|EACCES|EPERM/i.test(said)) clues.push(`check who owns ${folder}`);
  if (diskIsFull(folder)) clues.push(full); // where the log itself had no room for the reason
  return clues.join('; ');
}

/** The last line that is a complaint, and PostgreSQL's own details of it. */
function complaintIn(said: string) {
  const lines = said.split('\n').map((line) => line.trim());
  const last = (kind: RegExp) => lines.findLast((line) => kind.test(line));
  const main = last(/FATAL:|PANIC:|error:|could not/) ?? lines.findLast(Boolean);
  return [main, last(/DETAIL:/)]
    .filter((line) => line !== undefined)
    .map((line) => line.replace(/^.*?(FATAL|PANIC|DETAIL|initdb: error|postgres):\s*/, '').replace(/\.$/, ''))
    .join('; ');
}

/** Some file systems do not count at all (0 blocks). */
function diskIsFull(folder: string) {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks > 0 && bavail * bsize < LEAST_FREE_BYTES;
}
