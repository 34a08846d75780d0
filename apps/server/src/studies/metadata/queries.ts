import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import { keysOfRow } from '../../platform/db/stored-artifacts.ts';
import type { FileMetadata } from './tasks.ts';

/** Version of the metadata. Those with a lower one are made again when DICOMweb needs them. */
const FORMAT = 2;

/** Undefined if the object is deleted or archived. */
export const findMetadataSource = (db: Tx, objectID: string) =>
  db
    .selectFrom('objects')
    .select('key')
    .where('id', '=', objectID)
    .where('place', '=', 'warm')
    .executeTakeFirst();

/** The location of one file in its study object; `entry` is its index in the object index. */
export interface FileLocation {
  entry: number;
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: 'deflate' | 'stored';
}

/** Without the names, which take the most memory. */
export const listFileLocations = async (db: Tx, objectID: string): Promise<FileLocation[]> => {
  const { rows } = await sql<FileLocation>`
    select (position - 1)::int as entry, (e ->> 'offset')::bigint as offset, e ->> 'method' as method,
      (e ->> 'compressedBytes')::bigint as compressed_bytes, (e ->> 'sizeBytes')::bigint as size_bytes
    from object_indexes, jsonb_array_elements(entries) with ordinality as listed(e, position)
    where object_id = ${objectID} order by position`.execute(db);
  return rows;
};

/** Assigns the metadata to a run and returns the run that had them before; undefined if the object was deleted. */
export const claimMetadata = async (
  db: Db,
  objectID: string,
  runID: string,
): Promise<{ previousRunID: string | null } | undefined> => {
  const claim = { format: FORMAT, runID, key: null, sizeBytes: null };
  return db.transaction().execute(async (tx) => {
    const object = await tx
      .selectFrom('objects')
      .select('id')
      .where('id', '=', objectID)
      .forKeyShare()
      .executeTakeFirst();
    if (!object) return undefined;
    const previous = await tx
      .selectFrom('objectMetadata')
      .select('runID')
      .where('objectID', '=', objectID)
      .forUpdate()
      .executeTakeFirst();
    await tx
      .insertInto('objectMetadata')
      .values({ objectID, ...claim })
      .onConflict((conflict) => conflict.column('objectID').doUpdateSet(claim))
      .execute();
    return { previousRunID: previous?.runID ?? null };
  });
};

interface NewMetadata {
  objectID: string;
  runID: string;
  key: string;
  sizeBytes: number;
  /** `offset` and `bytes` are the range of the metadata in the object with this key */
  instances: { location: FileLocation; metadata: FileMetadata }[];
}

/** Each row has 15 parameters, and a statement at most 65,535. */
const BATCH = 1000;

/** False, without a change, if the object has been deleted or another run has claimed the metadata. */
export const publishMetadata = (
  db: Db,
  { objectID, runID, key, sizeBytes, instances }: NewMetadata,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('objectMetadata')
      .set({ key, sizeBytes })
      .where('objectID', '=', objectID)
      .where('runID', '=', runID)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await tx.deleteFrom('objectInstances').where('objectID', '=', objectID).execute();
    for (let at = 0; at < instances.length; at += BATCH) {
      await tx
        .insertInto('objectInstances')
        .values(instances.slice(at, at + BATCH).map((instance) => rowOf(objectID, instance)))
        .execute();
    }
    return true;
  });

const rowOf = (objectID: string, { location, metadata }: NewMetadata['instances'][number]) => {
  const { offset: fileOffset, ...file } = location;
  const { offset: metadataOffset, bytes: metadataBytes, ...facts } = metadata;
  return { objectID, ...file, fileOffset, ...facts, metadataOffset, metadataBytes };
};

/** The files of instances in an object; those whose metadata is not made yet are not found. */
export const listInstanceFiles = async (db: Tx, objectID: string, sopInstanceUIDs: string[]) =>
  db
    .selectFrom('objectInstances')
    .innerJoin('objectMetadata', 'objectMetadata.objectID', 'objectInstances.objectID')
    .select([
      'sopInstanceUID',
      'fileOffset as offset',
      'compressedBytes',
      'objectInstances.sizeBytes',
      'method',
    ])
    .where('objectInstances.objectID', '=', objectID)
    .where('objectMetadata.key', 'is not', null)
    .where('sopInstanceUID', '=', sql<string>`any(${sopInstanceUIDs}::text[])`)
    .$narrowType<{ method: 'deflate' | 'stored' }>()
    .execute();

interface MetadataState {
  objectID: string;
  isReady: boolean;
  /** whether the job that makes the metadata waits or runs */
  isQueued: boolean;
}

export const listMetadataStates = async (db: Tx, objectIDs: string[]): Promise<MetadataState[]> =>
  db
    .selectFrom('objects')
    .leftJoin('objectMetadata', 'objectMetadata.objectID', 'objects.id')
    .select([
      'objects.id as objectID',
      sql<boolean>`object_metadata.key is not null and object_metadata.format = ${FORMAT}`.as('isReady'),
      isJobPending(sql<string>`'make-metadata:' || objects.id`).as('isQueued'),
    ])
    .where('objects.id', '=', sql<string>`any(${objectIDs}::uuid[])`)
    .execute();

export const listMetadataKeys = async (db: Tx, objectIDs: string[]) =>
  db
    .selectFrom('objectMetadata')
    .select(['objectID', 'key'])
    .where('objectID', '=', sql<string>`any(${objectIDs}::uuid[])`)
    .where('key', 'is not', null)
    .$narrowType<{ key: string }>()
    .execute();

/** Returns the key of the deleted metadata, which are still in the store. */
export const deleteMetadata = async (tx: Tx, objectID: string): Promise<string[]> => {
  const deleted = await tx
    .deleteFrom('objectMetadata')
    .where('objectID', '=', objectID)
    .returning(['objectID', 'runID', 'key'])
    .execute();
  return deleted.flatMap((row) => keysOfRow('object_metadata', row));
};
