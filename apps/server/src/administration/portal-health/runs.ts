import type { RunKind, RunOutcome, TestLacks } from '@snimok/contract/administration/portal-health';
import type { Tx } from '../../platform/db/client.ts';

/** What a run has done, for its row. */
export interface RunResult {
  outcome: Exclude<RunOutcome, 'interrupted'>;
  backup?: string;
  rowsCount?: number;
  objectsCount?: number;
  badCount?: number;
  copiedBytes?: number;
  lacks?: TestLacks;
  error?: string;
}

export const insertRun = async (
  db: Tx,
  run: { kind: RunKind; folder: string; startedAt: Date },
): Promise<number> =>
  (await db.insertInto('maintenanceRuns').values(run).returning('id').executeTakeFirstOrThrow()).id;

export const endRun = async (db: Tx, id: number, endedAt: Date, result: RunResult): Promise<void> => {
  await db
    .updateTable('maintenanceRuns')
    .set({ endedAt, ...result })
    .where('id', '=', id)
    .execute();
};

/** For a run that could not begin, because a backup of another process is running. */
export const deleteRun = async (db: Tx, id: number): Promise<void> => {
  await db.deleteFrom('maintenanceRuns').where('id', '=', id).execute();
};

/** Ends the runs whose process has ended. The caller has the lock that every run holds. */
export const interruptUnended = async (db: Tx, endedAt: Date): Promise<void> => {
  await db
    .updateTable('maintenanceRuns')
    .set({ endedAt, outcome: 'interrupted' })
    .where('endedAt', 'is', null)
    .execute();
};

export const deleteRunsBefore = async (db: Tx, before: Date): Promise<void> => {
  await db.deleteFrom('maintenanceRuns').where('startedAt', '<', before).execute();
};

/** The newest runs, of both kinds and all folders. */
export const listRuns = (db: Tx, limit: number) =>
  db
    .selectFrom('maintenanceRuns')
    .selectAll()
    .$narrowType<{ kind: RunKind; outcome: RunOutcome | null; lacks: TestLacks | null }>()
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export type RunRow = Awaited<ReturnType<typeof listRuns>>[number];

/** The newest run of a kind in this folder that ended in one of these ways. */
export const findNewestRun = async (
  db: Tx,
  { kind, folder, outcomes }: { kind: RunKind; folder: string; outcomes: readonly RunOutcome[] },
): Promise<RunRow | undefined> =>
  db
    .selectFrom('maintenanceRuns')
    .selectAll()
    .$narrowType<{ kind: RunKind; outcome: RunOutcome | null; lacks: TestLacks | null }>()
    .where('kind', '=', kind)
    .where('folder', '=', folder)
    .where('outcome', 'in', outcomes)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
