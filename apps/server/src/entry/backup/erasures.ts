import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { hasCode } from '../../platform/outside/storage/disk-errors.ts';
import { type ErasureEntry, parseEntry, readErasureList } from '../../administration/erasure/erasure-list.ts';
import { eraseAgain } from '../../administration/erasure/reapply.ts';

/** The list is beside the backups and is never removed with them, since the restore of an older backup needs it too. */
const listIn = (folder: string) => join(resolve(folder), 'erasures');

/** Copies the list of erased patients into the folder of the backups. */
export const saveErasures = async ({ storage }: Pick<Context, 'storage'>, folder: string): Promise<void> => {
  for await (const entry of readErasureList(storage)) {
    await mkdir(listIn(folder), { recursive: true, mode: 0o700 });
    const file = join(listIn(folder), `${entry.erasureUUID}.json`);
    // written under another name and renamed, so that a killed backup or a full disk leaves no incomplete entry
    await writeFile(`${file}.partial`, `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true });
    await rename(`${file}.partial`, file);
  }
};

/** The entries of a file (one on each line), or of all files of a folder. */
export const readEntries = async (path: string): Promise<ErasureEntry[]> => {
  const names = await readdir(path).catch((cause) => {
    if (hasCode(cause, 'ENOTDIR')) return null;
    if (hasCode(cause, 'ENOENT')) return [];
    throw cause;
  });
  const files = names ? names.map((name) => join(path, name)) : [path];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) => text.split('\n').flatMap((line) => parseEntry(line) ?? []));
};

/**
 * Call after the restore of an older backup. Erases the patients of two lists: the one beside the backups and the one in
 * the store. Signatures are not required, because they may be made with a later secret; and a user who can write into the
 * folder can replace the backup as well.
 */
export const eraseRestored = async (context: Context, folder: string): Promise<number> => {
  const entries = new Map<string, ErasureEntry>();
  for await (const entry of readErasureList(context.storage)) entries.set(entry.erasureUUID, entry);
  for (const entry of await readEntries(listIn(folder))) entries.set(entry.erasureUUID, entry);
  return eraseAgain(context, entries.values());
};
