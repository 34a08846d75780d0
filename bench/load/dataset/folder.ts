import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIGRATIONS = join(import.meta.dirname, '../../../apps/server/migrations');

/**
 * The folder in which a filled portal is kept for later runs, below `BENCH_LOAD_DIR` or the system's temporary folder.
 * Its name contains the newest migration, so that a new schema gets a new dataset.
 */
export const datasetFolder = async (kind: string): Promise<string> => {
  const newest = (await readdir(MIGRATIONS)).toSorted().at(-1) ?? '';
  const name = `snimok-load-${kind}-${newest.replace(/\.sql$/, '')}`;
  return join(process.env.BENCH_LOAD_DIR ?? tmpdir(), name);
};

const marker = (folder: string) => join(folder, 'filled');

export const isFilled = (folder: string): Promise<boolean> =>
  readFile(marker(folder)).then(
    () => true,
    () => false,
  );

/** Also removes an incomplete dataset of an interrupted run. */
export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export const markFilled = (folder: string): Promise<void> => writeFile(marker(folder), '');
