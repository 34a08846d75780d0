import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DicomFile, Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { Plane } from '@snimok/imaging/panorama/plane';
import { unpackZip } from '../../platform/zip/zip-unpack.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { findRemakeRequest, insertArch, updatePanorama } from '../objects/panorama-queries.ts';
import { remadePictureKeys } from '../objects/keys.ts';
import { deletePictures, insertPictures, type StoredPicture } from '../objects/picture-queries.ts';
import { removingUnnamed } from '../objects/runs.ts';
import type { FileContent } from '../processing/parser-tasks/file-content.ts';
import { FactsBudget } from '../processing/upload-parser/facts-budget.ts';
import type { Arch, Panorama } from '../processing/parser-tasks/panorama-task.ts';
import { makePanorama } from '../processing/panorama.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { UploadParser } from '../processing/upload-parser/upload-parser.ts';
import { workOnObject } from '../processing/work-on-object.ts';

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
  const request = await findRemakeRequest(context.db, objectID, remakeID);
  // archived after the request: the earlier panorama, if there is one, stays
  if (request?.place !== 'warm') return;
  const run = { table: 'panoramas', objectID, runID: remakeID, key: request.key } as const;
  await workOnObject(context, run, (path, scratch) =>
    remake(context, { objectID, remakeID, path, scratch, signal }, request),
  );
};

interface Work {
  objectID: string;
  remakeID: string;
  /** the file of the object */
  path: string;
  scratch: string;
  signal: AbortSignal;
}

type Request = NonNullable<Awaited<ReturnType<typeof findRemakeRequest>>>;

const remake = async (context: Context, work: Work, request: Request): Promise<void> => {
  const { objectID, remakeID, path, scratch, signal } = work;
  const files = join(scratch, 'files');
  const out = outputFolder(scratch);
  await mkdir(files, { mode: 0o700 });
  const parser = new UploadParser(context.sandbox, { read: [files], write: [out] });
  try {
    const slices = await unpackSlices(parser, path, files, signal);
    const options = { objectID, scratch, signal, keys: remadePictureKeys(objectID, remakeID) };
    const { panorama, pictures } = await makePanorama(context, parser, options, slices, archOf(request));
    await publishRemake(context, { objectID, remakeID, archID: request.archID }, panorama, pictures);
  } finally {
    parser.close();
  }
};

/** The casts are safe: the portal wrote the JSON in these types. */
export const archOf = ({ points, plane }: { points: unknown; plane: unknown }): Arch | null =>
  points === null ? null : { points: points as Vector3[], plane: plane as Plane };

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

/** If a newer request has replaced this one or the object has been deleted, nothing is changed and the pictures are removed. */
const publishRemake = (
  { db, clock }: Context,
  remake: Remake,
  panorama: Panorama,
  pictures: StoredPicture[],
): Promise<void> =>
  db.transaction().execute((tx) => {
    const { objectID } = remake;
    const written = pictures.map(({ key }) => key);
    return removingUnnamed(tx, 'object_pictures', { objectID, written }, () =>
      updateRows(tx, remake, panorama, pictures, clock.now()),
    );
  });

const updateRows = async (
  tx: Tx,
  { objectID, remakeID, archID }: Remake,
  { volume, reason, cut }: Panorama,
  pictures: StoredPicture[],
  now: Date,
): Promise<void> => {
  const geometry = volume ? { volume: JSON.stringify(volume) } : {};
  if (!cut) {
    await updatePanorama(tx, objectID, remakeID, { status: 'none', reason, ...geometry });
    return;
  }
  const { arch, confidence, picture } = cut;
  const found = { objectID, ...arch, confidence, accountID: null, createdAt: now };
  const shownArchID = archID ?? (await insertArch(tx, found));
  const change = { archID: shownArchID, shownArchID, picture: JSON.stringify(picture), ...geometry };
  const ready = { status: 'ready', reason: null, ...change } as const;
  if (!(await updatePanorama(tx, objectID, remakeID, ready))) return;
  await deletePictures(tx, objectID);
  await insertPictures(tx, objectID, pictures);
};

/** `wishID` identifies the request; the job does nothing if a newer request has replaced it. */
export const remakePanorama = job('make-panorama', { attempts: 6, pool: 'viewing', run: remakePanoramaOf });
