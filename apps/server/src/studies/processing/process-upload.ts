import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ZipIndex } from '../../platform/archive/zip-index.ts';
import { ZipProblem } from '../../platform/archive/zip-problem.ts';
import { verifyZip } from '../../platform/archive/zip-verify.ts';
import { writeZip } from '../../platform/archive/zip-writer.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/client.ts';
import { Problem } from '../../platform/errors.ts';
import { throttleProgress } from '../../platform/progress.ts';
import { discard } from '../studies/jobs.ts';
import { publishUploadChange } from '../uploads/publish-upload.ts';
import { listFilesInParts } from '../uploads/queries.ts';
import { uploadPrefix } from '../uploads/uploads.ts';
import { type Contents, describeContents, type Examined } from './contents.ts';
import { Examiner } from './parser-process.ts';
import type { FileFacts, GatheredFile } from './parser-tasks.ts';
import { gatherFiles } from './collect-files.ts';
import { objectKey, pictureKeys } from './object-key.ts';
import { makePanorama } from './panorama.ts';
import { makePictures } from './pictures.ts';
import { publish } from './publish.ts';
import { claimUpload, endUpload, updateProgress } from '../uploads/run-queries.ts';

/** Shares of the progress bar, by the time that each step takes for a usual study. */
const GATHERED = 0.1;
const EXAMINED = 0.3;
const WRITTEN = 0.85;

/** Each telling reaches whoever looks on. */
const REPORT_EVERY_MS = 500;

interface Run {
  uploadUUID: string;
  runID: string;
  studyID: number;
  patientID: number;
  type: string;
  scratch: string;
  signal: AbortSignal;
  progress(share: number): void;
  /** Once everybody has heard of the progress that was told. */
  told(): Promise<void>;
}

/**
 * From what was sent to a study that can be downloaded. Can be killed at any point and begun again: nothing that was
 * sent is touched before the study's object is written, read back and committed. Bad files end the upload in words;
 * anything else is thrown, and the job is tried again.
 */
export const processSentFiles = async (
  context: Context,
  { uploadUUID }: { uploadUUID: string },
  signal: AbortSignal,
): Promise<void> => {
  const runID = randomUUID();
  const claimed = await context.db.transaction().execute(async (tx) => {
    const upload = await claimUpload(tx, uploadUUID, runID);
    // whatever became of the run before, it publishes nothing any more
    if (upload?.previousRunID) {
      await discard(tx, { warm: [objectKey(uploadUUID, upload.previousRunID)] });
    }
    return upload;
  });
  if (!claimed) return;
  await publishUploadChange(context.db, uploadUUID);
  const work = join(context.config.dataDir, 'work', uploadUUID);
  // what a killed run left; one that only was thought dead loses its files too, and fails, but never takes away ours
  if (claimed.previousRunID) await rm(join(work, claimed.previousRunID), { recursive: true, force: true });
  const scratch = join(work, runID);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const progress = throttleProgress(REPORT_EVERY_MS, context.log, { uploadUUID }, (share) =>
    tellProgress(context.db, uploadUUID, runID, share),
  );
  const run: Run = {
    ...claimed,
    uploadUUID,
    runID,
    scratch,
    signal,
    progress: progress.report,
    told: progress.finished,
  };
  try {
    await processRun(context, run);
  } catch (cause) {
    if (!(cause instanceof Problem) && !(cause instanceof ZipProblem)) throw cause;
    await progress.finished();
    const end = { error: cause.message, processedAt: context.clock.now() };
    await context.db.transaction().execute(async (tx) => {
      if (await endUpload(tx, uploadUUID, runID, end)) await publishUploadChange(tx, uploadUUID);
    });
  } finally {
    await progress.finished();
    await rm(scratch, { recursive: true, force: true });
    // not when a run that took the upload over is at work there
    await rmdir(work).catch(() => undefined);
  }
};

const processRun = async (context: Context, run: Run): Promise<void> => {
  const { uploadUUID, scratch, signal } = run;
  const examiner = new Examiner();
  try {
    const { files, warnings } = await gatherFiles(context, uploadUUID, scratch, signal);
    run.progress(GATHERED);
    const contents = await examineAll(examiner, run, files);
    const [index, { panorama, pictures }] = await Promise.all([
      writeObject(context, run, files),
      showContents(context, examiner, run, contents),
    ]);
    const all = { ...contents, warnings: [...contents.warnings, ...warnings] };
    // or the last that people hear of it might be that it is still at work
    await run.told();
    await publish(context, run, all, index, pictures, panorama);
  } finally {
    examiner.close();
  }
};

/** An X-ray is its own picture; a volume is shown by its panorama, or by none. */
const showContents = async (context: Context, examiner: Examiner, run: Run, contents: Contents) => {
  if (run.type === 'rg') {
    return { panorama: null, pictures: await makePictures(context, examiner, run, contents.candidates) };
  }
  const { uploadUUID: objectID, scratch, signal } = run;
  const wish = { objectID, scratch, signal, keys: pictureKeys(objectID) };
  return makePanorama(context, examiner, wish, contents.slices, null);
};

const examineAll = async (examiner: Examiner, run: Run, files: GatheredFile[]): Promise<Contents> => {
  const examined: Examined[] = [];
  for (const [i, file] of files.entries()) {
    const reply = await examiner.ask(
      { task: 'examine', path: file.path, sizeBytes: file.sizeBytes },
      run.signal,
    );
    const facts: FileFacts =
      'facts' in reply
        ? reply.facts
        : { kind: 'broken', reason: 'failed' in reply ? reply.failed : 'no answer' };
    examined.push({ file, facts });
    run.progress(GATHERED + ((EXAMINED - GATHERED) * (i + 1)) / files.length);
  }
  return describeContents(run.type, examined);
};

/** Written, handed to the store, read back and compared, all before anybody is told that it is there. */
const writeObject = async ({ storage }: Context, run: Run, files: GatheredFile[]): Promise<ZipIndex> => {
  const { scratch, signal } = run;
  const totalBytes = Math.max(
    1,
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  const local = join(scratch, 'object.zip');
  const index = await writeZip(local, files, {
    signal,
    onProgress: (doneBytes) => run.progress(EXAMINED + (WRITTEN - EXAMINED) * (doneBytes / totalBytes)),
  });
  const key = objectKey(run.uploadUUID, run.runID);
  await storage.writeFrom(key, local);
  const stored = await storage.localPath(key, scratch);
  try {
    await verifyZip(stored.path, index, { signal });
  } finally {
    await stored.release();
  }
  return index;
};

const tellProgress = async (db: Db, uploadUUID: string, runID: string, share: number): Promise<void> => {
  await updateProgress(db, uploadUUID, runID, share);
  await publishUploadChange(db, uploadUUID);
};

/** Once the object holds everything, what was sent is only a second copy. */
export const discardSentFiles = async (
  { db, storage }: Context,
  { uploadUUID }: { uploadUUID: string },
): Promise<void> => {
  // in a bucket they are no objects, and so under no prefix
  for (const { key, partsID } of await listFilesInParts(db, [uploadUUID])) {
    if (partsID !== null) await storage.parts.discard({ key, partsID });
  }
  await storage.removeAll(uploadPrefix(uploadUUID));
};
