import type { Tx } from '../../platform/db/client.ts';
import type { Panorama } from './panorama-facts.ts';
import type { StoredPicture } from './pictures.ts';

/** What processing found in a volume that nobody has seen yet. */
export const insertPanorama = async (
  tx: Tx,
  objectID: string,
  { volume, reason, cut }: Panorama,
  createdAt: Date,
): Promise<void> => {
  const archID =
    cut &&
    (await insertArch(tx, { objectID, ...cut.arch, confidence: cut.confidence, accountID: null, createdAt }));
  await tx
    .insertInto('panoramas')
    .values({
      objectID,
      status: cut ? 'ready' : 'none',
      reason,
      volume: volume && JSON.stringify(volume),
      archID,
      shownArchID: archID,
      picture: cut && JSON.stringify(cut.picture),
    })
    .execute();
};

export interface NewArch {
  objectID: string;
  points: readonly (readonly number[])[];
  plane: object;
  confidence: number | null;
  accountID: number | null;
  createdAt: Date;
}

export const insertArch = async (tx: Tx, { points, plane, ...arch }: NewArch): Promise<number> => {
  const { id } = await tx
    .insertInto('arches')
    .values({ ...arch, points: JSON.stringify(points), plane: JSON.stringify(plane) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const insertPictures = async (tx: Tx, objectID: string, pictures: StoredPicture[]): Promise<void> => {
  if (pictures.length === 0) return;
  await tx
    .insertInto('objectPictures')
    .values(pictures.map((picture) => ({ objectID, ...picture })))
    .execute();
};
