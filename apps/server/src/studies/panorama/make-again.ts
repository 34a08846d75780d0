import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DicomFile, Vector3 } from '@snimok/imaging/dicom/file';
import type { Plane } from '@snimok/imaging/panorama/plane';
import { unpackZip } from '../../platform/archive/zip-unpack.ts';
import type { Context } from '../../platform/context.ts';
import { Examiner } from '../processing/examiner.ts';
import type { Arch, Panorama } from '../processing/panorama-facts.ts';
import { insertArch, insertPictures } from '../processing/panorama-queries.ts';
import { makePanorama } from '../processing/panorama.ts';
import type { StoredPicture } from '../processing/pictures.ts';
import { findRequest, listPictureKeys, takePictures, updatePanorama } from './queries.ts';

/** A name of its own for every wish: what is shown is never overwritten, and no browser keeps the old one for the new. */
const keysOf = (objectID: string, wishID: string) => ({
  full: `pictures/${objectID}/${wishID}.jpg`,
  card: `pictures/${objectID}/${wishID}-card.jpg`,
  values: `pictures/${objectID}/${wishID}.png`,
});

/**
 * Makes an object's panorama anew, from the object itself. Can be killed at any point and begun again; what was replaced
 * by a newer wish, or lost its object, ends without a trace.
 */
export const makeAgain = async (
  context: Context,
  { objectID, wishID }: { objectID: string; wishID: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, storage, config } = context;
  const wish = await findRequest(db, objectID, wishID);
  if (!wish) return forget(context, objectID, wishID);
  const scratch = join(config.dataDir, 'work', `panorama-${wishID}`);
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const examiner = new Examiner();
  const object = await storage.localPath(wish.key, scratch);
  try {
    const files = await slicesIn(examiner, object.path, scratch, signal);
    // written by us, as the contract has them
    const arch: Arch | null =
      wish.points === null
        ? null
        : {
            points: wish.points as unknown as Vector3[],
            plane: wish.plane as unknown as Plane,
          };
    const keys = keysOf(objectID, wishID);
    const { panorama, pictures } = await makePanorama(
      context,
      examiner,
      { objectID, scratch, signal, keys },
      files,
      arch,
    );
    const published = await publishAgain(
      context,
      { objectID, wishID, archID: wish.archID },
      panorama,
      pictures,
    );
    if (!published) for (const { key } of pictures) await storage.remove(key);
  } finally {
    examiner.close();
    await object.release();
    await rm(scratch, { recursive: true, force: true });
  }
};

/** A run that was killed after its wish had been replaced may have left pictures that nobody will show. */
const forget = async ({ db, storage }: Context, objectID: string, wishID: string): Promise<void> => {
  const shown = new Set((await listPictureKeys(db, objectID)).map(({ key }) => key));
  for (const key of Object.values(keysOf(objectID, wishID))) if (!shown.has(key)) await storage.remove(key);
};

const slicesIn = async (examiner: Examiner, zip: string, scratch: string, signal: AbortSignal) => {
  const folder = join(scratch, 'files');
  await mkdir(folder);
  const files: { path: string; dicom: DicomFile }[] = [];
  for await (const { path, sizeBytes } of unpackZip(zip, folder, { archive: 'object', signal })) {
    const reply = await examiner.ask({ task: 'examine', path, sizeBytes }, signal);
    const dicom = 'facts' in reply && reply.facts.kind === 'dicom' ? reply.facts.dicom : null;
    if (dicom?.hasPixelData) files.push({ path, dicom });
    else await rm(path, { force: true });
  }
  return files;
};

interface Wished {
  objectID: string;
  wishID: string;
  /** along which it was cut; null: it was to be found */
  archID: number | null;
}

const publishAgain = (
  { db, storage, clock }: Context,
  { objectID, wishID, archID }: Wished,
  { volume, reason, cut }: Panorama,
  pictures: StoredPicture[],
): Promise<boolean> =>
  db
    .transaction()
    .execute(async (tx) => {
      const place = volume ? { volume: JSON.stringify(volume) } : {};
      if (!cut) {
        const old = await updatePanorama(tx, objectID, wishID, { status: 'none', reason, ...place });
        return old ? [] : null;
      }
      const { arch, confidence, picture } = cut;
      const found = { objectID, ...arch, confidence, accountID: null, createdAt: clock.now() };
      const shownArchID = archID ?? (await insertArch(tx, found));
      const change = { archID: shownArchID, shownArchID, picture: JSON.stringify(picture), ...place };
      if (!(await updatePanorama(tx, objectID, wishID, { status: 'ready', reason: null, ...change })))
        return null;
      const old = await takePictures(tx, objectID);
      await insertPictures(tx, objectID, pictures);
      return old.map(({ key }) => key);
    })
    .then(async (replaced) => {
      const kept = new Set(pictures.map(({ key }) => key));
      for (const key of replaced ?? []) if (!kept.has(key)) await storage.remove(key);
      return replaced !== null;
    });
