import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.SNIMOK_SHARED_DATA ?? join(import.meta.dirname, '../../../../../../shared/data');

/**
 * Whether the collection of real and hostile files is on this machine; it is not part of the repository. Without it the
 * tests that need it are not registered. In CI it is required.
 */
export const haveSharedFiles = existsSync(join(folder, 'MANIFEST.tsv'));
if (!haveSharedFiles && process.env.CI)
  throw new Error(`CI needs the shared image files, but ${folder} has none`);

/** The paths of all files below a folder of the collection, sorted. */
export const sharedFilesIn = (path: string): string[] =>
  haveSharedFiles
    ? readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
        .filter((found) => found.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .toSorted()
    : [];

export const readShared = (path: string): Buffer => readFileSync(path);
