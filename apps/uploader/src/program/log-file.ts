import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

const MAX_BYTES = 5 * 1024 ** 2;
const KEPT = 3;

export type Log = (event: string, ids?: Record<string, string | number | null>) => void;

/** Lines of JSON with ids and no names. A full file becomes `.1`, that one `.2`; the fourth is dropped. */
export function openLog(path: string, maxBytes = MAX_BYTES, now: () => Date = () => new Date()): Log {
  return (event, ids = {}) => {
    if (existsSync(path) && statSync(path).size >= maxBytes) rotate(path);
    const line = JSON.stringify({ at: now().toISOString(), pid: process.pid, event, ...ids });
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
  };
}

function rotate(path: string): void {
  for (let age = KEPT - 1; age >= 1; age--) {
    if (existsSync(`${path}.${age}`)) renameSync(`${path}.${age}`, `${path}.${age + 1}`);
  }
  renameSync(path, `${path}.1`);
}
