import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DicomFile, Vector3 } from '@snimok/imaging/dicom/file';
import type { Plane } from '@snimok/imaging/panorama/plane';
import { unpackZip } from '../../platform/archive/zip-unpack.ts';
import type { Context } from '../../platform/context.ts';
import { withScratch } from '../../platform/scratch.ts';
import type { Tx } from '../../platform/db/client.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { findRemakeRequest, insertArch, updatePanorama } from '../objects/panorama-queries.ts';
import {
  deletePictures,
  insertPictures,
  listPictureKeys,
  type StoredPicture,
} from '../objects/picture-queries.ts';
import { enqueueRemoval } from '../objects/jobs.ts';
import { sumFileBytes } from '../objects/queries.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import type { FileContent } from '../processing/file-content.ts';
import { FactsBudget } from '../processing/facts-budget.ts';
import type { Arch, Panorama } from '../processing/panorama-task.ts';
import { makePanorama } from '../processing/panorama.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { UploadParser } from '../processing/upload-parser.ts';

/** Every request has its own keys, so that no shown picture is overwritten and no browser shows a cached older one. */
const keysOf = (objectID: string, remakeID: string) => ({
  full: `pictures/${objectID}/${remakeID}.jpg`,
  card: `pictures/${objectID}/${remakeID}-card.jpg`,
  values: `pictures/${objectID}/${remakeID}.png`,
});

/**
 * Makes the panorama of an object again, along its newest arch or along one that it finds. May be killed at any point
 * and started again; leaves nothing behind if a newer request has replaced this one or the object has been deleted.
 * @internal
 */
export const remakePanoramaOf = async (
  context: Context,
  { objectID, wishID: remakeID }: { objectID: string; wishID: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, config } = context;
  const request = await findRemakeRequest(db, objectID, remakeID);
  if (!request) return removeUnshownPictures(context, objectID, remakeID);
  // archived after the request: the earlier panorama, if there is one, stays
  if (request.place !== 'warm') return;
  const scratch = join(config.dataDir, 'work', `panorama-${remakeID}`);
  await rm(scratch, { recursive: true, force: true });
  const bytes = await sumFileBytes(db, objectID);
  try {
    await withScratch(context, bytes, () =>
      remake(context, { objectID, remakeID, scratch, signal }, request),
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

interface Run {
  objectID: string;
  remakeID: string;
  scratch: string;
  signal: AbortSignal;
}

type Request = NonNullable<Awaited<ReturnType<typeof findRemakeRequest>>>;

const remake = async (context: Context, run: Run, request: Request): Promise<void> => {
  const { db, storage } = context;
  const { objectID, remakeID, scratch, signal } = run;
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const files = join(scratch, 'files');
  const out = outputFolder(scratch);
  for (const folder of [files, out]) await mkdir(folder, { mode: 0o700 });
  const parser = new UploadParser(context.sandbox, { read: [files], write: [out] });
  const object = await storage.localPath(request.key, scratch).catch(async (cause) => {
    const now = cause instanceof ObjectMissing && (await findRemakeRequest(db, objectID, remakeID));
    // archived or deleted since the query
    if (now !== false && now?.place !== 'warm') return null;
    throw cause;
  });
  try {
    if (object === null) return;
    const slices = await unpackSlices(parser, object.path, files, signal);
    const options = { objectID, scratch, signal, keys: keysOf(objectID, remakeID) };
    const { panorama, pictures } = await makePanorama(context, parser, options, slices, archOf(request));
    const change = { objectID, remakeID, archID: request.archID };
    const published = await publishRemake(context, change, panorama, pictures);
    if (!published) for (const { key } of pictures) await storage.remove(key);
  } finally {
    parser.close();
    await object?.release();
  }
};

/** The casts are safe: the portal wrote the JSON in these types. */
export const archOf = ({ points, plane }: { points: unknown; plane: unknown }): Arch | null =>
  points === null ? null : { points: points as Vector3[], plane: plane as Plane };

/** A run that was killed after a newer request replaced its own may have left pictures in the store. */
const removeUnshownPictures = async (
  { db, storage }: Context,
  objectID: string,
  remakeID: string,
): Promise<void> => {
  const shown = new Set((await listPictureKeys(db, objectID)).map(({ key }) => key));
  for (const key of Object.values(keysOf(objectID, remakeID))) {
    if (!shown.has(key)) await storage.remove(key);
  }
};

/** The DICOM files with pixel data; deletes all others at once to save disk space. */
export const unpackSlices = async (
  parser: UploadParser,
  zip: string,
  folder: string,
  signal: AbortSignal,
) => {
  const slices: { content: FileContent; dicom: DicomFile }[] = [];
  const headers = new FactsBudget();
  for await (const { path, sizeBytes } of unpackZip(zip, folder, { archive: 'object', signal })) {
    const reply = await parser.run({ task: 'inspect', path, sizeBytes }, signal);
    const facts = 'facts' in reply ? headers.keep(reply.facts) : null;
    const dicom = facts?.kind === 'dicom' ? facts.dicom : null;
    if (dicom?.hasPixelData) slices.push({ content: { path, sizeBytes, packed: null }, dicom });
    else await rm(path, { force: true });
  }
  return slices;
};

interface Remake {
  objectID: string;
  remakeID: string;
  /** the arch that the panorama follows; null: a newly found one */
  archID: number | null;
}

/** False, without a change, if a newer request has replaced this one or the object has been deleted. */
const publishRemake = async (
  { db, clock }: Context,
  remake: Remake,
  panorama: Panorama,
  pictures: StoredPicture[],
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const replaced = await updateRows(tx, remake, panorama, pictures, clock.now());
    if (!replaced) return false;
    const keys = new Set(pictures.map(({ key }) => key));
    const unused = replaced.filter((key) => !keys.has(key));
    // by a job, which waits while a backup reads the replaced pictures
    if (unused.length > 0) await enqueueRemoval(tx, { warm: unused });
    return true;
  });

/** Returns the keys of the pictures that were replaced; null if nothing was changed. */
const updateRows = async (
  tx: Tx,
  { objectID, remakeID, archID }: Remake,
  { volume, reason, cut }: Panorama,
  pictures: StoredPicture[],
  now: Date,
): Promise<string[] | null> => {
  const geometry = volume ? { volume: JSON.stringify(volume) } : {};
  if (!cut) {
    const isUpdated = await updatePanorama(tx, objectID, remakeID, { status: 'none', reason, ...geometry });
    return isUpdated ? [] : null;
  }
  const { arch, confidence, picture } = cut;
  const found = { objectID, ...arch, confidence, accountID: null, createdAt: now };
  const shownArchID = archID ?? (await insertArch(tx, found));
  const change = { archID: shownArchID, shownArchID, picture: JSON.stringify(picture), ...geometry };
  const ready = { status: 'ready', reason: null, ...change } as const;
  if (!(await updatePanorama(tx, objectID, remakeID, ready))) return null;
  const replaced = await deletePictures(tx, objectID);
  await insertPictures(tx, objectID, pictures);
  return replaced.map(({ key }) => key);
};

/** `wishID` identifies the request; the job does nothing if a newer request has replaced it. */
export const remakePanorama = job('make-panorama', { attempts: 6, pool: 'viewing', run: remakePanoramaOf });
