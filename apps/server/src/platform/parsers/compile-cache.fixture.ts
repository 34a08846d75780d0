import { readdirSync, readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';

/** Runs in the sandbox: reports how many compiled modules the process can read. */
const folder = getCompileCacheDir();
const names = folder === undefined ? [] : readdirSync(folder);
process.send?.({ readable: names.filter((name) => readFileSync(join(folder!, name)).length > 0).length });
process.on('disconnect', () => process.exit(0));
