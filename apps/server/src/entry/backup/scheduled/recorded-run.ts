import type { RunKind } from '@snimok/contract/administration/portal-health';
import {
  deleteRun,
  endRun,
  insertRun,
  interruptUnended,
  type RunResult,
} from '../../../administration/portal-health/runs.ts';
import { runFailures } from '../../../administration/portal-health/sentences.ts';
import type { Context } from '../../../platform/context.ts';
import { openDatabase, openPool } from '../../../platform/db/client.ts';
import { exclusively } from '../../../platform/jobs/exclusively.ts';
import { hasCode } from '../../../platform/outside/storage/disk-errors.ts';
import { StorageFull, StorageUnavailable } from '../../../platform/outside/storage/storage.ts';
import { BackupProblem, BackupRunning, OtherPortal } from '../problem.ts';

/** One lock for backups and restore tests, so that no backup is removed while it is tested. */
const LOCK = 'maintenance run';

/** A failure with a sentence for administrators. */
export class RunFailure extends Error {
  override name = 'RunFailure';
}

/** Runs `work` while no other worker runs a backup or a restore test. Otherwise throws, so that the job is tried again. */
export const whileNoOtherRuns = (context: Context, work: () => Promise<void>): Promise<void> =>
  exclusively(context.db, LOCK, 'another worker runs a backup or a restore test', work);

interface Run {
  kind: RunKind;
  folder: string;
  signal: AbortSignal;
}

/**
 * Records a run and its result. A failure is recorded and logged, and not thrown, because the schedule decides when the run
 * is repeated. If the process is asked to stop, the run counts as interrupted, and the error is thrown.
 * @throws BackupRunning without a record
 */
export const recorded = async (
  { db, clock, log }: Context,
  { kind, folder, signal }: Run,
  work: () => Promise<RunResult>,
): Promise<void> => {
  await interruptUnended(db, clock.now());
  const id = await insertRun(db, { kind, folder, startedAt: clock.now() });
  try {
    await endRun(db, id, clock.now(), await work());
  } catch (cause) {
    if (cause instanceof BackupRunning) await deleteRun(db, id);
    // the next run marks this one as interrupted
    if (cause instanceof BackupRunning || signal.aborted) throw cause;
    log.error({ err: cause, kind }, 'a backup or a restore test failed');
    await endRun(db, id, clock.now(), { outcome: 'failed', error: sentenceFor(cause) });
  }
};

const sentenceFor = (cause: unknown): string => {
  if (cause instanceof RunFailure) return cause.message;
  if (cause instanceof StorageFull || hasCode(cause, 'ENOSPC', 'EDQUOT')) return runFailures.full;
  if (cause instanceof OtherPortal) return runFailures.otherPortal;
  if (cause instanceof StorageUnavailable || hasCode(cause, 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ESTALE'))
    return runFailures.unavailable;
  if (cause instanceof BackupProblem && /^The backup is damaged/.test(cause.message))
    return runFailures.damaged;
  return runFailures.other;
};

/**
 * The context with database connections that have no timeouts, since copying a table may take longer than the timeouts
 * of jobs.
 */
export const withoutTimeouts = async <T>(
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const pool = openPool(context.pool.options.connectionString ?? '', { max: 4, min: 0 });
  const db = openDatabase(pool);
  try {
    return await work({ ...context, pool, db });
  } finally {
    await db.destroy();
    // Kysely ends the pool only if a query has run through it
    if (!pool.ended) await pool.end();
  }
};
