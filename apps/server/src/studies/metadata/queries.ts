import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import { type FileMetadata, STEP_DATE } from './tasks.ts';

/** Version of the metadata. Metadata with a lower version are made again when DICOMweb needs them. */
export const FORMAT = 2;

/** Undefined if the object is deleted or archived. */
export const findMetadataSource = (db: Tx, objectID: string) =>
  db
    .selectFrom('objects')
    .select('key')
    .where('id', '=', objectID)
    .where('place', '=', 'warm')
    .executeTakeFirst();

/** The location of one file in its study object; `entry` is its index in the object index. */
interface FileLocation {
  entry: number;
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: 'deflate' | 'stored';
}

/** Leaves out the names of the files, which take the most memory. */
export const listFileLocations = async (db: Tx, objectID: string): Promise<FileLocation[]> => {
  const { rows } = await sql<FileLocation>`
    select (position - 1)::int as entry, (e ->> 'offset')::bigint as offset, e ->> 'method' as method,
      (e ->> 'compressedBytes')::bigint as compressed_bytes, (e ->> 'sizeBytes')::bigint as size_bytes
    from object_indexes, jsonb_array_elements(entries) with ordinality as listed(e, position)
    where object_id = ${objectID} order by position`.execute(db);
  return rows;
};

/** `offset` and `bytes` of the metadata are their range in the file that is published with them. */
export interface Instance {
  location: FileLocation;
  metadata: FileMetadata;
}

/** Each row has 15 parameters, and a statement at most 65,535. */
const BATCH = 1000;

export const replaceInstances = async (tx: Tx, objectID: string, instances: Instance[]): Promise<void> => {
  await tx.deleteFrom('objectInstances').where('objectID', '=', objectID).execute();
  for (let at = 0; at < instances.length; at += BATCH) {
    await tx
      .insertInto('objectInstances')
      .values(instances.slice(at, at + BATCH).map((instance) => rowOf(objectID, instance)))
      .execute();
  }
};

const rowOf = (objectID: string, { location, metadata }: Instance) => {
  const { offset: fileOffset, ...file } = location;
  // the dates are stored with the object
  const { offset: metadataOffset, bytes: metadataBytes, dates: _dates, ...facts } = metadata;
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

/** An object whose files have not been searched for dates. */
export type UndatedObject = Awaited<ReturnType<typeof listUndated>>[number];

/** The next undated objects in the order of their ids; `key` is the key of their metadata. */
export const listUndated = (db: Tx, after: string | undefined, limit: number) =>
  db
    .selectFrom('objects')
    .leftJoin('objectMetadata', 'objectMetadata.objectID', 'objects.id')
    .select((object) => [
      'objects.id',
      'objects.place',
      'objectMetadata.key',
      object
        .exists(
          object
            .selectFrom('objectSeries')
            .select('position')
            .whereRef('objectSeries.objectID', '=', 'objects.id'),
        )
        .as('hasSeries'),
    ])
    .where('imageDates', 'is', null)
    .$if(after !== undefined, (query) => query.where('objects.id', '>', after ?? ''))
    .orderBy('objects.id')
    .limit(limit)
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

/**
 * Marks outdated metadata, at most `most` of them, so that they are made again. They lack the attributes of performed
 * and requested procedure steps, which searches match. Returns how many are left.
 */
export const expireOutdated = async (db: Tx, objectIDs: string[], most: number): Promise<number> => {
  const { rows } = await sql<{ objectID: string }>`
    select given.id as object_id from unnest(${objectIDs}::uuid[]) given(id)
    where not (select i.attributes ? ${STEP_DATE} from object_instances i
      where i.object_id = given.id order by i.entry limit 1)`.execute(db);
  const outdated = rows.map(({ objectID }) => objectID);
  if (outdated.length > 0)
    await db
      .updateTable('objectMetadata')
      .set({ format: 0 })
      .where('objectID', 'in', outdated.slice(0, most))
      .execute();
  return Math.max(0, outdated.length - most);
};
