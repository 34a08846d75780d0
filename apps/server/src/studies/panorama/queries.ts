import type { ArchPlane, PanoramaPicture, VolumeGeometry } from '@snimok/contract/panorama';
import type { Vector3 } from '@snimok/imaging/dicom/file';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/client.ts';

/** Everything about an object's panorama in one row; undefined when nobody has looked for one. */
export const findPanorama = async (db: Tx, objectID: string) => {
  const row = await db
    .selectFrom('panoramas')
    .leftJoin('arches', 'arches.id', 'panoramas.archID')
    .select([
      'panoramas.status',
      'panoramas.reason',
      'panoramas.volume',
      'panoramas.wishID',
      'panoramas.archID',
      'panoramas.shownArchID',
      'panoramas.picture',
      'arches.points',
      'arches.plane',
      'arches.confidence',
      'arches.accountID',
      'arches.createdAt',
      // a worker has it or will; without one nobody makes it any more
      sql<boolean>`exists (select 1 from graphile_worker.jobs j where j.key = 'make-panorama:' || panoramas.object_id
        and (j.attempts < j.max_attempts or j.locked_at is not null))`.as('isQueued'),
    ])
    .where('panoramas.objectID', '=', objectID)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      // written by us, as the contract has them
      volume: row.volume as z.infer<typeof VolumeGeometry> | null,
      picture: row.picture as Omit<z.infer<typeof PanoramaPicture>, 'version'> | null,
      points: row.points as Vector3[] | null,
      plane: row.plane as z.infer<typeof ArchPlane> | null,
    }
  );
};

export type PanoramaRow = NonNullable<Awaited<ReturnType<typeof findPanorama>>>;

/** The object is held, so that of two corrections the second finds the first. */
export const lockObject = async (tx: Tx, objectID: string) =>
  tx
    .selectFrom('objects')
    .select(['place', 'key'])
    .where('id', '=', objectID)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const requestPanorama = async (
  tx: Tx,
  objectID: string,
  { wishID, archID }: { wishID: string; archID: number | null },
): Promise<void> => {
  await tx
    .insertInto('panoramas')
    .values({ objectID, status: 'making', wishID, archID })
    .onConflict((conflict) => conflict.column('objectID').doUpdateSet({ status: 'making', wishID, archID }))
    .execute();
};

export const findRequest = (db: Tx, objectID: string, wishID: string) =>
  db
    .selectFrom('panoramas')
    .innerJoin('objects', 'objects.id', 'panoramas.objectID')
    .leftJoin('arches', 'arches.id', 'panoramas.archID')
    .select(['objects.key', 'objects.place', 'panoramas.archID', 'arches.points', 'arches.plane'])
    .where('panoramas.objectID', '=', objectID)
    .where('panoramas.wishID', '=', wishID)
    .executeTakeFirst();

/** Whether the wish still stood: another one, or the object's end, leaves nothing to change. */
export const updatePanorama = async (
  tx: Tx,
  objectID: string,
  wishID: string,
  change: {
    status: 'ready' | 'none';
    reason: string | null;
    volume?: string;
    archID?: number;
    shownArchID?: number;
    picture?: string;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('panoramas')
    .set({ ...change, wishID: null })
    .where('objectID', '=', objectID)
    .where('wishID', '=', wishID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const listPictureKeys = (db: Tx, objectID: string) =>
  db.selectFrom('objectPictures').select('key').where('objectID', '=', objectID).execute();

export const takePictures = (tx: Tx, objectID: string) =>
  tx.deleteFrom('objectPictures').where('objectID', '=', objectID).returning('key').execute();
