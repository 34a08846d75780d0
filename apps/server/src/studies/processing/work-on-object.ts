import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { type DerivedTable, derivedTables, type Run } from '../../platform/db/stored-artifacts.ts';
import { hasCode, nullWhenMissing } from '../../platform/outside/storage/disk-errors.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { withScratch } from '../../platform/working-files/scratch.ts';
import { findObjectUnlessDeleted, sumFileBytes } from '../objects/queries.ts';
import { listRunIDs } from '../objects/runs.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';

interface WorkOnObject extends Run {
  table: DerivedTable | 'panoramas';
  /** the key of the object */
  key: string;
}

type Work = (path: string, scratch: string) => Promise<void>;

/**
 * Does the work of a run on the file of an object, in a working folder that is removed afterwards. May be killed at any point and
 * started again. Does nothing for an object that has been archived or deleted.
 */
export const workOnObject = async (context: Context, run: WorkOnObject, work: Work): Promise<void> => {
  const { db, config } = context;
  const { table, objectID, runID } = run;
  const name = table === 'panoramas' ? 'panorama' : derivedTables[table].folder;
  const folder = join(config.dataDir, 'work', `${name}-${objectID}`);
  const scratch = join(folder, runID);
  await removeEndedRuns(context, run, folder);
  await mkdir(outputFolder(scratch), { recursive: true, mode: 0o700 });
  try {
    const bytes = await sumFileBytes(db, objectID);
    await withScratch(context, bytes, () => openObject(context, run, scratch, work));
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await rmdir(folder).catch(ignoreInUse);
  }
};

/** Ignores that another run has its files in the folder, or has removed the folder. */
const ignoreInUse = (cause: unknown): void => {
  if (!hasCode(cause, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw cause;
};

/** Removes what killed runs have left. A run that continues although another has replaced it fails without its files. */
const removeEndedRuns = async ({ db }: Context, { table, objectID, runID }: WorkOnObject, folder: string) => {
  const names = (await readdir(folder).catch(nullWhenMissing)) ?? [];
  const runIDs = await listRunIDs(db, table, objectID);
  for (const name of names)
    if (name === runID || !runIDs.includes(name))
      await rm(join(folder, name), { recursive: true, force: true });
};

const openObject = async (
  { db, storage }: Context,
  { objectID, key }: WorkOnObject,
  scratch: string,
  work: Work,
): Promise<void> => {
  const object = await storage.localPath(key, scratch).catch(async (cause: unknown) => {
    const isGone =
      cause instanceof ObjectMissing && (await findObjectUnlessDeleted(db, objectID))?.place !== 'warm';
    if (isGone) return null;
    throw cause;
  });
  if (object === null) return;
  try {
    await work(object.path, scratch);
  } finally {
    await object.release();
  }
};
