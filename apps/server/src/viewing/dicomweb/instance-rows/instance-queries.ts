import type { JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { allOf, type Condition } from './text-conditions.ts';

/** Restricts the instances of a study; an absent UID permits all. */
interface Part {
  seriesUID?: string | undefined;
  instanceUID?: string | undefined;
}

/** The position of an instance in the order by series, instance number, object and file. */
export interface Position {
  seriesInstanceUID: string;
  instanceNumber: number;
  rank: number;
  entry: number;
}

export interface InstanceRow extends Position {
  objectID: string;
  sopInstanceUID: string;
  transferSyntaxUID: string;
  numberOfFrames: number;
  hasPixels: boolean;
  /** the range of the file in the study object */
  offset: number;
  compressedBytes: number;
  method: 'deflate' | 'stored';
  /** the range of its metadata in the object with this key */
  metadataKey: string;
  metadataOffset: number;
  metadataBytes: number;
}

/** The objects of each study. An instance that several objects of a study contain is taken from the first of them. */
type Studies = string[][];

const sourcesOf = (studies: Studies): string =>
  JSON.stringify(
    studies.flatMap((objectIDs, study) =>
      objectIDs.map((object_id, rank) => ({ object_id, study, rank, earlier: objectIDs.slice(0, rank) })),
    ),
  );

/** A subquery: the instances of these studies that belong to the part, each of them once in a study. */
const selected = (studies: Studies, { seriesUID, instanceUID }: Part): RawBuilder<unknown> => sql`
  select i.*, source.study, source.rank, m.key as metadata_key
  from jsonb_to_recordset(${sourcesOf(studies)}::jsonb) as source(object_id uuid, study int, rank bigint, earlier uuid[])
  join object_metadata m on m.object_id = source.object_id and m.key is not null
  join object_instances i on i.object_id = source.object_id
  where ${seriesUID === undefined ? sql`true` : sql`i.series_instance_uid = ${seriesUID}`}
    and ${instanceUID === undefined ? sql`true` : sql`i.sop_instance_uid = ${instanceUID}`}
    and not exists (
      select 1 from object_instances d
      where d.object_id = any(source.earlier) and d.sop_instance_uid = i.sop_instance_uid)`;

const IN_ORDER = sql`series_instance_uid, instance_number, rank, entry`;

const isAfter = (position: Position | null): RawBuilder<unknown> =>
  position
    ? sql`(${IN_ORDER}) > (${position.seriesInstanceUID}::text, ${position.instanceNumber}::bigint,
        ${position.rank}::bigint, ${position.entry}::int)`
    : sql`true`;

/** Instances by series and instance number, at most `limit` after a position. */
export const listInstances = async (
  db: Tx,
  objectIDs: string[],
  part: Part,
  after: Position | null,
  limit: number,
): Promise<InstanceRow[]> => {
  const { rows } = await sql<InstanceRow>`
    select object_id, entry, rank, series_instance_uid, sop_instance_uid, transfer_syntax_uid, instance_number,
      frames as number_of_frames, has_pixels, file_offset as offset, compressed_bytes, method, metadata_key,
      metadata_offset, metadata_bytes
    from (${selected([objectIDs], part)}) found where ${isAfter(after)} order by ${IN_ORDER} limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** More kinds than any archive has; a malicious study may have one per file. */
const MAX_SYNTAXES = 500;

export const listTransferSyntaxes = async (db: Tx, objectIDs: string[], part: Part): Promise<string[]> => {
  const { rows } = await sql<{ uid: string }>`
    select distinct transfer_syntax_uid as uid from (${selected([objectIDs], part)}) found
    limit ${MAX_SYNTAXES}`.execute(db);
  return rows.map(({ uid }) => uid);
};

interface Page {
  conditions: Condition[];
  offset: number;
  limit: number;
}

export interface FoundInstance extends Position {
  /** its index among the studies */
  study: number;
  sopInstanceUID: string;
  attributes: JsonDataSet;
}

/**
 * The rows of one page, by study and in the order of `listInstances`; the offset counts from the instance `after`. If `after`
 * is given, `studies` must have exactly one element.
 */
export const searchInstances = async (
  db: Tx,
  studies: Studies,
  part: Part,
  { conditions, after, offset, limit }: Page & { after: Position | null },
): Promise<FoundInstance[]> => {
  const { rows } = await sql<FoundInstance>`
    select study, series_instance_uid, instance_number, rank, entry, sop_instance_uid, attributes
    from (${selected(studies, part)}) found
    where ${isAfter(after)} and ${allOf(conditions)}
    order by study, ${IN_ORDER} offset ${offset} limit ${limit}`.execute(db);
  return rows;
};

/** How many instances match altogether. */
export const countInstances = async (
  db: Tx,
  studies: Studies,
  part: Part,
  conditions: Condition[],
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${selected(studies, part)}) found where ${allOf(conditions)}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
};

export interface FoundSeries {
  /** the index of its study */
  study: number;
  seriesInstanceUID: string;
  instanceCount: number;
  /** the attributes of its first instance */
  attributes: JsonDataSet;
  /** how many series match altogether */
  total: number;
}

export const searchSeries = async (
  db: Tx,
  studies: Studies,
  { conditions, offset, limit }: Page,
): Promise<FoundSeries[]> => {
  const { rows } = await sql<FoundSeries>`
    select study, series_instance_uid, instance_count::int as instance_count, attributes,
      count(*) over ()::int as total
    from (
      select distinct on (study, series_instance_uid) study, series_instance_uid, attributes,
        count(*) over (partition by study, series_instance_uid) as instance_count
      from (${selected(studies, {})}) found order by study, ${IN_ORDER}
    ) series
    where ${allOf(conditions)} order by study, series_instance_uid offset ${offset} limit ${limit}`.execute(
    db,
  );
  return rows;
};
