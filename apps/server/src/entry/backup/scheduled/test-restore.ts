import { basename } from 'node:path';
import { testRestore } from '../../../administration/portal-health/jobs.ts';
import type { RunResult } from '../../../administration/portal-health/runs.ts';
import { runFailures } from '../../../administration/portal-health/sentences.ts';
import type { Context } from '../../../platform/context.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { handle } from '../../../platform/jobs/jobs.ts';
import { ObjectDamaged, ObjectMissing } from '../../../platform/outside/storage/storage.ts';
import { Damaged, readChecked } from '../copy-checked.ts';
import { checkFiles, type ListedObject, listBackups, listSavedObjects } from '../folder.ts';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import { type ChosenBackup, chooseBackup, openBackup, restoreRows } from '../restore.ts';
import { openSavedObjects, type SavedObjects } from '../saved-objects.ts';
import { verifyRows } from '../verify.ts';
import { isTestDue } from './due.ts';
import { recorded, RunFailure, whileNoOtherRuns } from './recorded-run.ts';
import { NoScratchDatabase, removeScratchDatabase, withScratchDatabase } from './scratch-database.ts';

const CONCURRENCY = 4;

const testOnce = async (
  context: Context,
  { isRequested = false }: { isRequested?: boolean },
  signal: AbortSignal,
): Promise<void> => {
  const { folder } = context.config.scheduledBackups;
  await whileNoOtherRuns(context, async () => {
    // left by a test that was killed; no other process uses it while this one has the lock
    await removeScratchDatabase(context.config);
    if (folder === undefined || !(isRequested || (await isTestDue(context, folder)))) return;
    await recorded(context, { kind: 'restore-test', folder, signal }, () =>
      testNewest(context, folder, signal),
    );
  });
};

const testNewest = async (context: Context, folder: string, signal: AbortSignal): Promise<RunResult> => {
  if ((await listBackups(folder)).length === 0) throw new RunFailure(runFailures.emptied);
  const chosen = await chooseBackup(folder, undefined);
  const backup = basename(chosen.path);
  const result = await test(context, folder, chosen, signal);
  const { badCount = 0, lacks } = result;
  if (badCount > 0) return { ...result, backup, outcome: 'failed', error: runFailures.damaged };
  return { ...result, backup, outcome: lacks === undefined ? 'done' : 'incomplete' };
};

type Found = Omit<RunResult, 'outcome' | 'backup' | 'error'>;

const test = async (
  context: Context,
  folder: string,
  chosen: ChosenBackup,
  signal: AbortSignal,
): Promise<Found> => {
  const { config, signer } = context;
  const isEncrypted = chosen.manifest.format === 2;
  if (isEncrypted && config.backupIdentity === undefined) {
    await checkFiles(chosen.path, chosen.manifest);
    const saved = await openSavedObjects(folder, signer, {});
    const sizes = await checkObjects(saved, chosen, { sizesOnly: true, signal });
    return { ...sizes, lacks: 'key' };
  }
  const { identities } = await openBackup(config, chosen);
  const saved = await openSavedObjects(folder, signer, isEncrypted ? { identities } : null);
  try {
    return await withScratchDatabase(context, async ({ pool, db, migrateUpTo }) => {
      await migrateUpTo(chosen.manifest.migrations.at(-1));
      const rowsCount = await restoreRows(pool, chosen, identities);
      await migrate(db, pool);
      const options = { quick: false, print: (line: string) => context.log.warn(line), signal };
      const found = await verifyRows({ pool, storage: saved.warm, archive: saved.cold }, options);
      const { objects, missing, damaged } = found;
      return { rowsCount, objectsCount: objects, badCount: missing + damaged };
    });
  } catch (cause) {
    if (!(cause instanceof NoScratchDatabase)) throw cause;
    const objects = await checkObjects(saved, chosen, { sizesOnly: false, signal });
    return { ...objects, lacks: cause.lacks };
  }
};

interface Extent {
  /** the objects cannot be decrypted */
  sizesOnly: boolean;
  signal: AbortSignal;
}

/** Checks the objects that the backup lists, without its rows. */
const checkObjects = async (
  saved: { warm: SavedObjects; cold: SavedObjects },
  { path, manifest }: ChosenBackup,
  { sizesOnly, signal }: Extent,
) => {
  const count = { objectsCount: 0, badCount: 0 };
  await forEachConcurrently(listSavedObjects(path, manifest.objects), CONCURRENCY, async (object) => {
    signal.throwIfAborted();
    if (!object.isComplete) return;
    count.objectsCount += 1;
    if (!(await isGood(saved[object.store], object, sizesOnly))) count.badCount += 1;
  });
  return count;
};

const isGood = async (store: SavedObjects, object: ListedObject, sizesOnly: boolean): Promise<boolean> => {
  try {
    const found = await store.head(object.key);
    if (!found) return false;
    if (sizesOnly) return object.sizeBytes === null || found.sizeBytes === object.sizeBytes;
    await readChecked(store, object);
    return true;
  } catch (cause) {
    if ([Damaged, ObjectDamaged, ObjectMissing].some((known) => cause instanceof known)) return false;
    throw cause;
  }
};

export const testRestoreJob = handle(testRestore, { pool: 'maintaining', run: testOnce });
