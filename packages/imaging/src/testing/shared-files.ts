import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DEFAULT_FOLDER = join(import.meta.dirname, '../../../../../shared/data');
const folder = process.env.SNIMOK_SHARED_DATA ?? DEFAULT_FOLDER;

/**
 * Whether the collection of real files is on this machine. Its size and its various licences keep it out of
 * the repository. Without it, the tests that need it are not registered; CI fails without it.
 */
export const haveSharedFiles = existsSync(join(folder, 'MANIFEST.tsv'));
if (!haveSharedFiles && process.env.CI)
  throw new Error(`CI needs the shared image files, but ${folder} has none; set SNIMOK_SHARED_DATA`);

export const sharedPath = (path: string): string => join(folder, path);
export const sharedFile = (path: string): Uint8Array => readFileSync(sharedPath(path));
export const sharedFilesIn = (path: string): string[] =>
  haveSharedFiles ? readdirSync(join(folder, path)).map((name) => `${path}/${name}`) : [];
