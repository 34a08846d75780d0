import type { PoolClient } from 'pg';
import type { StudyType } from '@snimok/contract/studies/study-types';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import { savedFiles } from '../../platform/db/stored-artifacts.ts';
import { columnOf } from '../../platform/db/client.ts';
import { exportedTables } from './exported-tables.ts';
import type { DatedStudy } from '../../studies/studies/study-rows/study-day.ts';

/** Reads within the snapshot of an export. */
type Client = Pick<PoolClient, 'query'>;

export interface StudyToExport extends DatedStudy {
  id: number;
  patientID: number;
  patientName: string;
  type: StudyType;
  objectID: string | null;
  key: string | null;
  /** the place of the object: `warm`, `cold`, `bin`, `gone` or `lost` */
  place: string | null;
}

/** All studies with their cards' present names, also those in the bin. */
export const listStudiesToExport = async (client: Client): Promise<StudyToExport[]> => {
  const { rows } = await client.query<StudyToExport>(`
    select s.id, s.patient_id as "patientID", p.name as "patientName", s.type, s.created_at as "createdAt",
      s.examined_at as "examinedAt", s.examined_offset as "examinedOffset",
      s.examined_precision as "examinedPrecision", s.examined_source as "examinedSource",
      s.object_id as "objectID", o.key, o.place
    from studies s join patients p on p.id = s.patient_id left join objects o on o.id = s.object_id
    order by s.patient_id, s.id`);
  return rows;
};

/** The files of an object; null for an old one whose ZIP has no index. */
export const listEntriesOf = async (client: Client, objectID: string): Promise<ZipIndexEntry[] | null> => {
  const { rows } = await client.query<{ entries: ZipIndexEntry[] }>(
    'select entries from object_indexes where object_id = $1',
    [objectID],
  );
  return rows[0]?.entries ?? null;
};

/** The SHA-256 of the ZIP of an object, in hexadecimal. */
export const hashOfObject = async (client: Client, objectID: string): Promise<string> => {
  const { rows } = await client.query<{ sha256: string }>(
    "select encode(sha256, 'hex') as sha256 from objects where id = $1",
    [objectID],
  );
  return rows[0]?.sha256 ?? '';
};

/** The tables that name files which are exported as they are stored; the files of studies are unpacked instead. */
const STORED = savedFiles(
  exportedTables.map(({ name }) => columnOf(name)).filter((name) => name !== 'objects'),
);

interface StoredRow {
  store: 'warm' | 'cold';
  key: string;
  sha256: string | null;
  /** the attachment to which the file or the small picture belongs */
  attachment: { uuid: string; doctorID: number; filename: string; isThumbnail: boolean } | null;
}

export const listStored = async (client: Client): Promise<StoredRow[]> => {
  const { rows } = await client.query<StoredRow>(`
    select f.store, f.key, f.sha256, case when a.uuid is not null then jsonb_build_object(
      'uuid', a.uuid, 'doctorID', a.doctor_id, 'filename', a.filename, 'isThumbnail', a.is_thumbnail) end as attachment
    from (${STORED}) as f (store, key, size_bytes, sha256) left join (
      select key, uuid, doctor_id, filename, false as is_thumbnail from message_attachments
      union all select thumbnail_key, uuid, doctor_id, filename, true from message_attachments) a on a.key = f.key
    order by f.key collate "C"`);
  return rows;
};

export const listReports = async (client: Client) => {
  const { rows } = await client.query<{ reportUUID: string; studyID: number; number: number }>(`
    select report_uuid as "reportUUID", study_id as "studyID", number from study_reports order by study_id, number`);
  return rows;
};

export const readReport = async (client: Client, reportUUID: string): Promise<Buffer> => {
  const { rows } = await client.query<{ document: Buffer }>(
    'select document from study_reports where report_uuid = $1',
    [reportUUID],
  );
  return rows[0]?.document ?? Buffer.alloc(0);
};

/** Uploads whose files are in no study: they are being sent, wait, or have failed. */
export const countUnprocessed = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(`
    select count(*) as count from uploads u join studies s on s.id = u.study_id
    where u.status <> 'processed' or (u.error is not null and s.object_id is null
      and exists (select from upload_files f where f.upload_uuid = u.uuid))`);
  return rows[0]?.count ?? 0;
};

/**
 * The bytes that an export takes: the files of each study unpacked, reports, segmentations and attachments as they are,
 * and estimates for pictures (300 kB), for the records of DICOMDIRs and lists (2 kB for each file), and for the rows (twice
 * their size in the database).
 */
export const estimateBytes = async (client: Client): Promise<{ bytes: number; largestObject: number }> => {
  const { rows } = await client.query<{ bytes: number; largestObject: number }>(
    `
    with files as (
      select o.id, o.size_bytes, coalesce(sum((e ->> 'sizeBytes')::bigint + 2000), o.size_bytes) as unpacked
      from objects o left join object_indexes i on i.object_id = o.id
        left join lateral jsonb_array_elements(i.entries) e on true
      where o.place in ('warm', 'cold', 'bin') group by o.id)
    select (coalesce((select sum(f.unpacked) from studies s join files f on f.id = s.object_id), 0)
      + coalesce((select sum(octet_length(document)) from study_reports), 0)
      + coalesce((select sum(coalesce(size_bytes, 300000)) from (${STORED}) as f (store, key, size_bytes, sha256)), 0)
      + 2 * coalesce((select sum(pg_table_size(c.oid)) from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1)), 0))::float8 as bytes,
      coalesce((select max(size_bytes) from files), 0)::float8 as "largestObject"`,
    [exportedTables.map(({ name }) => columnOf(name)).filter((name) => name !== 'study_reports')],
  );
  return rows[0] ?? { bytes: 0, largestObject: 0 };
};
