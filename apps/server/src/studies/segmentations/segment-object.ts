import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import type { Run } from '../../platform/db/stored-artifacts.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { publishRun } from '../objects/runs.ts';
import { archOf, unpackSlices } from '../panorama/remake-panorama.ts';
import type { SegmentationResult } from '../processing/parser-tasks/segment-task.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { UploadParser } from '../processing/upload-parser/upload-parser.ts';
import { workOnObject } from '../processing/work-on-object.ts';
import { type Made, makeSurfaces, type Reason } from './make-surfaces.ts';
import { proposalsOf } from './proposals.ts';
import { publishSegmentationChange } from './publish-segmentation.ts';
import { notifyOfSegmentation } from './ready-letter.ts';
import { insertResults } from './result-queries.ts';
import { failSegmentation, findSegmentationSource, isCurrentRun, updateProgress } from './queries.ts';
import { sentences } from './sentences.ts';

const WATCH_EVERY_MS = 1500;
/** Progress when the files are unpacked and examined, and when a model server has labelled the voxels. */
const UNPACKED = 0.3;
const LABELLED = 0.9;

type Source = NonNullable<Awaited<ReturnType<typeof findSegmentationSource>>>;

const reasons: Record<Reason, string> = {
  gaps: sentences.segmentationGaps,
  'no-arch': sentences.segmentationNoArch,
  'bad-labels': sentences.segmentationBadLabels,
  'model-refused': sentences.segmentationModelRefused,
  'model-unavailable': sentences.segmentationModelUnavailable,
  'no-volume': sentences.segmentationNoVolume,
  failed: sentences.segmentationFailed,
};

/** Makes a segmentation. Ends early, without a result, when the request was cancelled or replaced. */
const segmentObjectOf = async (
  context: Context,
  { objectID, runID }: Run,
  stopping: AbortSignal,
): Promise<void> => {
  const { db } = context;
  const run = { objectID, runID };
  const source = await findSegmentationSource(db, run);
  if (!source) return;
  const cancelled = new AbortController();
  const watch = setInterval(async () => {
    const isCurrent = await isCurrentRun(db, run).catch(() => true);
    if (!isCurrent) cancelled.abort();
  }, WATCH_EVERY_MS);
  const signal = AbortSignal.any([stopping, cancelled.signal]);
  try {
    await workOnObject(context, { table: 'segmentations', key: source.key, ...run }, (path, scratch) =>
      segment(context, { run, source, path, scratch, signal }),
    );
  } catch (cause) {
    if (!cancelled.signal.aborted) throw cause;
  } finally {
    clearInterval(watch);
  }
};

interface Work {
  run: Run;
  source: Source;
  /** the file of the object */
  path: string;
  scratch: string;
  signal: AbortSignal;
}

/** Saves the progress, and publishes each further tenth: a model server may report often. */
const progressReporter = (db: Context['db'], run: Run, studyID: number | null) => {
  let published = -1;
  return (progress: number) =>
    db.transaction().execute(async (tx) => {
      const tenth = Math.floor(progress * 10);
      if (!(await updateProgress(tx, run, progress)) || tenth <= published) return;
      published = tenth;
      await publishSegmentationChange(tx, studyID);
    });
};

const segment = async (context: Context, { run, source, path, scratch, signal }: Work): Promise<void> => {
  const { db, sandbox, clock, log } = context;
  const report = progressReporter(db, run, source.studyID);
  await report(0);
  const files = join(scratch, 'files');
  const out = outputFolder(scratch);
  await mkdir(files, { mode: 0o700 });
  const parser = new UploadParser(sandbox, { read: [files], write: [out] });
  try {
    const slices = await unpackSlices(parser, path, files, signal);
    await report(UNPACKED);
    const made = await makeSurfaces(context, {
      id: run.runID,
      arch: archOf(source),
      scratch,
      parser,
      slices,
      signal,
      onLabelled: (done) => report(UNPACKED + done * (LABELLED - UNPACKED)),
    });
    if ('none' in made) {
      const { none: reason, details } = made;
      log.info({ objectID: run.objectID, reason, details }, 'no segmentation was made');
      await db.transaction().execute(async (tx) => {
        if (await failSegmentation(tx, run, reasons[reason], clock.now()))
          await publishSegmentationChange(tx, source.studyID);
      });
      return;
    }
    await publish(context, run, source, made);
  } finally {
    parser.close();
  }
};

const publish = async (
  context: Context,
  run: Run,
  source: Source,
  { path, result: made, answer }: Made,
): Promise<void> => {
  const { storage, config, clock } = context;
  const { size: sizeBytes } = await stat(path);
  const result: SegmentationResult = answer ? { ...made, model: answer.model } : made;
  const { files, structures } = result;
  // the ranges come from a parser process, which is not trusted
  const isInside = ({ at, length }: { at: number; length: number }) =>
    Number.isSafeInteger(at) && at >= 0 && length > 0 && at + length <= sizeBytes;
  const ranges = [...Object.values(files), ...(structures ? [structures.file] : [])];
  if (!ranges.every(isInside)) throw new Error('a file is not in the output');
  const write = (key: string) => storage.writeFrom(key, path);
  const ready = { status: 'ready', progress: null, reason: null, result: JSON.stringify(result) };
  await publishRun(
    context,
    'segmentations',
    run,
    write,
    { ...ready, finishedAt: clock.now() },
    async (tx) => {
      await insertResults(tx, run, answer ? proposalsOf(result, answer) : []);
      await notifyOfSegmentation(tx, config, source);
      await publishSegmentationChange(tx, source.studyID);
    },
  );
};

/** A second attempt follows a crash of the worker. */
export const segmentObject = job('segment-object', { attempts: 2, pool: 'segmenting', run: segmentObjectOf });
