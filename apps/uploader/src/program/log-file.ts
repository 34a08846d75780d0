import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

const MAX_BYTES = 5 * 1024 ** 2;
const MAX_OLD_FILES = 3;

export type Log = (event: string, ids?: Record<string, string | number | null>) => void;

/**
 * Returns a function that appends a line. A full file is renamed to `.1`, `.1` to `.2`, `.2` to `.3`; an older `.3` is
 * overwritten.
 */
export const openRotatingFile =
  (path: string, maxBytes = MAX_BYTES) =>
  (line: string): void => {
    if (existsSync(path) && statSync(path).size >= maxBytes) rotate(path);
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
  };

/** Appends JSON lines with ids and without names of people. */
export function openLog(path: string, maxBytes = MAX_BYTES, now: () => Date = () => new Date()): Log {
  const append = openRotatingFile(path, maxBytes);
  return (event, ids = {}) =>
    append(JSON.stringify({ at: now().toISOString(), pid: process.pid, event, ...ids }));
}

function rotate(path: string): void {
  for (let age = MAX_OLD_FILES - 1; age >= 1; age--) {
    if (existsSync(`${path}.${age}`)) renameSync(`${path}.${age}`, `${path}.${age + 1}`);
  }
  renameSync(path, `${path}.1`);
}
