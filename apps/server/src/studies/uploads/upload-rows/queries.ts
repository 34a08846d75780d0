import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { notFoundOrErasing } from '../../../people/patients/erasing.ts';
import { sentences } from '../sentences.ts';

export type UploadRow = Awaited<ReturnType<typeof findUpload>>;

const uploadColumns = [
  'uploads.uuid',
  'uploads.studyID',
  'uploads.status',
  'uploads.error',
  'uploads.progress',
  'uploads.waitsFor',
  'uploads.creatorID',
  'uploads.isMetered',
  'uploads.preview',
  'uploads.confirmedPatient',
  'uploads.held',
] as const;

/** An upload is visible to the actors who see its study. */
export const findUpload = async (db: Tx, who: Actor, uuid: string) => {
  const upload = await db
    .selectFrom('uploads')
    .innerJoin('studies', 'studies.id', 'uploads.studyID')
    .select(uploadColumns)
    .where('uploads.uuid', '=', uuid)
    .where(visibleStudies(who))
    .executeTakeFirst();
  if (!upload) throw await notFoundOrErasing(db, who, { uploadUUID: uuid }, sentences.noUpload);
  return upload;
};

/** The unfinished upload of a study; a unique index allows only one. */
export const findOpenUpload = (db: Tx, studyID: number) =>
  db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('studyID', '=', studyID)
    .where('status', '!=', 'processed')
    .executeTakeFirst();

/** Undefined if another request has inserted the study's upload in the meantime. */
export const insertUpload = (
  db: Tx,
  upload: {
    uuid: string;
    studyID: number;
    creatorID: number;
    createdAt: Date;
    patientUnproven?: boolean;
    isMetered?: boolean;
  },
) =>
  db
    .insertInto('uploads')
    .values(upload)
    .onConflict((conflict) => conflict.doNothing())
    .returning(uploadColumns)
    .executeTakeFirst();

/** An active upload writes its time at most this often, so the length of a silence is known to within this time. */
export const ACTIVITY_MS = 15_000;
/** After a silence this long, an event says that the upload goes on. */
const NEWS_AFTER_MS = 60_000;

interface Activity {
  now: Date;
  /** absent when bytes arrive, which do not name their sender */
  sender?: {
    accountID: number;
    /** whether the account sends with the upload program */
    byProgram: boolean;
  };
}

/**
 * Records that files are being sent and by whom. An interrupted upload is recognised by this record. True if others
 * should learn of it, because the sender has changed or the upload was silent.
 */
export const updateActivity = async (db: Tx, uuid: string, { now, sender }: Activity): Promise<boolean> => {
  const before = (ms: number) => sql<boolean>`before.at < ${new Date(now.getTime() - ms)}::timestamptz`;
  const changed = sender
    ? sql<boolean>`(before.active_by is distinct from ${sender.accountID}::bigint
        or before.active_program <> ${sender.byProgram}::boolean)`
    : sql<boolean>`false`;
  const named = sender
    ? sql`, active_by = ${sender.accountID}::bigint, active_program = ${sender.byProgram}::boolean`
    : sql``;
  const { rows } = await sql<{ isNews: boolean }>`
    with before as (
      select uuid, coalesce(active_at, created_at) as at, active_by, active_program
      from uploads where uuid = ${uuid} and status = 'uploading'
    )
    update uploads set active_at = ${now}::timestamptz ${named}
    from before
    where uploads.uuid = before.uuid and uploads.status = 'uploading' and (${before(ACTIVITY_MS)} or ${changed})
    returning (${before(NEWS_AFTER_MS)} or ${changed}) as "isNews"`.execute(db);
  return rows[0]?.isNews ?? false;
};

/** Files and bundles of the upload are deleted by cascade. */
export const deleteUpload = async (tx: Tx, uuid: string): Promise<void> => {
  await tx.deleteFrom('uploads').where('uuid', '=', uuid).execute();
};

/** Locks the upload for this transaction, so that the returned status stays valid. */
export const lockUpload = (db: Tx, uuid: string) =>
  db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noUpload));

/** The registered files with their bundles. */
const selectFiles = (db: Tx, uploadUUID: string) =>
  db
    .selectFrom('uploadFiles')
    .leftJoin('uploadBundles', 'uploadBundles.uuid', 'uploadFiles.bundleUUID')
    .select([
      'uploadFiles.filename',
      'uploadFiles.sizeBytes',
      'uploadFiles.key',
      'uploadFiles.partBytes',
      'uploadFiles.partsID',
      'uploadFiles.joinedFrom',
      'uploadFiles.bundleUUID',
      'uploadFiles.bundleOffset',
      'uploadFiles.sentBytes',
      'uploadFiles.method',
      'uploadFiles.crc32',
      'uploadFiles.sha256',
    ])
    .select(({ fn }) => [
      // the stored object that contains the file: its own or its bundle
      fn.coalesce('uploadBundles.key', 'uploadFiles.key').as('objectKey'),
      fn.coalesce('uploadBundles.sizeBytes', 'uploadFiles.sizeBytes').as('objectBytes'),
      fn.coalesce('uploadBundles.holders', 'uploadFiles.holders').as('holders'),
      fn.coalesce('uploadBundles.etag', 'uploadFiles.etag').as('etag'),
    ])
    .where('uploadFiles.uploadUUID', '=', uploadUUID);

export type StoredFile = Awaited<ReturnType<typeof listFiles>>[number];

export const listFiles = (db: Tx, uploadUUID: string) =>
  selectFiles(db, uploadUUID).orderBy('uploadFiles.filename').execute();

/** Files that are sent in parts, joined or not. */
export const listFilesInParts = (db: Tx, uploadUUIDs: string[]) =>
  db
    .selectFrom('uploadFiles')
    .select(['key', 'partsID'])
    .where(sql<boolean>`upload_uuid = any(${uploadUUIDs}::uuid[])`)
    .where('partsID', 'is not', null)
    .execute();

/** Files whose parts are being sent. */
export const listUnjoinedFiles = (db: Tx, uploadUUID: string) =>
  selectFiles(db, uploadUUID)
    .where('uploadFiles.partsID', 'is not', null)
    .where('uploadFiles.joinedFrom', 'is', null)
    .execute();

export const listFilesNamed = (db: Tx, uploadUUID: string, filenames: string[]) =>
  selectFiles(db, uploadUUID)
    .where(sql<boolean>`upload_files.filename = any(${filenames}::text[])`)
    .execute();

export interface NewFile {
  uploadUUID: string;
  filename: string;
  sizeBytes: number;
  key: string;
  /** null if the file is sent in one request */
  partBytes: number | null;
  partsID: string | null;
  /** absent if the file is an object of its own */
  bundleUUID?: string;
  bundleOffset?: number;
  sentBytes?: number;
  method?: 'deflate' | 'stored';
  crc32?: number;
  sha256?: Buffer;
}

/** A file with a registered name replaces the earlier one: the row gets the new size and key. */
export const insertFiles = (db: Tx, files: NewFile[]) =>
  db
    .insertInto('uploadFiles')
    .values(files)
    .onConflict((conflict) =>
      conflict.columns(['uploadUUID', 'filename']).doUpdateSet((eb) => ({
        sizeBytes: eb.ref('excluded.sizeBytes'),
        key: eb.ref('excluded.key'),
        partBytes: eb.ref('excluded.partBytes'),
        partsID: eb.ref('excluded.partsID'),
        bundleUUID: eb.ref('excluded.bundleUUID'),
        bundleOffset: eb.ref('excluded.bundleOffset'),
        sentBytes: eb.ref('excluded.sentBytes'),
        method: eb.ref('excluded.method'),
        crc32: eb.ref('excluded.crc32'),
        sha256: eb.ref('excluded.sha256'),
        joinedFrom: null,
        // the new key has no URLs yet
        holders: eb.val([]),
        etag: null,
      })),
    )
    .execute();

/** Records an account or program that gets URLs for these keys. */
export const addHolder = async (db: Tx, keys: string[], holder: string): Promise<void> => {
  await db
    .updateTable('uploadFiles')
    .set({ holders: sql<string[]>`array_append(holders, ${holder})` })
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .where(sql<boolean>`not (${holder} = any(holders))`)
    .execute();
};

/** Records which bytes the completed upload consists of. */
export const updateETags = async (db: Tx, etags: Map<string, string>): Promise<void> => {
  if (etags.size === 0) return;
  await sql`
    update upload_files set etag = stored.etag
    from unnest(${[...etags.keys()]}::text[], ${[...etags.values()]}::text[]) as stored (key, etag)
    where upload_files.key = stored.key`.execute(db);
};

/** Returns the deleted rows. */
export const deleteFilesExcept = (db: Tx, uploadUUID: string, filenames: string[]) =>
  db
    .deleteFrom('uploadFiles')
    .where('uploadUUID', '=', uploadUUID)
    .where(sql<boolean>`filename <> all(${filenames}::text[])`)
    .returning(['key', 'partsID'])
    .execute();

/** Records that the parts were joined. `joinedFrom` distinguishes the file from others of the same name and size. */
export const updateJoinedFrom = async (db: Tx, key: string, joinedFrom: Buffer): Promise<void> => {
  await db.updateTable('uploadFiles').set({ joinedFrom }).where('key', '=', key).execute();
};

export const updateUploadCompleted = async (
  db: Tx,
  uuid: string,
  {
    completedAt,
    holdIfDiffers,
    ifRepeated,
  }: { completedAt: Date; holdIfDiffers: boolean; ifRepeated: string | null },
): Promise<void> => {
  await db
    .updateTable('uploads')
    .set({ status: 'completed', completedAt, holdIfDiffers, ifRepeated })
    .where('uuid', '=', uuid)
    .execute();
};

/** The number of unfinished uploads by status. Processed ones are left out, because almost every study has one. */
export const countUnfinished = async (db: Tx) => {
  const { rows } = await sql<{ status: string; uploads: number }>`
    select status, count(*)::int as uploads from uploads where status <> 'processed' group by status`.execute(
    db,
  );
  return rows;
};
