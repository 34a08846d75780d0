import type { Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { findPicture, type PictureKind } from './picture-queries.ts';

interface OpenPicture {
  bytes: Readable;
  width: number;
  height: number;
}

/**
 * Opens the current picture of an object; null if it has none. When a panorama is replaced between the query and the
 * read, the replacing picture is opened.
 */
export const openPicture = async (
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  objectID: string,
  kind: PictureKind,
): Promise<OpenPicture | null> => {
  let missingKey: string | null = null;
  for (;;) {
    const picture = await findPicture(db, objectID, kind);
    if (!picture) return null;
    const { key, width, height } = picture;
    try {
      return { bytes: await storage.read(key), width, height };
    } catch (cause) {
      // the same key a second time: the store has lost the picture
      if (!(cause instanceof ObjectMissing) || key === missingKey) throw cause;
      missingKey = key;
    }
  }
};
