import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

interface NewInstance {
  importStudyID: number;
  sourceKey: string;
  sopInstanceUID: string | null;
  filename: string;
  sizeBytes: number;
  sourceSha256: Buffer;
}

export const insertInstances = async (tx: Tx, rows: NewInstance[]): Promise<void> => {
  await tx.insertInto('archiveImportInstances').values(rows).execute();
};

export const listInstances = (db: Tx, rowID: number) =>
  db
    .selectFrom('archiveImportInstances')
    .select(['sourceKey', 'filename'])
    .where('importStudyID', '=', rowID)
    .execute();

export const deleteInstances = async (tx: Tx, rowID: number): Promise<void> => {
  await tx.deleteFrom('archiveImportInstances').where('importStudyID', '=', rowID).execute();
};

/** Records what the index of the published study says of each file. */
export const updatePublishedHashes = async (tx: Tx, rowID: number, studyID: number): Promise<void> => {
  await sql`
    update archive_import_instances set sha256 = decode(entry ->> 'sha256', 'hex')
    from studies s join object_indexes i on i.object_id = s.object_id, jsonb_array_elements(i.entries) entry
    where s.id = ${studyID} and archive_import_instances.import_study_id = ${rowID}
      and entry ->> 'name' = archive_import_instances.filename`.execute(tx);
};

/**
 * The SOP Instance UIDs that the portal has of a DICOM study: in published studies, and in studies that imports have sent.
 * `isHere`: whether there is any such study. Leaves out studies in the bin.
 */
export const listKnownInstances = async (
  db: Tx,
  studyInstanceUID: string,
): Promise<{ isHere: boolean; known: Set<string> }> => {
  const { rows } = await sql<{ sopInstanceUID: string | null }>`
    select n.sop_instance_uid from objects o
      join studies s on s.object_id = o.id and s.deleted_at is null
      left join object_instances n on n.object_id = o.id
    where o.study_instance_uid = ${studyInstanceUID}
    union
    select n.sop_instance_uid from archive_import_studies r
      join studies s on s.id = r.study_id and s.deleted_at is null
      left join archive_import_instances n on n.import_study_id = r.id
    where r.study_instance_uid = ${studyInstanceUID} and r.state in ('sending', 'processing', 'done')`.execute(
    db,
  );
  return {
    isHere: rows.length > 0,
    known: new Set(rows.flatMap(({ sopInstanceUID }) => sopInstanceUID ?? [])),
  };
};

/** The files of these rows, each with its SHA-256 at the source and in the index of the published study as it is now. */
export const listProven = (db: Tx, rowIDs: number[]) =>
  db
    .selectFrom('archiveImportInstances')
    .innerJoin('archiveImportStudies as r', 'r.id', 'archiveImportInstances.importStudyID')
    .leftJoin('studies as s', 's.id', 'r.studyID')
    .select([
      'archiveImportInstances.importStudyID as rowID',
      'archiveImportInstances.sopInstanceUID',
      'archiveImportInstances.filename',
    ])
    .select([
      sql<string>`encode(archive_import_instances.source_sha256, 'hex')`.as('sourceHash'),
      sql<
        string | null
      >`(select entry ->> 'sha256' from object_indexes i, jsonb_array_elements(i.entries) entry
        where i.object_id = s.object_id and entry ->> 'name' = archive_import_instances.filename)`.as('hash'),
    ])
    .where(sql<boolean>`archive_import_instances.import_study_id = any(${rowIDs}::bigint[])`)
    .orderBy('archiveImportInstances.importStudyID')
    .orderBy('archiveImportInstances.sourceKey')
    .execute();
