import type { Context } from '../../platform/context.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { copyChecked, Damaged } from './copy-checked.ts';
import {
  beginBackup,
  finishBackup,
  type ListedObject,
  listBackups,
  listSavedObjects,
  openSavedObjects,
  pathOfBackup,
  readManifest,
  writeSecret,
} from './folder.ts';
import { pauseRemovals } from './pause-removals.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { BackupProblem } from './problem.ts';
import { saveDatabase } from './save-database.ts';
import { fingerprintOf, secretOf } from './secret.ts';

export interface BackupOptions {
  folder: string;
  /** How many backups stay in the folder; all of them without. */
  keep: number | null;
  say(line: string): void;
}

const CONCURRENCY = 4;
const REPORT_EVERY = 1_000;

/**
 * The portal goes on meanwhile. Objects are written before the rows that name them and removed after, and removing
 * waits for us: so whatever the snapshot of the rows speaks of is there to be copied afterwards.
 */
export const backUp = async (context: Context, { folder, keep, say }: BackupOptions) => {
  const { config, pool, signer, clock } = context;
  const secret = await secretOf(config);
  const secretPrint = fingerprintOf(secret);
  await checkSamePortal(folder, secretPrint);
  const pause = await pauseRemovals(pool);
  try {
    const partial = await beginBackup(folder);
    const takenAt = clock.now().toISOString();
    const saved = await saveDatabase(pause.client, partial);
    say(`Database: ${saved.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${saved.jobs.rows} jobs.`);
    const stores = await openSavedObjects(folder, signer);
    const copied = await copyObjects(context, stores, listSavedObjects(partial, saved.objects), say);
    // without a session there was no hold, and nobody knows what has gone meanwhile
    await pause.client.query('select 1');
    if (config.secret === undefined) await writeSecret(partial, secret);
    const path = await finishBackup(folder, partial, { format: 1, takenAt, secretPrint, ...saved });
    if (keep !== null) await removeOldBackups(folder, stores, keep, say);
    return { path, ...copied };
  } finally {
    await pause.release();
  }
};

const checkSamePortal = async (folder: string, secretPrint: string): Promise<void> => {
  const newest = (await listBackups(folder)).at(-1);
  if (newest === undefined) return;
  const manifest = await readManifest(pathOfBackup(folder, newest));
  if (manifest.secretPrint !== secretPrint)
    throw new BackupProblem('The folder holds backups of another portal (its secret is another).');
};

/** Only what the folder lacks. What was sent may be sent anew under the same key, and is small in number. */
const copyObjects = async (
  context: Context,
  saved: Awaited<ReturnType<typeof openSavedObjects>>,
  listed: AsyncIterable<ListedObject>,
  say: (line: string) => void,
) => {
  const count = { objects: 0, copied: 0, copiedBytes: 0, bad: 0 };
  await forEachConcurrently(listed, CONCURRENCY, async (object) => {
    if (++count.objects % REPORT_EVERY === 0) say(`Objects: ${count.objects} seen, ${count.copied} copied.`);
    const from = object.store === 'cold' ? context.archive : context.storage;
    const to = saved[object.store];
    const there = await to.head(object.key);
    const isSame = there && (object.sizeBytes === null || there.sizeBytes === object.sizeBytes);
    if (isSame && !object.key.startsWith('uploads/')) return;
    try {
      if (!from) throw new ObjectMissing(object.key);
      count.copiedBytes += await copyChecked(from, to, object);
      count.copied += 1;
    } catch (cause) {
      if (!(cause instanceof ObjectMissing || cause instanceof Damaged)) throw cause;
      // a file that is still being sent is not there yet
      if (!object.isComplete) return;
      if (!(await isReferenced(context, object.key))) return say(`Gone meanwhile: ${object.key}`);
      count.bad += 1;
      say(`${cause instanceof Damaged ? 'DAMAGED' : 'MISSING'}: ${object.key}`);
    }
  });
  say(`Objects: ${count.objects}, of which ${count.copied} copied now (${count.copiedBytes} bytes).`);
  return count;
};

/** A corrected panorama takes its former pictures with it at once. */
const isReferenced = async ({ pool }: Context, key: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select 1 from objects where key = $1 union all select 1 from object_pictures where key = $1
     union all select 1 from upload_files where key = $1 limit 1`,
    [key],
  );
  return rowCount !== 0;
};
