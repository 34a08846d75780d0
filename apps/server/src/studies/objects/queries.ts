import { sql } from 'kysely';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import type { Tx } from '../../platform/db/client.ts';

interface NewObject {
  id: string;
  key: string;
  sizeBytes: number;
  sha256: Buffer;
  imageCount: number;
  studyInstanceUID: string | null;
  patientInFiles: { name: string | null; birthDate: string | null; sex: string | null } | null;
  warnings: string[];
  contains: string[];
  /** JSON text of the dates that the images name */
  imageDates: string;
}

export const insertObject = async (tx: Tx, { patientInFiles, ...object }: NewObject): Promise<void> => {
  await tx
    .insertInto('objects')
    .values({ ...object, patientInFiles: patientInFiles && JSON.stringify(patientInFiles) })
    .execute();
};

export const insertObjectIndex = async (
  tx: Tx,
  objectID: string,
  entries: readonly object[],
): Promise<void> => {
  await tx
    .insertInto('objectIndexes')
    .values({ objectID, entries: JSON.stringify(entries) })
    .execute();
};

interface NewObjectSeries {
  seriesInstanceUID: string;
  modality: string | null;
  description: string | null;
  imageCount: number;
  facts: object;
}

/** Each row has six parameters, and a statement at most 65,535; a malicious study may have 50,000 series. */
const BATCH = 1000;

/** The order of `series` is their order for display. */
export const insertObjectSeries = async (
  tx: Tx,
  objectID: string,
  series: readonly NewObjectSeries[],
): Promise<void> => {
  const rows = series.map(({ facts, ...row }, position) => ({
    objectID,
    position,
    ...row,
    facts: JSON.stringify(facts),
  }));
  for (let at = 0; at < rows.length; at += BATCH) {
    await tx
      .insertInto('objectSeries')
      .values(rows.slice(at, at + BATCH))
      .execute();
  }
};

/** The entries of a study object, which never change. */
export const listEntries = async (db: Tx, objectID: string): Promise<ZipIndexEntry[]> => {
  const { entries } = await db
    .selectFrom('objectIndexes')
    .select('entries')
    .where('objectID', '=', objectID)
    .executeTakeFirstOrThrow();
  return entries as unknown as ZipIndexEntry[];
};

/** The packed and the unpacked bytes of a study's files, added up: the local disk space that work on all of them takes. */
export const sumFileBytes = async (db: Tx, objectID: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum((e ->> 'compressedBytes')::bigint + (e ->> 'sizeBytes')::bigint), 0)::float8 as bytes
    from object_indexes, jsonb_array_elements(entries) e where object_id = ${objectID}`.execute(db);
  return rows[0]?.bytes ?? 0;
};

const selectObject = (db: Tx, objectID: string) =>
  db
    .selectFrom('objects')
    .select(['id', 'key', 'sizeBytes', 'sha256', 'place', 'moves'])
    .where('id', '=', objectID);

export type StoredObject = Awaited<ReturnType<typeof findObject>>;

export const findObject = (db: Tx, objectID: string) => selectObject(db, objectID).executeTakeFirstOrThrow();

export const findObjectUnlessDeleted = (db: Tx, objectID: string) =>
  selectObject(db, objectID).executeTakeFirst();

/**
 * `for update` also makes inserts of studies that reference the object wait: their foreign key takes `for key share`.
 * Undefined after the object has been deleted.
 */
export const lockObject = (tx: Tx, objectID: string) =>
  selectObject(tx, objectID).forUpdate().executeTakeFirst();

export const updateObject = async (
  tx: Tx,
  objectID: string,
  change: { place?: string; key?: string; moves?: number; binnedAt?: Date | null },
): Promise<void> => {
  await tx.updateTable('objects').set(change).where('id', '=', objectID).execute();
};

/** True if the files of an object have not been searched for dates, for example because the object was archived. */
export const isUndated = async (db: Tx, objectID: string): Promise<boolean> => {
  const object = db.selectFrom('objects').select('imageDates').where('id', '=', objectID);
  return (await object.executeTakeFirst())?.imageDates === null;
};

/** False if the dates of the object are known already, or it has been deleted. */
export const updateImageDates = async (tx: Tx, objectID: string, imageDates: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('objects')
    .set({ imageDates })
    .where('id', '=', objectID)
    .where('imageDates', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Index, pictures, series, panorama and rendition rows are deleted by cascade. */
export const deleteObject = async (tx: Tx, objectID: string): Promise<void> => {
  await tx.deleteFrom('objects').where('id', '=', objectID).execute();
};
