import type { Tx } from '../../platform/db/client.ts';

/** `values` is the panorama as a PNG of 16 bits per pixel, for windowing in the browser. */
export type PictureKind = 'full' | 'card' | 'values';

export interface StoredPicture {
  size: PictureKind;
  key: string;
  width: number;
  height: number;
}

export const findPicture = (db: Tx, objectID: string, size: PictureKind) =>
  db
    .selectFrom('objectPictures')
    .select(['key', 'width', 'height'])
    .where('objectID', '=', objectID)
    .where('size', '=', size)
    .executeTakeFirst();

export const listPictureKeys = (db: Tx, objectID: string) =>
  db.selectFrom('objectPictures').select('key').where('objectID', '=', objectID).execute();

export const insertPictures = async (
  tx: Tx,
  objectID: string,
  pictures: readonly StoredPicture[],
): Promise<void> => {
  if (pictures.length === 0) return;
  await tx
    .insertInto('objectPictures')
    .values(pictures.map((picture) => ({ objectID, ...picture })))
    .execute();
};

/** Returns the keys of the deleted pictures, whose bytes are still in the store. */
export const deletePictures = (tx: Tx, objectID: string) =>
  tx.deleteFrom('objectPictures').where('objectID', '=', objectID).returning('key').execute();
