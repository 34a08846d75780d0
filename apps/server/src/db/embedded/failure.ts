import { statfsSync } from 'node:fs';
import type { Places } from './places.ts';

/** Below this PostgreSQL cannot even begin: a new cluster is 40 MB, one piece of its journal 16 MB. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/** One line for a person, out of all that a failed program said. */
export function explain(program: 'initdb' | 'postgres', said: string, places: Places): Error {
  return new Error(`${reason(program, said, places)} The log is ${places.log}.`);
}

function reason(program: string, said: string, { folder }: Places) {
  if (/No space left on device|Disk quota exceeded/i.test(said) || diskIsFull(folder)) {
    return `The embedded PostgreSQL cannot start: the disk that holds ${folder} is full.`;
  }
  if (/ENOENT/.test(said)) {
    return (
      'The embedded PostgreSQL does not run on this system (it needs glibc, so not Alpine): ' +
      'set DATABASE_URL to a PostgreSQL 15+ server.'
    );
  }
  const line = complaint(said) ?? 'it ended without a word';
  const advice = /Permission denied|EACCES/i.test(said) ? ` Check who owns ${folder}.` : '';
  return `The embedded PostgreSQL cannot start (${program}): ${line}.${advice}`;
}

/** The line that says why, and PostgreSQL's own detail to it. */
function complaint(said: string) {
  const pick = (kind: RegExp) =>
    said
      .split('\n')
      .findLast((line) => kind.test(line))
      ?.replace(/^.*?(?=FATAL|PANIC|DETAIL|initdb: error)/, '');
  const main =
    pick(/FATAL:|PANIC:|error:|not permitted|denied|EACCES|EPERM/) ?? said.trim().split('\n').at(-1);
  return (
    [main, pick(/DETAIL:/)]
      .filter(Boolean)
      .map((line) => line!.trim().replace(/\.$/, ''))
      .join('; ') || undefined
  );
}

function diskIsFull(folder: string) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_FREE_BYTES;
}
