import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { MAX_FILES } from '@snimok/contract/studies/uploads';
import { isSystemFile, namesFor } from '@snimok/api-client/filenames';
import type { FileVersion } from '../ledger/files.ts';
import { usageError } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';

export interface ChosenFile extends FileVersion {
  filename: string;
}

/** The largest object that S3 accepts in one PUT. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;

/** The files at the given paths and in the given folders; their names are relative to that folder. */
export async function chooseFiles(paths: string[]): Promise<ChosenFile[]> {
  const found = (await Promise.all(paths.map(filesAt))).flat();
  const listed = found
    .filter(({ name }) => !isSystemFile(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const names = namesFor(listed.map(({ name }) => name));
  const files = await Promise.all(
    listed.map(async ({ path }, index) => {
      const { size, mtimeMs } = await stat(path);
      return { path, size, changedMs: mtimeMs, filename: names[index] ?? basename(path) };
    }),
  );
  checkFiles(files);
  return files;
}

async function filesAt(path: string): Promise<{ path: string; name: string }[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw usageError(sentences.noFile(path));
  const real = await realpath(path);
  if (!found.isDirectory()) return [{ path: real, name: relative(dirname(real), real) }];
  const entries = await readdir(real, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ path: file, name: relative(real, file).split(sep).join('/') }));
}

function checkFiles(files: ChosenFile[]): void {
  if (!files.some(({ size }) => size > 0)) throw usageError(sentences.nothingToSend);
  if (files.length > MAX_FILES) throw usageError(sentences.tooManyFiles);
  const large = files.find(({ size }) => size > MAX_FILE_BYTES);
  if (large) throw usageError(sentences.tooLarge(large.filename));
}
