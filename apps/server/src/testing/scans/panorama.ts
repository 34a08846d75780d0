import { Readable } from 'node:stream';
import type { Made } from '../portal/make.ts';
import type { TestServer } from '../portal/server.ts';

/** The geometry of the volume, as processing stores it. */
const volume = {
  seriesInstanceUID: '2.25.1',
  size: [100, 100, 60],
  spacingMm: [0.8, 0.8, 0.8],
  originMm: [0, 0, 0],
  directions: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};

/** A processed CBCT study in which processing has found no arch, but which has a panorama picture. */
export const makeScan = async (
  { make, context: { db, storage } }: TestServer,
  patient?: Made,
): Promise<{ studyID: number; objectID: string }> => {
  const options = { type: 'cbct' as const, status: 'done' as const, picture: true };
  const { studyID } = await make.study(patient ? { ...options, patient } : options);
  const { objectID } = await db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  if (!objectID) throw new Error('make.study made a done study without an object');
  const key = `pictures/${objectID}/values.png`;
  await storage.put(key, Readable.from([Buffer.from('PNG')]));
  await db
    .insertInto('objectPictures')
    .values({ objectID, size: 'values', key, width: 64, height: 32 })
    .execute();
  await db
    .insertInto('panoramas')
    .values({ objectID, status: 'none', reason: 'not-sure', volume: JSON.stringify(volume) })
    .execute();
  return { studyID, objectID };
};

export const makeProtest = async (
  { context: { db, clock } }: TestServer,
  studyID: number,
  accountID: number,
): Promise<number> => {
  const { objectID } = await db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('panoProtests')
    .values({ studyID, objectID: objectID ?? '', accountID, reason: 'Мимо зубов', createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
