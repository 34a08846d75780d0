import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BESIDE_THE_REPOSITORY = join(import.meta.dirname, '../../../../../shared/data');
const folder = process.env.SNIMOK_SHARED_DATA ?? BESIDE_THE_REPOSITORY;

/**
 * Whether the collection of real files is on this machine. It is too large and too variously licensed for the
 * repository: without it the tests that need it are not registered, except in CI, which must have it.
 */
export const haveSharedFiles = existsSync(join(folder, 'MANIFEST.tsv'));
if (!haveSharedFiles && process.env.CI) throw new Error(`CI needs the shared image files: none in ${folder}`);

export const sharedPath = (path: string): string => join(folder, path);
export const sharedFile = (path: string): Uint8Array => readFileSync(sharedPath(path));
export const sharedFilesIn = (path: string): string[] =>
  haveSharedFiles ? readdirSync(join(folder, path)).map((name) => `${path}/${name}`) : [];
