import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';

export interface NewBundle {
  uuid: string;
  uploadUUID: string;
  key: string;
  sizeBytes: number;
  digest: Buffer;
}

export const insertBundles = (tx: Tx, bundles: NewBundle[]) =>
  tx.insertInto('uploadBundles').values(bundles).execute();

/** The bundles of an upload with these declared contents. */
export const listBundlesWith = (db: Tx, uploadUUID: string, digests: Buffer[]) =>
  db
    .selectFrom('uploadBundles')
    .select(['uuid', 'uploadUUID', 'key', 'sizeBytes', 'digest', 'holders'])
    .where('uploadUUID', '=', uploadUUID)
    .where(sql<boolean>`digest = any(${digests}::bytea[])`)
    .execute();

/** Records an account or program that gets URLs for these bundles. */
export const addBundleHolder = async (db: Tx, keys: string[], holder: string): Promise<void> => {
  await db
    .updateTable('uploadBundles')
    .set({ holders: sql<string[]>`array_append(holders, ${holder})` })
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .where(sql<boolean>`not (${holder} = any(holders))`)
    .execute();
};

/** Records which bytes the completed upload consists of; keys of other objects are ignored. */
export const updateBundleETags = async (db: Tx, etags: Map<string, string>): Promise<void> => {
  if (etags.size === 0) return;
  await sql`
    update upload_bundles set etag = stored.etag
    from unnest(${[...etags.keys()]}::text[], ${[...etags.values()]}::text[]) as stored (key, etag)
    where upload_bundles.key = stored.key`.execute(db);
};

/** Deletes the bundles of an upload whose files were all replaced or left out. */
export const deleteUnusedBundles = async (tx: Tx, uploadUUID: string): Promise<void> => {
  await tx
    .deleteFrom('uploadBundles')
    .where('uploadUUID', '=', uploadUUID)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploadFiles')
            .select('key')
            .whereRef('uploadFiles.bundleUUID', '=', 'uploadBundles.uuid'),
        ),
      ),
    )
    .execute();
};
