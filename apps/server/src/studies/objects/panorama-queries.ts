import type { ArchPlane, PanoramaPicture, VolumeGeometry } from '@snimok/contract/studies/panorama';
import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/client.ts';
import { isJobPending } from '../../platform/jobs/job-tables.ts';
import { remadePictureKeys } from './keys.ts';

/** `cut` is null if the volume has no panorama; `reason` then says why. */
interface NewPanorama {
  volume: z.infer<typeof VolumeGeometry> | null;
  reason: string | null;
  cut: {
    arch: Pick<NewArch, 'points' | 'plane'>;
    confidence: number | null;
    picture: Omit<z.infer<typeof PanoramaPicture>, 'version'>;
  } | null;
}

/** Inserts the panorama in the transaction that inserts its object. The portal has found its arch. */
export const insertPanorama = async (
  tx: Tx,
  objectID: string,
  { volume, reason, cut }: NewPanorama,
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

interface NewArch {
  objectID: string;
  points: readonly (readonly number[])[];
  plane: object;
  confidence: number | null;
  /** null: found by the portal */
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

/** The panorama with its arch; undefined if none was ever requested for this object. */
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
      // status `making` without a job means that the job was given up
      isJobPending(sql<string>`'make-panorama:' || panoramas.object_id`).as('isQueued'),
    ])
    .where('panoramas.objectID', '=', objectID)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      // the casts are safe: this module wrote the JSON in the contract's types
      volume: row.volume as z.infer<typeof VolumeGeometry> | null,
      picture: row.picture as Omit<z.infer<typeof PanoramaPicture>, 'version'> | null,
      points: row.points as Vector3[] | null,
      plane: row.plane as z.infer<typeof ArchPlane> | null,
    }
  );
};

export type PanoramaRow = NonNullable<Awaited<ReturnType<typeof findPanorama>>>;

/** The keys that the run of the latest request may have written; empty if the request has ended. */
export const listRemadeKeys = async (db: Tx, objectID: string): Promise<string[]> => {
  const requests = db.selectFrom('panoramas').select('wishID').where('objectID', '=', objectID);
  const { wishID } = (await requests.executeTakeFirst()) ?? { wishID: null };
  return wishID === null ? [] : Object.values(remadePictureKeys(objectID, wishID));
};

/** Replaces an earlier request: only the run with the newest `remakeID` can publish. */
export const requestRemake = async (
  tx: Tx,
  objectID: string,
  { remakeID, archID }: { remakeID: string; archID: number | null },
): Promise<void> => {
  const request = { status: 'making', wishID: remakeID, archID };
  await tx
    .insertInto('panoramas')
    .values({ objectID, ...request })
    .onConflict((conflict) => conflict.column('objectID').doUpdateSet(request))
    .execute();
};

/** Undefined if a newer request replaced this one, or the object has been deleted. */
export const findRemakeRequest = (db: Tx, objectID: string, remakeID: string) =>
  db
    .selectFrom('panoramas')
    .innerJoin('objects', 'objects.id', 'panoramas.objectID')
    .leftJoin('arches', 'arches.id', 'panoramas.archID')
    .select(['objects.key', 'objects.place', 'panoramas.archID', 'arches.points', 'arches.plane'])
    .where('panoramas.objectID', '=', objectID)
    .where('panoramas.wishID', '=', remakeID)
    .executeTakeFirst();

/** Ends the request. False, without a change, if a newer one replaced it or the object has been deleted. */
export const updatePanorama = async (
  tx: Tx,
  objectID: string,
  remakeID: string,
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
    .where('wishID', '=', remakeID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
