import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../../platform/settings/config.ts';
import type { Context } from '../../platform/context.ts';
import { ObjectDamaged, ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { copyChecked, Damaged, readChecked } from './copy-checked.ts';
import {
  checkFiles,
  type ListedObject,
  listBackups,
  listSavedObjects,
  type Manifest,
  pathOfBackup,
  readManifest,
  readSecret,
} from './folder.ts';
import { type Identity, parseIdentities } from './age/keys.ts';
import { ageDecrypted, WrongIdentity } from './age/age.ts';
import { openSavedObjects } from './saved-objects.ts';
import { loadDatabase, checkEmpty } from './load-database.ts';
import { BackupProblem } from './problem.ts';
import { fingerprintOf, replaceSecret } from './secret.ts';

export interface ChosenBackup {
  path: string;
  manifest: Manifest;
}

/** The newest backup of a folder, or the named one. */
export const chooseBackup = async (folder: string, name: string | undefined): Promise<ChosenBackup> => {
  const names = await listBackups(folder);
  const chosen = name ?? names.at(-1);
  if (chosen === undefined || !names.includes(chosen)) {
    const available = names.length > 0 ? `There are ${names.join(', ')}.` : 'There is none.';
    throw new BackupProblem(
      `${name ? `No backup ${name}` : 'No complete backup'} in ${folder}. ${available}`,
    );
  }
  const path = pathOfBackup(folder, chosen);
  return { path, manifest: await readManifest(path) };
};

const CONCURRENCY = 4;
const REPORT_EVERY = 1_000;

/**
 * Restores a backup into an empty portal whose database has the migrations of the backup. Objects are copied first and
 * all rows are loaded in one transaction at the end, so that an interrupted restore leaves an empty portal and can be
 * repeated.
 */
export const restore = async (
  context: Context,
  folder: string,
  { path, manifest }: ChosenBackup,
  print: (line: string) => void,
) => {
  await checkEmpty(context.pool);
  const { identities, secret } = await openBackup(context.config, { path, manifest });
  const keys = manifest.format === 2 ? { identities } : null;
  const saved = await openSavedObjects(folder, context.signer, keys);
  const counted = await putObjects(context, saved, listSavedObjects(path, manifest.objects), print);
  if (secret !== null) await replaceSecret(context.config, secret);
  const rows = await restoreRows(context.pool, { path, manifest }, identities);
  print(`Database: ${rows} rows, ${manifest.jobs.rows} jobs.`);
  return counted;
};

/**
 * The keys that decrypt a backup, and the secret that the restored portal must store, or null if the setting SECRET has it.
 * Throws if a file of the backup is damaged, or if a key or the secret is missing.
 */
export const openBackup = async (config: Config, { path, manifest }: ChosenBackup) => {
  const identities = await identitiesFor(config, path, manifest);
  const secret = await secretFor(config, path, manifest, identities);
  await checkFiles(path, manifest);
  return { identities, secret };
};

/** Loads all rows into an empty database, in one transaction. Returns how many. */
export const restoreRows = async (
  pool: Pool,
  { path, manifest }: ChosenBackup,
  identities: readonly Identity[],
): Promise<number> => {
  const client = await pool.connect();
  try {
    await loadDatabase(client, path, manifest, identities, await listSegmentationKeys(path, manifest));
  } finally {
    // closing the connection rolls back an unfinished transaction
    client.release(true);
  }
  return manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
};

/** The private keys of an encrypted backup. Throws unless one of them decrypts it. */
const identitiesFor = async (
  { backupIdentity }: Config,
  path: string,
  { recipients = [], jobs }: Manifest,
): Promise<Identity[]> => {
  if (recipients.length === 0) return [];
  const wanted = `the private key of ${recipients.join(' or ')}`;
  if (backupIdentity === undefined)
    throw new BackupProblem(`The backup is encrypted: set BACKUP_IDENTITY to a file with ${wanted}.`);
  const file = await readFile(backupIdentity, 'utf8').catch(() => {
    throw new BackupProblem(`Setting BACKUP_IDENTITY: ${backupIdentity} cannot be read.`);
  });
  const identities = parseIdentities(file);
  try {
    (await ageDecrypted(join(path, jobs.file), identities)).destroy();
  } catch (cause) {
    if (!(cause instanceof WrongIdentity)) throw cause;
    throw new BackupProblem(`BACKUP_IDENTITY does not decrypt this backup: it must have ${wanted}.`);
  }
  return identities;
};

/**
 * The secret to store, or null if the setting SECRET has it already. External links and PINs are encrypted with the
 * portal's secret, so the restored portal must have the same one.
 */
const secretFor = async (
  config: Config,
  path: string,
  { secretPrint }: Manifest,
  identities: readonly Identity[],
): Promise<string | null> => {
  const set = config.secret === undefined ? [] : [config.secret, ...config.previousSecrets];
  if (set.some((secret) => fingerprintOf(secret) === secretPrint)) return null;
  const saved = await readSecret(path, identities);
  if (config.secret !== undefined || saved === null)
    throw new BackupProblem(
      saved === null
        ? 'The portal had its secret from the setting SECRET: set the same SECRET (or SECRET_PREVIOUS) here, or external links are lost.'
        : `SECRET is not that of the portal: remove the setting, or set it to the content of ${path}/secret.`,
    );
  if (fingerprintOf(saved) !== secretPrint)
    throw new BackupProblem(
      'The backup is damaged: its secret does not match the portal. Choose an earlier backup.',
    );
  return saved;
};

const listSegmentationKeys = async (path: string, { objects }: Manifest): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of listSavedObjects(path, objects))
    if (key.startsWith('segmentations/')) keys.push(key);
  return keys;
};

const putObjects = async (
  { storage, archive }: Context,
  saved: Awaited<ReturnType<typeof openSavedObjects>>,
  listed: AsyncIterable<ListedObject>,
  print: (line: string) => void,
) => {
  const count = { objects: 0, copied: 0, bad: 0 };
  await forEachConcurrently(listed, CONCURRENCY, async (object) => {
    if (++count.objects % REPORT_EVERY === 0)
      print(`Objects: ${count.objects} checked, ${count.copied} copied.`);
    const to = object.store === 'cold' ? archive : storage;
    if (!to) throw new BackupProblem('The backup has archived studies: ARCHIVE_URL must not be "off".');
    try {
      if (await isThere(to, object)) return;
      await copyChecked(saved[object.store], to, object);
      count.copied += 1;
    } catch (cause) {
      if (cause instanceof WrongIdentity)
        throw new BackupProblem(
          `${object.key} is encrypted to an earlier key, because an earlier backup in this folder has copied it: add the private key of that time to the file of BACKUP_IDENTITY.`,
        );
      const isDamaged = cause instanceof Damaged || cause instanceof ObjectDamaged;
      if (!(cause instanceof ObjectMissing || isDamaged)) throw cause;
      if (!object.isComplete) return;
      count.bad += 1;
      print(`${isDamaged ? 'DAMAGED' : 'MISSING'} in the backup: ${object.key}`);
    }
  });
  print(`Objects: ${count.objects}, of which ${count.copied} copied now.`);
  return count;
};

/** Whether the store already has the object with the right hash, from an earlier attempt or in a reused bucket. */
const isThere = async (store: NonNullable<Context['archive']>, object: ListedObject): Promise<boolean> => {
  // without a hash an existing object cannot be verified
  if (object.sha256 === null || !(await store.head(object.key))) return false;
  try {
    await readChecked(store, object);
    return true;
  } catch (cause) {
    if ([Damaged, ObjectDamaged, ObjectMissing].some((known) => cause instanceof known)) return false;
    throw cause;
  }
};
