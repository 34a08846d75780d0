import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import type { PatientInFiles } from '../../studies/study-rows/patient-in-files.ts';

/** An upload to which files are still being sent, with the card of its study. */
export const findUploading = (db: Tx, uuid: string) =>
  db
    .selectFrom('uploads')
    .innerJoin('studies', 'studies.id', 'uploads.studyID')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .select([
      'uploads.creatorID',
      'uploads.preview',
      'studies.type',
      'patients.name',
      'patients.birthday',
      'patients.sex',
    ])
    .select(({ fn }) => fn.coalesce('uploads.activeAt', 'uploads.createdAt').as('activeAt'))
    .where('uploads.uuid', '=', uuid)
    .where('uploads.status', '=', 'uploading')
    .executeTakeFirst();

export const listUnexaminedBundles = (db: Tx, uploadUUID: string) =>
  db
    .selectFrom('uploadBundles')
    .select(['uuid', 'key', 'sizeBytes'])
    .where('uploadUUID', '=', uploadUUID)
    .where('examined', 'is', null)
    .execute();

/** `examined` is JSON. False, without a change, if the upload has been completed or its bundle replaced. */
export const updateExamined = async (db: Tx, bundleUUID: string, examined: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('uploadBundles')
    .from('uploads')
    .set({ examined })
    .where('uploadBundles.uuid', '=', bundleUUID)
    .whereRef('uploads.uuid', '=', 'uploadBundles.uploadUUID')
    .where('uploads.status', '=', 'uploading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The headers of about 15,000 slices; files beyond this limit are examined when they are processed. */
const MAX_EXAMINED_LENGTH = 32 * 1024 ** 2;

/** What was found in the bundles of an upload, as JSON. */
export const listExamined = async (
  db: Tx,
  uploadUUID: string,
): Promise<{ uuid: string; examined: string }[]> => {
  const { rows } = await sql<{ uuid: string; examined: string }>`
    select uuid, examined
    from (
      select uuid, examined, sum(length(examined)) over (order by uuid) as total
      from upload_bundles where upload_uuid = ${uploadUUID} and examined is not null
    ) as counted
    where total <= ${MAX_EXAMINED_LENGTH}`.execute(db);
  return rows;
};

/** What the arrived bundles contain, as it is stored. */
export interface StoredPreview {
  imageCount: number;
  patientInFiles: PatientInFiles | null;
  patientDiffers: boolean;
  /** the size of the picture in the object `previewPictureKey` */
  picture?: { width: number; height: number } | undefined;
}

export const readPreview = (preview: string | null): StoredPreview | null =>
  preview === null ? null : (JSON.parse(preview) as StoredPreview);

/** False if the upload has been completed or cancelled. */
export const updatePreview = async (tx: Tx, uuid: string, preview: StoredPreview): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ preview: JSON.stringify(preview) })
    .where('uuid', '=', uuid)
    .where('status', '=', 'uploading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Deletes the facts about files: after the study is published, its object has them, and a purged study must not leave
 * them here.
 */
export const deleteExamined = async (db: Tx, uploadUUID: string): Promise<void> => {
  await db
    .updateTable('uploadBundles')
    .set({ examined: null })
    .where('uploadUUID', '=', uploadUUID)
    .execute();
};
