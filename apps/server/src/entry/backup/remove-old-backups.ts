import { listBackups, listSavedObjects, pathOfBackup, readManifest, removeBackup } from './folder.ts';
import { ENCRYPTED, type openCopies } from './saved-objects.ts';

/** Removes all backups except the newest `keep`, and then the objects to which no remaining backup refers. */
export const removeOldBackups = async (
  folder: string,
  stores: Awaited<ReturnType<typeof openCopies>>,
  keep: number,
  print: (line: string) => void,
): Promise<void> => {
  const names = await listBackups(folder);
  const older = names.slice(0, -keep);
  if (older.length === 0) return;
  for (const name of older) await removeBackup(folder, name);
  const referenced = new Set<string>();
  for (const name of names.slice(-keep)) {
    const path = pathOfBackup(folder, name);
    const { format, objects } = await readManifest(path);
    const suffix = format === 2 ? ENCRYPTED : '';
    for await (const { store, key } of listSavedObjects(path, objects))
      referenced.add(`${store}/${key}${suffix}`);
  }
  let removed = 0;
  for (const store of ['warm', 'cold'] as const) {
    for await (const { key } of stores[store].list('')) {
      if (referenced.has(`${store}/${key}`)) continue;
      await stores[store].remove(key);
      removed += 1;
    }
  }
  print(`Removed ${older.length} older backups and ${removed} objects that only they referred to.`);
};
