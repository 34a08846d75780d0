import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { planLargestVolume } from '@snimok/imaging/volume/plan';
import type { Context } from '../../platform/context.ts';
import { withScratch } from '../../platform/scratch.ts';
import { sentences } from '../../platform/sentences.ts';
import { sumFileBytes } from '../objects/queries.ts';
import { archOf, unpackSlices } from '../panorama/remake-panorama.ts';
import { ParserProcess } from '../processing/parser-process.ts';
import type { NoSegmentation, SegmentationResult, SegmentRequest } from '../processing/segment-task.ts';
import { outputFolder, takeOutput } from '../processing/take-output.ts';
import { uploadParser } from '../processing/upload-parser.ts';
import { segmentKey } from './jobs.ts';
import { notifyOfSegmentation } from './ready-letter.ts';
import {
  failSegmentation,
  findSegmentationSource,
  isCurrentRun,
  publishSegmentation,
  type Run,
  updateProgress,
} from './queries.ts';

const TASK_MS = 10 * 60_000;
const WATCH_EVERY_MS = 1500;
/** Progress when the files are unpacked and examined. */
const UNPACKED = 0.3;

type Source = NonNullable<Awaited<ReturnType<typeof findSegmentationSource>>>;

const reasons: Record<NoSegmentation | 'no-volume' | 'failed', string> = {
  gaps: sentences.segmentationGaps,
  'no-arch': sentences.segmentationNoArch,
  'bad-labels': sentences.segmentationBadLabels,
  'no-volume': sentences.segmentationNoVolume,
  failed: sentences.segmentationFailed,
};

/** Makes a segmentation. Ends early, without a result, when the request was cancelled or replaced. */
export const segmentObjectOf = async (context: Context, run: Run, stopping: AbortSignal): Promise<void> => {
  const { db, config } = context;
  const source = await findSegmentationSource(db, run);
  if (!source) return;
  const scratch = join(config.dataDir, 'work', `segmentation-${run.runID}`);
  await rm(scratch, { recursive: true, force: true });
  const cancelled = new AbortController();
  const watch = setInterval(async () => {
    const isCurrent = await isCurrentRun(db, run).catch(() => true);
    if (!isCurrent) cancelled.abort();
  }, WATCH_EVERY_MS);
  const signal = AbortSignal.any([stopping, cancelled.signal]);
  try {
    const bytes = await sumFileBytes(db, run.objectID);
    await withScratch(context, bytes, () => segment(context, run, source, scratch, signal));
  } catch (cause) {
    if (!cancelled.signal.aborted) throw cause;
  } finally {
    clearInterval(watch);
    await rm(scratch, { recursive: true, force: true });
  }
};

const segment = async (
  context: Context,
  run: Run,
  source: Source,
  scratch: string,
  signal: AbortSignal,
): Promise<void> => {
  const { db, storage, sandbox, clock, log } = context;
  await updateProgress(db, run, 0);
  const [files, out] = [join(scratch, 'files'), outputFolder(scratch)];
  for (const folder of [scratch, files, out]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const parser = new ParserProcess(uploadParser(sandbox, { read: [files], write: [out] }));
  const object = await storage.localPath(source.key, scratch);
  try {
    const slices = await unpackSlices(parser, object.path, files, signal);
    await updateProgress(db, run, UNPACKED);
    const plan = planLargestVolume(slices.map(({ dicom }) => dicom));
    const path = join(out, 'surfaces');
    const request: SegmentRequest | null =
      typeof plan === 'string'
        ? null
        : {
            plan,
            files: slices.map(({ content }) => content),
            arch: archOf(source),
            labels: null,
            out: path,
            only: 'surfaces',
          };
    const reply = request && (await parser.run({ task: 'segment', ...request }, signal, TASK_MS));
    if (!reply || !('segmentation' in reply)) {
      const reason = !reply ? 'no-volume' : 'unsegmented' in reply ? reply.unsegmented : 'failed';
      log.info(
        { objectID: run.objectID, reason: reply && 'failed' in reply ? reply.failed : reason },
        'no segmentation was made',
      );
      await failSegmentation(db, run, reasons[reason], clock.now());
      return;
    }
    await parser.stop();
    await publish(context, run, source, await takeOutput(path, scratch), reply.segmentation);
  } finally {
    parser.close();
    await object.release();
  }
};

const publish = async (
  { db, storage, config, clock }: Context,
  run: Run,
  source: Source,
  path: string,
  result: SegmentationResult,
): Promise<void> => {
  const { size: sizeBytes } = await stat(path);
  // the ranges come from a parser process, which is not trusted
  const isInside = ({ at, length }: { at: number; length: number }) =>
    Number.isSafeInteger(at) && at >= 0 && length > 0 && at + length <= sizeBytes;
  if (!Object.values(result.files).every(isInside)) throw new Error('a file is not in the output');
  const key = segmentKey(run);
  await storage.writeFrom(key, path);
  const published = await db.transaction().execute(async (tx) => {
    const finishedAt = clock.now();
    if (!(await publishSegmentation(tx, run, { key, sizeBytes, result, finishedAt }))) return false;
    await notifyOfSegmentation(tx, config, source);
    return true;
  });
  if (!published) await storage.remove(key);
  else if (source.previousKey && source.previousKey !== key) await storage.remove(source.previousKey);
};
