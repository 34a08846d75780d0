import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { z } from 'zod';

const Credentials = z.object({ portal: z.url(), token: z.string().min(1), since: z.string() });
export type Credentials = z.infer<typeof Credentials>;

/** Null when nobody has signed in, or when what lies there cannot be read as it was written. */
export function readCredentials(path: string): Credentials | null {
  try {
    return Credentials.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Readable by its owner alone; whole or not at all. On Windows the profile's own permissions guard it. */
export function writeCredentials(path: string, credentials: Credentials): void {
  const draft = `${path}.${process.pid}`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, JSON.stringify(credentials));
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
}

export const deleteCredentials = (path: string): void => rmSync(path, { force: true });
