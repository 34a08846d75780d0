import { randomUUID } from 'node:crypto';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import {
  type DerivedTable,
  derivedTables,
  keyOfRun,
  keysOfRow,
  type Run,
} from '../../platform/db/stored-artifacts.ts';
import type { ObjectSize } from '../../platform/outside/storage/storage.ts';
import { enqueueRemoval } from './jobs.ts';

/*
 * The rows of artifacts that runs make from an object. A row belongs to one run: another run changes nothing in it. The
 * module that owns a table says what its rows contain; this file has what the tables have in common.
 */

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;
type Row<Table extends DerivedTable> = Database[CamelCase<Table>];

/** Gives a table the type of one of them, because all have the same columns for keys and runs. */
const asTable = (table: DerivedTable) => table as 'segmentations';

/**
 * Changes rows that name files of an object, and enqueues the removal of keys that no row names afterwards. These can
 * be keys that were named before, and keys in `written`, which a run has written or may have written.
 */
export const removingUnnamed = async <Result>(
  tx: Tx,
  table: DerivedTable | 'object_pictures',
  { objectID, written }: { objectID: string; written: readonly string[] },
  change: () => Promise<Result>,
): Promise<Result> => {
  const listNamed = async () => {
    const rows = tx
      .selectFrom(table as 'segmentations')
      .select('key')
      .where('objectID', '=', objectID);
    return (await rows.execute()).flatMap(({ key }) => key ?? []);
  };
  const before = await listNamed();
  const result = await change();
  const named = new Set(await listNamed());
  const unnamed = [...new Set([...before, ...written])].filter((key) => !named.has(key));
  if (unnamed.length > 0) await enqueueRemoval(tx, { warm: unnamed });
  return result;
};

/**
 * Gives the row to a new run, and inserts it if there is none. Null, without a change, if the object has been deleted or
 * `isReplaceable` returns false for the existing row.
 */
export const putRun = async <Table extends DerivedTable>(
  tx: Tx,
  table: Table,
  row: Omit<Insertable<Row<Table>>, 'runID'> & { objectID: string },
  isReplaceable: (existing: Selectable<Row<Table>>) => boolean | Promise<boolean> = () => true,
): Promise<Run | null> => {
  const run: Run = { objectID: row.objectID, runID: randomUUID() };
  const fresh = { ...row, runID: run.runID };
  const object = tx.selectFrom('objects').select('id').where('id', '=', row.objectID).forKeyShare();
  if (!(await object.executeTakeFirst())) return null;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto(asTable(table))
    .values(fresh as never)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return run;
  const { id } = derivedTables[table];
  const isSame = sql<boolean>`${sql.ref(id)} = ${fresh[id as keyof typeof fresh]}`;
  const existing = await tx
    .selectFrom(asTable(table))
    .selectAll()
    .where(isSame)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!(await isReplaceable(existing as unknown as Selectable<Row<Table>>))) return null;
  const replaced = { objectID: existing.objectID, written: keysOfRow(table, existing) };
  await removingUnnamed(tx, table, replaced, () =>
    tx
      .updateTable(asTable(table))
      .set(fresh as never)
      .where(isSame)
      .execute(),
  );
  return run;
};

/** Changes the row of a run. False, without a change, if the run has ended or another one has the row. */
export const updateRun = async <Table extends DerivedTable>(
  tx: Tx,
  table: Table,
  { objectID, runID }: Run,
  change: Updateable<Row<Table>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable(asTable(table))
    .set(change as object)
    .where('objectID', '=', objectID)
    .where('runID', '=', runID)
    .where(sql<boolean>`${sql.raw(derivedTables[table].isUnfinished)}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Stores what a run has made under the key of the run and changes its row; `also` runs in the same transaction. If
 * another run has the row, nothing is changed and the file is removed.
 */
export const publishRun = async <Table extends DerivedTable>(
  { db }: Pick<Context, 'db'>,
  table: Table,
  run: Run,
  write: (key: string) => Promise<ObjectSize>,
  change: Updateable<Row<Table>>,
  also: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> => {
  const key = keyOfRun(table, run);
  const { sizeBytes } = await write(key);
  await db.transaction().execute((tx) =>
    removingUnnamed(tx, table, { objectID: run.objectID, written: [key] }, async () => {
      if (await updateRun(tx, table, run, { ...change, key, sizeBytes })) await also(tx);
    }),
  );
};

/** The runs that have the rows of an object. */
export const listRunIDs = async (db: Tx, table: DerivedTable | 'panoramas', objectID: string) => {
  const runID = sql<string | null>`${sql.ref(table === 'panoramas' ? 'wishID' : 'runID')}`.as('runID');
  const rows = db
    .selectFrom(table as 'segmentations')
    .select(runID)
    .where('objectID', '=', objectID);
  return (await rows.execute()).map((row) => row.runID);
};

const deleteRows = async (
  tx: Tx,
  table: DerivedTable,
  column: 'objectID' | 'studyID',
  id: string | number,
) => {
  const deleted = await tx
    .deleteFrom(asTable(table))
    .where(sql<boolean>`${sql.ref(column)} = ${id}`)
    .returning(['objectID', 'runID', 'key'])
    .execute();
  return deleted.map((row) => ({ objectID: row.objectID, keys: keysOfRow(table, row) }));
};

/** Deletes the artifact of an object; returns its keys, which are still in the store. */
export const deleteArtifact = async (tx: Tx, table: DerivedTable, objectID: string): Promise<string[]> =>
  (await deleteRows(tx, table, 'objectID', objectID)).flatMap(({ keys }) => keys);

const tables = Object.keys(derivedTables) as DerivedTable[];

/** Deletes all that was made from an object; returns its keys, which are still in the store. */
export const deleteDerived = async (tx: Tx, objectID: string): Promise<string[]> => {
  const keys: string[] = [];
  for (const table of tables) keys.push(...(await deleteArtifact(tx, table, objectID)));
  return keys;
};

/** Deletes what was requested in a study, also if another study uses the object; the keys are still in the store. */
export const deleteDerivedOfStudy = async (tx: Tx, studyID: number) => {
  const deleted: { objectID: string; keys: string[] }[] = [];
  for (const table of tables.filter((name) => derivedTables[name].isOfStudy))
    deleted.push(...(await deleteRows(tx, table, 'studyID', studyID)));
  return deleted;
};
