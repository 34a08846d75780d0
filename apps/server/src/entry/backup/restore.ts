import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { copyChecked, Damaged, readChecked } from './copy-checked.ts';
import {
  checkFiles,
  type ListedObject,
  listBackups,
  listSavedObjects,
  type Manifest,
  openSavedObjects,
  pathOfBackup,
  readManifest,
  readSecret,
} from './folder.ts';
import { loadDatabase, checkEmpty } from './load-database.ts';
import { BackupProblem } from './problem.ts';
import { fingerprintOf, replaceSecret } from './secret.ts';

export interface ChosenBackup {
  path: string;
  manifest: Manifest;
}

/** The newest backup of a folder, or the one that is named. */
export const chooseBackup = async (folder: string, name: string | undefined): Promise<ChosenBackup> => {
  const names = await listBackups(folder);
  const chosen = name ?? names.at(-1);
  if (chosen === undefined || !names.includes(chosen)) {
    const there = names.length > 0 ? `There are ${names.join(', ')}.` : 'There is none.';
    throw new BackupProblem(`${name ? `No backup ${name}` : 'No whole backup'} in ${folder}. ${there}`);
  }
  const path = pathOfBackup(folder, chosen);
  return { path, manifest: await readManifest(path) };
};

const CONCURRENCY = 4;
const REPORT_EVERY = 1_000;

/**
 * Objects first, rows last and at once: until then the portal is empty, and a restore that was cut short is begun
 * again. The database must stand at the migrations of the backup.
 */
export const restore = async (
  context: Context,
  folder: string,
  { path, manifest }: ChosenBackup,
  say: (line: string) => void,
) => {
  await checkEmpty(context.pool);
  const secret = await secretFor(context.config, path, manifest);
  await checkFiles(path, manifest);
  const counted = await putObjects(context, folder, listSavedObjects(path, manifest.objects), say);
  const client = await context.pool.connect();
  try {
    if (secret !== null) await replaceSecret(context.config, secret);
    await loadDatabase(client, path, manifest);
  } finally {
    // a transaction cut short goes with its session
    client.release(true);
  }
  say(
    `Database: ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${manifest.jobs.rows} jobs.`,
  );
  return counted;
};

/** What links and PINs were sealed with must be what opens them; null when it is set already. */
const secretFor = async (config: Config, path: string, { secretPrint }: Manifest): Promise<string | null> => {
  if (config.secret !== undefined && fingerprintOf(config.secret) === secretPrint) return null;
  const saved = await readSecret(path);
  if (config.secret !== undefined || saved === null)
    throw new BackupProblem(
      saved === null
        ? 'The portal had its secret from the setting SECRET: set the same one here, or external links are lost.'
        : `SECRET is not that of the portal: leave it out, or set the one in ${path}/secret.`,
    );
  if (fingerprintOf(saved) !== secretPrint)
    throw new BackupProblem('The backup is damaged: its secret is another.');
  return saved;
};

const putObjects = async (
  { storage, archive, signer }: Context,
  folder: string,
  listed: AsyncIterable<ListedObject>,
  say: (line: string) => void,
) => {
  const saved = await openSavedObjects(folder, signer);
  const count = { objects: 0, copied: 0, bad: 0 };
  await forEachConcurrently(listed, CONCURRENCY, async (object) => {
    if (++count.objects % REPORT_EVERY === 0) say(`Objects: ${count.objects} seen, ${count.copied} copied.`);
    const to = object.store === 'cold' ? archive : storage;
    if (!to) throw new BackupProblem('The backup has archived studies: ARCHIVE_URL must not be "off".');
    try {
      if (await isThere(to, object)) return;
      await copyChecked(saved[object.store], to, object);
      count.copied += 1;
    } catch (cause) {
      if (!(cause instanceof ObjectMissing || cause instanceof Damaged)) throw cause;
      if (!object.isComplete) return;
      count.bad += 1;
      say(`${cause instanceof Damaged ? 'DAMAGED' : 'MISSING'} in the backup: ${object.key}`);
    }
  });
  say(`Objects: ${count.objects}, of which ${count.copied} copied now.`);
  return count;
};

/** By an earlier try, or in a bucket that outlived its database: then as good as a copy, once it has been read. */
const isThere = async (store: NonNullable<Context['archive']>, object: ListedObject): Promise<boolean> => {
  // without a hash nothing can be said of what is there
  if (object.sha256 === null || !(await store.head(object.key))) return false;
  try {
    await readChecked(store, object);
    return true;
  } catch (cause) {
    if (cause instanceof Damaged || cause instanceof ObjectMissing) return false;
    throw cause;
  }
};
