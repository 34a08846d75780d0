import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { PackedContentChanged } from '../../platform/zip/packed-content.ts';
import type { ZipIndex } from '../../platform/zip/zip-index.ts';
import { verifyZip } from '../../platform/zip/zip-verify.ts';
import { writeZip } from '../../platform/zip/zip-writer.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/client.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { clamd } from '../../platform/outside/antivirus/clamd.ts';
import { throttleProgress } from '../../platform/jobs/progress.ts';
import { openScratch, type ScratchReservation } from '../../platform/working-files/scratch.ts';
import { enqueueRemoval } from '../objects/jobs.ts';
import { objectKey, pictureKeys } from '../objects/keys.ts';
import { findConfirmation } from '../uploads/identity-checks/confirmed-patient.ts';
import { deleteExamined } from '../uploads/upload-rows/preview-queries.ts';
import { publishUploadChange } from '../uploads/upload-rows/publish-upload.ts';
import { claimUpload, clearWait, updateUploadProgress } from '../uploads/upload-rows/run-queries.ts';
import type { ComparedImages } from '../uploads/identity-checks/image-ids.ts';
import { listRepeatsOf, putImages } from '../uploads/identity-checks/repeats.ts';
import { findUsage, NO_USAGE } from '../uploads/upload-rows/usage-queries.ts';
import { usageDay } from '../uploads/sending/usage.ts';
import { collectFiles } from './collected-files/collect-files.ts';
import { type Contents, describeContents, type InspectedFile } from './collected-files/contents.ts';
import { endUnpublished } from './end-unpublished.ts';
import { examiningFolder } from './bundles/examine-bundles.ts';
import { MeteredParser } from './upload-parser/metered-parser.ts';
import { makePanorama } from './panorama.ts';
import { assertDecided, findOpenDoubt } from './hold-upload.ts';
import { imagesOf } from './collected-files/images-of.ts';
import { FactsBudget } from './upload-parser/facts-budget.ts';
import { type CollectedFile, isUnpacked, type UnpackedFile } from './parser-tasks/collected-file.ts';
import type { ParserReply } from './parser-tasks/parser-tasks.ts';
import { makePictures } from './pictures.ts';
import { publish } from './publish.ts';
import { scanFiles } from './collected-files/scan-files.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { processUpload } from '../uploads/upload-rows/jobs.ts';
import { UploadBudget } from './upload-parser/upload-budget.ts';
import { foldersOf, type UploadParser } from './upload-parser/upload-parser.ts';

/** Progress at the end of each step, in proportion to the time that the steps take for a usual study. */
const COLLECTED = 0.1;
const INSPECTED = 0.3;
const WRITTEN = 0.85;

/** Each report is written to the database and published to the clients. */
const REPORT_EVERY_MS = 500;

interface Run {
  uploadUUID: string;
  runID: string;
  studyID: number;
  patientID: number;
  type: StudyType;
  /** name and birth date on the patient's card */
  name: string;
  birthday: string | null;
  sex: string;
  holdIfDiffers: boolean;
  patientUnproven: boolean;
  ifRepeated: string | null;
  /** the account that opened the upload, whose use is limited by day */
  creatorID: number;
  isMetered: boolean;
  scratch: string;
  signal: AbortSignal;
  budget: UploadBudget;
  reservation: ScratchReservation;
  progress(share: number): void;
  /** Resolves when the last reported progress has been published. */
  progressPublished(): Promise<void>;
}

/**
 * Makes a done study of the uploaded files. May be killed at any point and started again: the uploaded files are
 * removed only after the study's object is written, read back and committed. Invalid files end the upload with a
 * sentence for the user.
 * @throws every other failure, so that the job is tried again
 * @internal
 */
export const processSentFiles = async (
  context: Context,
  { uploadUUID }: { uploadUUID: string },
  signal: AbortSignal,
): Promise<void> => {
  const runID = randomUUID();
  const claimed = await startRun(context, uploadUUID, runID);
  if (!claimed) return;
  const work = join(context.config.dataDir, 'work', uploadUUID);
  // if the previous run still runs, it fails because its files are missing; it never removes the files of this run
  await rm(examiningFolder(work), { recursive: true, force: true });
  if (claimed.previousRunID) await rm(join(work, claimed.previousRunID), { recursive: true, force: true });
  const scratch = join(work, runID);
  await mkdir(outputFolder(scratch), { recursive: true, mode: 0o700 });
  const progress = throttleProgress(REPORT_EVERY_MS, context.log, { uploadUUID }, (share) =>
    publishProgress(context.db, uploadUUID, runID, share),
  );
  const used = claimed.isMetered
    ? await findUsage(context.db, claimed.creatorID, usageDay(context))
    : NO_USAGE;
  const run: Run = {
    ...claimed,
    uploadUUID,
    runID,
    scratch,
    signal,
    budget: new UploadBudget(context, used),
    reservation: openScratch(context),
    progress: progress.report,
    progressPublished: progress.finished,
  };
  try {
    await processRun(context, run);
  } catch (cause) {
    await progress.finished();
    // the sender has replaced a bundle after it was examined: the next run reads all of them again
    if (cause instanceof PackedContentChanged) await deleteExamined(context.db, uploadUUID);
    await endUnpublished(context, run, cause);
  } finally {
    await progress.finished();
    await rm(scratch, { recursive: true, force: true });
    run.reservation.release();
    // must fail if a newer run has its files there
    await rmdir(work).catch(() => undefined);
  }
};

/** Claims the upload for this run; undefined if it needs no processing any more. */
const startRun = async ({ db }: Context, uploadUUID: string, runID: string) => {
  const claimed = await db.transaction().execute(async (tx) => {
    const upload = await claimUpload(tx, uploadUUID, runID);
    // the previous run can no longer publish what it wrote
    if (upload?.previousRunID) {
      await enqueueRemoval(tx, { warm: [objectKey(uploadUUID, upload.previousRunID)] });
    }
    return upload;
  });
  if (claimed) await publishUploadChange(db, uploadUUID);
  return claimed;
};

const processRun = async (context: Context, run: Run): Promise<void> => {
  const { uploadUUID, scratch, signal } = run;
  const antivirus = context.config.clamdURL ? clamd(context.config.clamdURL) : null;
  // checked before unpacking, which would have to be repeated
  await antivirus?.check();
  const folders = { read: [scratch], write: [outputFolder(scratch)] };
  const parser = new MeteredParser(run.budget, context.sandbox, folders);
  try {
    const collecting = { ...run, parser, scans: antivirus !== null };
    const { files, warnings } = await collectFiles(context, uploadUUID, scratch, collecting);
    if (antivirus) await scanFiles(antivirus, files.filter(isUnpacked), signal);
    await clearWait(context.db, uploadUUID, run.runID);
    folders.read = foldersOf(scratch, files);
    run.progress(COLLECTED);
    const { inspected, images } = await inspectFiles(parser, run, files);
    await decide(context, run, inspected, images);
    const [index, { panorama, pictures }] = await Promise.all([
      writeObject(context, run, files),
      makeImages(context, parser, run, inspected),
    ]);
    const contents = { ...inspected, warnings: [...inspected.warnings, ...warnings] };
    // a report that arrives after the end of the upload would show it as still being processed
    await run.progressPublished();
    await publish(context, run, { contents, index, pictures, panorama, used: run.budget.used });
  } finally {
    parser.close();
  }
};

/** Pictures of an X-ray; the panorama of a volume, if it has one. */
const makeImages = async (context: Context, parser: UploadParser, run: Run, contents: Contents) => {
  if (STUDY_TYPES[run.type].isPicture) {
    return { panorama: null, pictures: await makePictures(context, parser, run, contents.candidates) };
  }
  const { uploadUUID: objectID, scratch, signal } = run;
  const options = { objectID, scratch, signal, keys: pictureKeys(objectID) };
  return makePanorama(context, parser, options, contents.slices, null);
};

const inspectFiles = async (parser: UploadParser, run: Run, files: CollectedFile[]) => {
  const inspected: InspectedFile[] = [];
  const headers = new FactsBudget();
  for (const [i, file] of files.entries()) {
    const found = file.examined ? { file, ...file.examined } : await inspectFile(parser, run, file);
    inspected.push({ ...found, facts: headers.keep(found.facts) });
    run.progress(COLLECTED + ((INSPECTED - COLLECTED) * (i + 1)) / files.length);
  }
  return { inspected: describeContents(run.type, inspected), images: await imagesOf(run.type, inspected) };
};

/** @throws NeedsDecision if a person has to decide before these files are published */
const decide = async (
  { db }: Context,
  run: Run,
  { people }: Contents,
  images: ComparedImages,
): Promise<void> => {
  const { uploadUUID } = run;
  await putImages(db, uploadUUID, images.ids);
  const isCompared = run.holdIfDiffers || run.patientUnproven;
  const doubt = isCompared ? findOpenDoubt(people, run, await findConfirmation(db, uploadUUID)) : null;
  assertDecided(doubt, run.ifRepeated === 'hold' ? await listRepeatsOf(db, run, images) : []);
};

const inspectFile = async (parser: UploadParser, run: Run, file: CollectedFile): Promise<InspectedFile> => {
  if (!isUnpacked(file)) throw new Error('a file that was not examined is not unpacked');
  const { path, sizeBytes, name } = file;
  const reply = await parser.run({ task: 'inspect', path, sizeBytes, name }, run.signal);
  return 'facts' in reply ? { file, ...reply } : inspectBroken(parser, run, file, reply);
};

/** Flags a file that makes the parser process fail, because it may still be a program. */
const inspectBroken = async (
  parser: UploadParser,
  { signal }: Run,
  file: UnpackedFile,
  failure: ParserReply,
): Promise<InspectedFile> => {
  const reply = await parser.run({ task: 'flag', path: file.path, name: file.name }, signal);
  const reason = 'failed' in failure ? failure.failed : 'no answer';
  return { file, facts: { kind: 'broken', reason }, flags: 'flags' in reply ? reply.flags : [] };
};

/** Writes the study's object into the store, reads it back and compares it with its index. */
const writeObject = async ({ storage }: Context, run: Run, files: CollectedFile[]): Promise<ZipIndex> => {
  const { scratch, signal } = run;
  const totalBytes = Math.max(
    1,
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  const local = join(scratch, 'object.zip');
  const index = await writeZip(local, files, {
    signal,
    onProgress: (doneBytes) => run.progress(INSPECTED + (WRITTEN - INSPECTED) * (doneBytes / totalBytes)),
  });
  const key = objectKey(run.uploadUUID, run.runID);
  await storage.writeFrom(key, local);
  const stored = await storage.localPath(key, scratch);
  try {
    const copied = new Set(files.flatMap(({ name, packed }) => (packed ? [name] : [])));
    await verifyZip(stored.path, index, { signal, copied });
  } finally {
    await stored.release();
  }
  return index;
};

const publishProgress = async (db: Db, uploadUUID: string, runID: string, share: number): Promise<void> => {
  await updateUploadProgress(db, uploadUUID, runID, share);
  await publishUploadChange(db, uploadUUID);
};

export const processUploadJob = handle(processUpload, { pool: 'processing', run: processSentFiles });
