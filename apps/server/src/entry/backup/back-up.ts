import type { Context } from '../../platform/context.ts';
import { savedFiles } from '../../platform/db/stored-artifacts.ts';
import { ObjectDamaged, ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { saveErasures } from './erasures.ts';
import { copyChecked, Damaged } from './copy-checked.ts';
import {
  beginBackup,
  discardUnfinished,
  finishBackup,
  type ListedObject,
  listBackups,
  listSavedObjects,
  pathOfBackup,
  readManifest,
  writeSecret,
} from './folder.ts';
import { openCopies, openSavedObjects, type SavedObjects } from './saved-objects.ts';
import { pauseRemovals } from './pause-removals.ts';
import { parseRecipient } from './age/keys.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { OtherPortal } from './problem.ts';
import { saveDatabase } from './save-database.ts';
import { fingerprintOf, secretOf } from './secret.ts';

interface BackupOptions {
  folder: string;
  /** How many backups stay in the folder; null for all. */
  keep: number | null;
  print(line: string): void;
  /** Aborted when the backup must end soon. */
  signal?: AbortSignal;
}

const CONCURRENCY = 4;
const REPORT_EVERY = 1_000;

/**
 * Backs up a running portal. The portal writes objects before the rows that refer to them, and removes them after these
 * rows. Removals are paused during the backup, so every object in the snapshot of the rows still exists when it is copied.
 */
export const backUp = async (
  context: Context,
  { folder, keep, print, signal = new AbortController().signal }: BackupOptions,
) => {
  const { config, pool, signer, clock } = context;
  const recipients = config.backupRecipients.map(parseRecipient);
  const keys = recipients.length > 0 ? { recipients } : null;
  const secret = await secretOf(config);
  const secretPrint = fingerprintOf(secret);
  await checkSamePortal(folder, [secretPrint, ...config.previousSecrets.map(fingerprintOf)]);
  const pause = await pauseRemovals(pool);
  try {
    const partial = await beginBackup(folder);
    const takenAt = clock.now().toISOString();
    const saved = await saveDatabase(pause.client, partial, keys);
    const rows = saved.tables.reduce((sum, table) => sum + table.rows, 0);
    print(`Database: ${rows} rows, ${saved.jobs.rows} jobs.`);
    const stores = await openSavedObjects(folder, signer, keys);
    const listed = listSavedObjects(partial, saved.objects);
    const copied = await copyObjects(context, stores, listed, { print, signal });
    // fails if the session was lost: then removals were not paused, and objects may be missing
    await pause.client.query('select 1');
    if (config.secret === undefined) await writeSecret(partial, secret, keys);
    const encryption = keys
      ? { format: 2 as const, recipients: recipients.map(({ text }) => text) }
      : { format: 1 as const };
    const path = await finishBackup(folder, partial, { ...encryption, takenAt, secretPrint, ...saved });
    await saveErasures(context, folder);
    if (keep !== null) await removeOldBackups(folder, await openCopies(folder, signer), keep, print);
    return { path, rows, ...copied };
  } catch (cause) {
    // on a full disk the files of the rows would keep it full
    await discardUnfinished(folder).catch(() => undefined);
    throw cause;
  } finally {
    await pause.release();
  }
};

/** After a change of SECRET the newest backup has the fingerprint of a previous secret. */
const checkSamePortal = async (folder: string, secretPrints: string[]): Promise<void> => {
  const newest = (await listBackups(folder)).at(-1);
  if (newest === undefined) return;
  const manifest = await readManifest(pathOfBackup(folder, newest));
  if (!secretPrints.includes(manifest.secretPrint))
    throw new OtherPortal(
      'The folder has backups of another portal, one with another SECRET: choose another folder. If SECRET was changed, set SECRET_PREVIOUS to the earlier one.',
    );
};

/** Copies objects that the folder lacks. Files of uploads are always copied, since a repeated PUT may change them. */
const copyObjects = async (
  context: Context,
  stores: { warm: SavedObjects; cold: SavedObjects },
  listed: AsyncIterable<ListedObject>,
  { print, signal }: { print(line: string): void; signal: AbortSignal },
) => {
  const count = { objects: 0, copied: 0, copiedBytes: 0, bad: 0 };
  await forEachConcurrently(listed, CONCURRENCY, async (object) => {
    signal.throwIfAborted();
    if (++count.objects % REPORT_EVERY === 0)
      print(`Objects: ${count.objects} checked, ${count.copied} copied.`);
    const from = object.store === 'cold' ? context.archive : context.storage;
    const to = stores[object.store];
    const saved = await to.head(object.key);
    const isSame = saved && (object.sizeBytes === null || saved.sizeBytes === object.sizeBytes);
    if (isSame && !object.key.startsWith('uploads/')) return;
    try {
      if (!from) throw new ObjectMissing(object.key);
      count.copiedBytes += await copyChecked(from, to, object);
      count.copied += 1;
    } catch (cause) {
      const isDamaged = cause instanceof Damaged || cause instanceof ObjectDamaged;
      if (!(cause instanceof ObjectMissing || isDamaged)) throw cause;
      // a file that is still being sent does not exist yet
      if (!object.isComplete) return;
      if (!(await isReferenced(context, object))) return print(`Removed during the backup: ${object.key}`);
      count.bad += 1;
      print(`${isDamaged ? 'DAMAGED' : 'MISSING'}: ${object.key}`);
    }
  });
  print(`Objects: ${count.objects}, of which ${count.copied} copied now (${count.copiedBytes} bytes).`);
  return count;
};

/** Whether a row still refers to the object. If not, a job that began before the backup may have removed the object. */
const isReferenced = async ({ pool }: Context, { store, key }: ListedObject): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from (${savedFiles()}) as files (store, key) where store = $1 and key = $2`,
    [store, key],
  );
  return rowCount !== 0;
};
