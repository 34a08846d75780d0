import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** The files of the embedded database in its folder. */
export interface Paths {
  folder: string;
  cluster: string;
  log: string;
  secret: string;
  lock: string;
}

/** Resolved without symbolic links, because a running PostgreSQL is recognised by the path in its arguments. */
export function pathsIn(given: string): Paths {
  try {
    mkdirSync(given, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`Cannot create the folder for the database: ${(cause as Error).message}.`, { cause });
  }
  const folder = realpathSync(given);
  return {
    folder,
    cluster: path.join(folder, 'postgres'),
    log: path.join(folder, 'postgres.log'),
    secret: path.join(folder, 'postgres.secret'),
    lock: path.join(folder, 'postgres.lock'),
  };
}
