import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Everything the embedded database keeps in its folder. */
export interface Paths {
  folder: string;
  cluster: string;
  log: string;
  secret: string;
  lock: string;
}

/** Real paths: a running PostgreSQL is known by the path in its arguments, so that path must have one spelling. */
export function pathsIn(given: string): Paths {
  try {
    mkdirSync(given, { recursive: true });
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
