import { stat, statfs } from 'node:fs/promises';
import { basename } from 'node:path';
import { makeBackup } from '../../../administration/portal-health/jobs.ts';
import { findNewestRun } from '../../../administration/portal-health/runs.ts';
import { runFailures } from '../../../administration/portal-health/sentences.ts';
import type { Context } from '../../../platform/context.ts';
import { enqueue, firstNameOf, handle } from '../../../platform/jobs/jobs.ts';
import { hasCode } from '../../../platform/outside/storage/disk-errors.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { backUp } from '../back-up.ts';
import { listBackups } from '../folder.ts';
import { BackupRunning } from '../problem.ts';
import { isBackupDue } from './due.ts';
import { recorded, RunFailure, whileNoOtherRuns, withoutTimeouts } from './recorded-run.ts';

const WHILE_ANOTHER_RUNS_MS = 60_000;

interface Request {
  /** A person asked for the backup, so it need not be due. */
  isRequested?: boolean;
}

const backUpOnce = async (
  context: Context,
  { isRequested = false }: Request,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, config } = context;
  const { folder } = config.scheduledBackups;
  if (folder === undefined) return;
  try {
    await whileNoOtherRuns(context, async () => {
      if (!isRequested && !(await isBackupDue(context, folder))) return;
      await recorded(context, { kind: 'backup', folder, signal }, () =>
        into(context, folder, { isRequested, signal }),
      );
    });
  } catch (cause) {
    if (!(cause instanceof BackupRunning)) throw cause;
    // `npm run backup` is running
    const runAt = after(clock.now(), WHILE_ANOTHER_RUNS_MS);
    await enqueue(db, makeBackupJob, { isRequested }, { key: firstNameOf(makeBackup), runAt });
  }
};

const into = async (
  context: Context,
  folder: string,
  { isRequested, signal }: { isRequested: boolean; signal: AbortSignal },
) => {
  await checkFolder(context, folder, isRequested);
  const { keep } = context.config.scheduledBackups;
  const print = (line: string) => context.log.info(line);
  const { path, rows, objects, bad, copiedBytes } = await withoutTimeouts(context, (own) =>
    backUp(own, { folder, keep, print, signal }),
  );
  return {
    outcome: bad === 0 ? ('done' as const) : ('incomplete' as const),
    backup: basename(path),
    rowsCount: rows,
    objectsCount: objects,
    badCount: bad,
    copiedBytes,
  };
};

/**
 * The folder itself is never created: a backup into the empty place of a disk that is not mounted would fill the disk of the
 * system. For the same reason a folder that had backups must not be empty, unless a person asks for a backup.
 */
export const checkFolder = async (
  { db, config }: Context,
  folder: string,
  isRequested: boolean,
): Promise<void> => {
  const found = await stat(folder).catch((cause) => {
    throw hasCode(cause, 'ENOENT', 'ENOTDIR') ? new RunFailure(runFailures.missing) : cause;
  });
  if (!found.isDirectory()) throw new RunFailure(runFailures.notFolder);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < config.scratch.minFreeBytes) throw new RunFailure(runFailures.full);
  if (isRequested || (await listBackups(folder)).length > 0) return;
  const outcomes = ['done', 'incomplete'] as const;
  if (await findNewestRun(db, { kind: 'backup', folder, outcomes }))
    throw new RunFailure(runFailures.emptied);
};

export const makeBackupJob = handle(makeBackup, { pool: 'maintaining', run: backUpOnce });
