import type { ArchiveImportState } from '@snimok/contract/reception/archive-import-values';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

const selectImports = (db: Tx) =>
  db
    .selectFrom('archiveImports')
    .innerJoin('accounts as creator', 'creator.id', 'archiveImports.creatorID')
    .leftJoin('accounts as confirmer', 'confirmer.id', 'archiveImports.confirmedBy')
    .leftJoin('accounts as client', 'client.id', 'archiveImports.clientID')
    .selectAll('archiveImports')
    .select(['creator.name as creatorName', 'confirmer.name as confirmerName', 'client.name as clientName']);

export type ImportRow = Awaited<ReturnType<typeof findImport>>;

export const findImport = (db: Tx, importID: number) =>
  selectImports(db)
    .where('archiveImports.id', '=', importID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noImport));

export const listImportsPage = async (db: Tx, offset: number, limit: number) => {
  const rows = await selectImports(db)
    .orderBy('archiveImports.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { totalCount } = await db
    .selectFrom('archiveImports')
    .select(({ fn }) => fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow();
  return { rows, totalCount };
};

interface NewImport {
  source: string;
  clientID: number | null;
  rateBytesSecond: number | null;
  fromMinute: number | null;
  toMinute: number | null;
  creatorID: number;
  createdAt: Date;
}

export const insertImport = async (tx: Tx, values: NewImport): Promise<number> => {
  const { id } = await tx
    .insertInto('archiveImports')
    .values({ ...values, state: 'planning' satisfies ArchiveImportState })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateSecrets = async (tx: Tx, id: number, sealedSecrets: Buffer): Promise<void> => {
  await tx.updateTable('archiveImports').set({ sealedSecrets }).where('id', '=', id).execute();
};

/** Locks the import until the end of the transaction, so that its state does not change. */
export const lockImport = (tx: Tx, importID: number) =>
  tx
    .selectFrom('archiveImports')
    .selectAll()
    .where('id', '=', importID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noImport));

interface Change {
  state?: ArchiveImportState;
  problem?: string | null;
  plannedAt?: Date;
  measuredBytesSecond?: number | null;
  confirmedBy?: number;
  confirmedAt?: Date;
  finishedAt?: Date;
}

export const updateImport = async (tx: Tx, importID: number, change: Change): Promise<void> => {
  await tx.updateTable('archiveImports').set(change).where('id', '=', importID).execute();
};

/** Assigns the import to a run of its job, in place of an earlier run. Undefined if it is in another state. */
export const claimImport = (db: Tx, importID: number, state: ArchiveImportState, runID: string) =>
  db
    .updateTable('archiveImports')
    .set({ runID })
    .where('id', '=', importID)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst();

export type ClaimedImport = NonNullable<Awaited<ReturnType<typeof claimImport>>>;

/** Another run has taken the import, or a person has paused or stopped it; this run must change nothing more. */
export class RunEnded extends Error {
  override name = 'RunEnded';
}

/**
 * Locks the import for a change by its run; a pause waits for the end of the transaction.
 * @throws RunEnded
 */
export const assertRun = async (
  tx: Tx,
  { id, runID, state }: Pick<ClaimedImport, 'id' | 'runID' | 'state'>,
): Promise<void> => {
  const found = await tx
    .selectFrom('archiveImports')
    .select('id')
    .where('id', '=', id)
    .where('runID', '=', runID)
    .where('state', '=', state)
    .forShare()
    .executeTakeFirst();
  if (!found) throw new RunEnded();
};

export const insertClients = async (
  tx: Tx,
  rows: {
    importID: number;
    number: number;
    sourcePatientID: string | null;
    referringPhysician: string | null;
    clientID: number;
    name: string | null;
    birthday: string | null;
    sex: string | null;
    phone: string | null;
  }[],
): Promise<void> => {
  // PostgreSQL accepts 65,535 parameters in one statement
  for (let at = 0; at < rows.length; at += 1000)
    await tx
      .insertInto('archiveImportClients')
      .values(rows.slice(at, at + 1000))
      .execute();
};

/** The line of the list for this patient, otherwise for this physician. */
export const findListedClient = (
  db: Tx,
  importID: number,
  { sourcePatientID, physician }: { sourcePatientID: string | null; physician: string | null },
) =>
  db
    .selectFrom('archiveImportClients')
    .selectAll()
    .where('importID', '=', importID)
    .where((row) =>
      row.or([
        row('sourcePatientID', '=', sourcePatientID),
        row.and([row('sourcePatientID', 'is', null), row('referringPhysician', '=', physician)]),
      ]),
    )
    .orderBy(sql`source_patient_id is null`)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();

/** The list names patients, so it is deleted when the import ends. */
export const deleteClients = async (tx: Tx, importID: number): Promise<void> => {
  await tx.deleteFrom('archiveImportClients').where('importID', '=', importID).execute();
};

export const insertProblem = async (
  tx: Tx,
  problem: { importID: number; place: string; reason: string },
): Promise<void> => {
  await tx
    .insertInto('archiveImportProblems')
    .values(problem)
    .onConflict((existing) => existing.doNothing())
    .execute();
};

export const listProblemsPage = async (
  db: Tx,
  importID: number,
  { offset, limit }: { offset: number; limit: number },
) => {
  const problems = db.selectFrom('archiveImportProblems').where('importID', '=', importID);
  const rows = await problems
    .select(['place', 'reason'])
    .orderBy('place')
    .offset(offset)
    .limit(limit)
    .execute();
  const { totalCount } = await problems
    .select(({ fn }) => fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow();
  return { rows, totalCount };
};
