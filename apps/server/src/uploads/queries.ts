import { sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import { visibleStudies } from '../access/visible.ts';
import type { Tx } from '../db/client.ts';
import { notFound } from '../errors.ts';
import { sentences } from '../sentences.ts';

export type UploadRow = Awaited<ReturnType<typeof findUpload>>;

const shown = [
  'uploads.uuid',
  'uploads.studyID',
  'uploads.status',
  'uploads.error',
  'uploads.progress',
] as const;

/** An upload is seen by whoever sees its study. */
export const findUpload = (db: Tx, who: Actor, uuid: string) =>
  db
    .selectFrom('uploads')
    .innerJoin('studies', 'studies.id', 'uploads.studyID')
    .select(shown)
    .where('uploads.uuid', '=', uuid)
    .where(visibleStudies(who))
    .executeTakeFirstOrThrow(() => notFound(sentences.noUpload));

/** The one that is not finished yet; the database allows one a study. */
export const findOpenUpload = (db: Tx, studyID: number) =>
  db
    .selectFrom('uploads')
    .select(shown)
    .where('studyID', '=', studyID)
    .where('status', '!=', 'processed')
    .executeTakeFirst();

/** Undefined when another request has just made one. */
export const insertUpload = (
  db: Tx,
  upload: { uuid: string; studyID: number; creatorID: number; createdAt: Date },
) =>
  db
    .insertInto('uploads')
    .values(upload)
    .onConflict((open) => open.doNothing())
    .returning(shown)
    .executeTakeFirst();

/** Holds the upload for this transaction; its status is the one that counts. */
export const lockUpload = (db: Tx, uuid: string) =>
  db
    .selectFrom('uploads')
    .select(shown)
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noUpload));

export const listFiles = (db: Tx, uploadUUID: string) =>
  db
    .selectFrom('uploadFiles')
    .select(['filename', 'sizeBytes', 'key'])
    .where('uploadUUID', '=', uploadUUID)
    .orderBy('filename')
    .execute();

export const countFiles = async (db: Tx, uploadUUID: string): Promise<number> => {
  const { total } = await db
    .selectFrom('uploadFiles')
    .select((file) => file.fn.countAll<number>().as('total'))
    .where('uploadUUID', '=', uploadUUID)
    .executeTakeFirstOrThrow();
  return total;
};

export interface FileRow {
  uploadUUID: string;
  filename: string;
  sizeBytes: number;
  key: string;
}

/** A name that is registered already is replaced: it gets the new size and the new place. */
export const insertFiles = (db: Tx, files: FileRow[]) =>
  db
    .insertInto('uploadFiles')
    .values(files)
    .onConflict((known) =>
      known.columns(['uploadUUID', 'filename']).doUpdateSet((eb) => ({
        sizeBytes: eb.ref('excluded.sizeBytes'),
        key: eb.ref('excluded.key'),
      })),
    )
    .execute();

export const keepOnly = async (db: Tx, uploadUUID: string, filenames: string[]): Promise<void> => {
  await db
    .deleteFrom('uploadFiles')
    .where('uploadUUID', '=', uploadUUID)
    .where(sql<boolean>`filename <> all(${filenames}::text[])`)
    .execute();
};

export const markCompleted = async (db: Tx, uuid: string, completedAt: Date): Promise<void> => {
  await db
    .updateTable('uploads')
    .set({ status: 'completed', completedAt })
    .where('uuid', '=', uuid)
    .execute();
};

/** By status; the finished ones, which are all the studies there are, are left out. */
export const countUnfinished = async (db: Tx) => {
  const { rows } = await sql<{ status: string; uploads: number }>`
    select status, count(*)::int as uploads from uploads where status <> 'processed' group by status`.execute(
    db,
  );
  return rows;
};
