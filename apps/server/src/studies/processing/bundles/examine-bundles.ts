import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../platform/context.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { handle, enqueue } from '../../../platform/jobs/jobs.ts';
import { AntivirusUnavailable } from '../../../platform/outside/antivirus/antivirus.ts';
import { clamd } from '../../../platform/outside/antivirus/clamd.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { openScratch, ScratchFull, ScratchTooSmall } from '../../../platform/working-files/scratch.ts';
import { compareWithCard } from '../../studies/study-rows/compare-with-card.ts';
import { examineBundles } from '../../uploads/upload-rows/jobs.ts';
import {
  findUploading,
  listUnexaminedBundles,
  readPreview,
  type StoredPreview,
  updateExamined,
  updatePreview,
} from '../../uploads/upload-rows/preview-queries.ts';
import { publishUploadChange } from '../../uploads/upload-rows/publish-upload.ts';
import { listFiles, type StoredFile } from '../../uploads/upload-rows/queries.ts';
import { previewPictureKey, uploadPrefix } from '../../uploads/sending/uploads.ts';
import { addUsage, findUsage } from '../../uploads/upload-rows/usage-queries.ts';
import { usageDay } from '../../uploads/sending/usage.ts';
import { type InspectedFile, summarize } from '../collected-files/contents.ts';
import { examinedAsText, findExamined } from '../collected-files/examined-files.ts';
import { MeteredParser } from '../upload-parser/metered-parser.ts';
import { makePreviewPicture } from './preview-picture.ts';
import { type CollectedFile, isUnpacked } from '../parser-tasks/collected-file.ts';
import { Infected, scanFiles } from '../collected-files/scan-files.ts';
import { outputFolder } from '../../../platform/parsers/take-output.ts';
import { type BundledFile, isBundled, Unbundler } from '../collected-files/unbundle.ts';
import type { Unpacking } from '../collected-files/unpack.ts';
import { UploadBudget } from '../upload-parser/upload-budget.ts';

const LOOK_EVERY_MS = 1_500;
/** A sender that is silent for longer has gone; its next registration starts the job again. */
const SILENT_MS = 3 * 60_000;

type Uploading = NonNullable<Awaited<ReturnType<typeof findUploading>>>;

/** The folder of this job, which processing removes if the job was killed. */
export const examiningFolder = (work: string): string => join(work, 'examining');

/**
 * Examines the bundles of an upload that have arrived, publishes what they contain, and looks again while files are
 * being sent. A bucket does not report the end of a PUT, so the store is listed.
 */
export const examineArrivedBundles = async (
  context: Context,
  { uploadUUID }: { uploadUUID: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock } = context;
  const upload = await findUploading(db, uploadUUID);
  if (!upload) return;
  const unexamined = await listUnexaminedBundles(db, uploadUUID);
  const stored = new Map<string, number>();
  for await (const { key, sizeBytes } of context.storage.list(uploadPrefix(uploadUUID)))
    stored.set(key, sizeBytes);
  const arrived = unexamined.filter(({ key, sizeBytes }) => stored.get(key) === sizeBytes);
  if (arrived.length > 0) {
    const uuids = new Set(arrived.map(({ uuid }) => uuid));
    const files = (await listFiles(db, uploadUUID)).filter(
      ({ bundleUUID }) => bundleUUID !== null && uuids.has(bundleUUID),
    );
    const examined = await examine(context, upload, uploadUUID, files, signal);
    if (examined) await updateAll(context, uploadUUID, upload, examined);
  }
  const isActive = clock.now().getTime() - upload.activeAt.getTime() < SILENT_MS;
  if (!isActive || unexamined.length === 0) return;
  const options = { key: `examine-bundles:${uploadUUID}`, runAt: after(clock.now(), LOOK_EVERY_MS) };
  await enqueue(db, examineBundles, { uploadUUID }, options);
};

interface Examined {
  /** made from these files; absent if the upload has one already */
  newPicture: StoredPreview['picture'];
}

/** Null if the machine lacks space at present. What is wrong with the files is reported when they are processed. */
const examine = async (
  context: Context,
  { creatorID, type, preview }: Uploading,
  uploadUUID: string,
  files: StoredFile[],
  signal: AbortSignal,
): Promise<Examined | null> => {
  const { db, config, sandbox } = context;
  const scratch = examiningFolder(join(config.dataDir, 'work', uploadUUID));
  await rm(scratch, { recursive: true, force: true });
  await mkdir(outputFolder(scratch), { recursive: true, mode: 0o700 });
  const used = await findUsage(db, creatorID, usageDay(context));
  const budget = new UploadBudget(context, used);
  const reservation = openScratch(context);
  const folders = { read: [scratch], write: [outputFolder(scratch)] };
  const parser = new MeteredParser(budget, sandbox, folders);
  try {
    await reservation.add(
      files.reduce((sum, { sizeBytes, sentBytes }) => sum + sizeBytes + (sentBytes ?? 0), 0),
    );
    const wantsPicture = readPreview(preview)?.picture === undefined;
    const unpacking = { parser, budget, reservation, signal };
    const unpacked = await examineAll(context, files, scratch, unpacking, wantsPicture);
    if (!wantsPicture) return { newPicture: undefined };
    const options = { uploadUUID, type, scratch, signal };
    return { newPicture: await makePreviewPicture(context, parser, options, unpacked) };
  } catch (cause) {
    if (cause instanceof ScratchFull || cause instanceof ScratchTooSmall) return null;
    // processing has begun, and has removed the folder
    if (!(await findUploading(db, uploadUUID))) return null;
    throw cause;
  } finally {
    parser.close();
    await addUsage(db, creatorID, usageDay(context), { parserMs: budget.used.parserMs });
    await rm(scratch, { recursive: true, force: true });
    reservation.release();
  }
};

/**
 * Reads one bundle after another. Stops when the upload is completed, because processing reads the others. What is
 * found is stored at once, except for files that have to be scanned, or examined by a process that writes nothing.
 * @returns the unpacked files. If a picture is wanted, they include the files of one bundle with images.
 */
const examineAll = async (
  context: Context,
  files: StoredFile[],
  scratch: string,
  unpacking: Unpacking & { parser: MeteredParser },
  wantsPicture: boolean,
): Promise<InspectedFile[]> => {
  const { db, config } = context;
  const scans = config.clamdURL !== undefined;
  const unbundler = new Unbundler(context, scratch, unpacking);
  const read: { uuid: string; files: CollectedFile[]; isStored: boolean }[] = [];
  let lacksImage = wantsPicture;
  for (const [uuid, of] of Map.groupBy(files.filter(isBundled), ({ bundleUUID }) => bundleUUID)) {
    const found = await readOne(unbundler, of, scans || lacksImage);
    const isStored = !scans && found.every(({ examined }) => examined !== undefined);
    if (isStored && !(await updateExamined(db, uuid, examinedAsText(found, false)))) return [];
    if (found.some(mayBeImage)) lacksImage = false;
    read.push({ uuid, files: found, isStored });
  }
  await unpacking.parser.stop();
  const unpacked: InspectedFile[] = [];
  for (const bundle of read) {
    if (!bundle.isStored) {
      const isScanned = await isClean(config.clamdURL, bundle.files, unpacking.signal);
      bundle.files = await inspectAll(unpacking.parser, bundle.files, unpacking.signal);
      if (!(await updateExamined(db, bundle.uuid, examinedAsText(bundle.files, isScanned)))) return [];
    }
    for (const file of bundle.files)
      if (file.examined && isUnpacked(file)) unpacked.push({ file, ...file.examined });
  }
  return unpacked;
};

const mayBeImage = ({ examined }: CollectedFile): boolean =>
  examined === undefined || (examined.facts.kind === 'dicom' && examined.facts.dicom.hasPixelData);

/** The files of one bundle; none if it is damaged. */
const readOne = async (
  unbundler: Unbundler,
  files: BundledFile[],
  keepExamined: boolean,
): Promise<CollectedFile[]> => {
  try {
    return await unbundler.unbundle(files, { keepExamined });
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    return [];
  }
};

/** Whether a scanner has found nothing. If it finds something or cannot scan, processing scans the files again. */
const isClean = async (
  clamdURL: string | undefined,
  files: CollectedFile[],
  signal: AbortSignal,
): Promise<boolean> => {
  if (clamdURL === undefined) return false;
  try {
    await scanFiles(clamd(clamdURL), files.filter(isUnpacked), signal);
    return true;
  } catch (cause) {
    if (cause instanceof Infected || cause instanceof AntivirusUnavailable) return false;
    throw cause;
  }
};

const inspectAll = async (
  parser: MeteredParser,
  files: CollectedFile[],
  signal: AbortSignal,
): Promise<CollectedFile[]> => {
  const inspected: CollectedFile[] = [];
  for (const file of files) {
    if (file.examined || !isUnpacked(file)) inspected.push(file);
    else {
      const { path, sizeBytes, name } = file;
      const reply = await parser.run({ task: 'inspect', path, sizeBytes, name }, signal);
      inspected.push('facts' in reply ? { ...file, examined: reply } : file);
    }
  }
  return inspected;
};

/** Publishes the number of images, the patient whom the examined files name, and the first picture. */
const updateAll = async (
  { db, storage }: Context,
  uploadUUID: string,
  { type, preview, ...card }: Uploading,
  { newPicture }: Examined,
) => {
  const files = await listFiles(db, uploadUUID);
  const examined = [...(await findExamined(db, uploadUUID, files)).values()];
  const {
    imageCount,
    patientInFiles: first,
    people,
  } = summarize(
    type,
    examined.map(({ examined: { facts } }) => facts),
  );
  const finding = compareWithCard(people, card);
  const patientInFiles = finding?.people[0] ?? first;
  const patientDiffers = finding !== null;
  const picture = newPicture ?? readPreview(preview)?.picture;
  const found = { imageCount, patientInFiles, patientDiffers, picture };
  const isUploading = await db.transaction().execute(async (tx) => {
    if (!(await updatePreview(tx, uploadUUID, found))) return false;
    await publishUploadChange(tx, uploadUUID);
    return true;
  });
  // after a cancelled upload nothing else would remove it
  if (!isUploading && newPicture) await storage.remove(previewPictureKey(uploadUUID));
};

export const examineBundlesJob = handle(examineBundles, { pool: 'describing', run: examineArrivedBundles });
