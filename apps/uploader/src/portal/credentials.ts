import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { z } from 'zod';

const Credentials = z.object({ portal: z.url(), token: z.string().min(1), since: z.string() });
type Credentials = z.infer<typeof Credentials>;

/** Null if nobody has signed in, or if the file is invalid. */
export function readCredentials(path: string): Credentials | null {
  try {
    return Credentials.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Replaces the file atomically, readable by its owner only; on Windows the permissions of the profile protect it. */
export function writeCredentials(path: string, credentials: Credentials): void {
  const draft = `${path}.${process.pid}`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, JSON.stringify(credentials));
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
}

export const deleteCredentials = (path: string): void => rmSync(path, { force: true });
