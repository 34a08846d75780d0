import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/study-types';
import type { ZipIndexEntry } from '../../platform/archive/zip-index.ts';
import type { Context } from '../../platform/context.ts';
import { throttleProgress } from '../../platform/progress.ts';
import { withScratch } from '../../platform/scratch.ts';
import { sentences } from '../../platform/sentences.ts';
import { keyOfRun } from '../../platform/db/stored-artifacts.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { findPanorama } from '../objects/panorama-queries.ts';
import { sumFileBytes } from '../objects/queries.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { makeRendition } from '../objects/jobs.ts';
import { makeLevels, type PackedLevel } from './levels.ts';
import { newRenditionParser, openFiles, type RenditionParser } from './open-files.ts';
import { PackedFramesWriter, type SeriesRanges } from './packed-frames.ts';
import { middleFrame, presentSeries } from './present-series.ts';
import { makePoster, type PackedPoster } from './poster.ts';
import {
  BUILDER,
  claimRendition,
  failRendition,
  findRenditionSource,
  publishRendition,
  updateRenditionProgress,
} from './queries.ts';
import { resampledFrames } from './resample-volume.ts';
import { groupIntoSeries, MAX_SERIES, type RenditionSeries } from './series.ts';
import type { Entry, Piece } from './tasks.ts';

/** Progress when all files are opened and their frames packed, which takes most of the time. */
const OPENED = 0.9;

const REPORT_EVERY_MS = 400;

interface Run {
  objectID: string;
  runID: string;
  scratch: string;
  newParser(): RenditionParser;
  signal: AbortSignal;
  progress(share: number): void;
}

/**
 * Makes the rendition of a study's object: packed frames, coarser levels of volumes, and a thumbnail per series. May be
 * killed at any point and started again. Does nothing for an object that has been deleted or archived.
 * @internal
 */
export const makeRenditionOf = async (
  context: Context,
  { objectID }: { objectID: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, storage, config } = context;
  const source = await findRenditionSource(db, objectID);
  if (!source) return;
  const runID = randomUUID();
  const { previousRunID } = await claimRendition(db, objectID, runID);
  const work = join(config.dataDir, 'work', `view-${objectID}`);
  // only the files of that run: `work` may also contain those of a newer run, if this one is slow to start
  if (previousRunID) {
    await storage.remove(keyOfRun('object_views', { objectID, runID: previousRunID }));
    await rm(join(work, previousRunID), { recursive: true, force: true });
  }
  const scratch = join(work, runID);
  await mkdir(outputFolder(scratch), { recursive: true, mode: 0o700 });
  const progress = throttleProgress(REPORT_EVERY_MS, context.log, { objectID }, (share) =>
    updateRenditionProgress(db, objectID, runID, share),
  );
  const run = { objectID, runID, scratch, signal, progress: progress.report };
  try {
    const bytes = await sumFileBytes(db, objectID);
    await withScratch(context, bytes, () => processObject(context, run, source));
  } finally {
    await progress.finished();
    await rm(scratch, { recursive: true, force: true });
    // must fail if a newer run has its files there
    await rmdir(work).catch(() => undefined);
  }
};

const processObject = async (
  context: Context,
  run: Omit<Run, 'newParser'>,
  { key, entries, type }: { key: string; entries: unknown; type: StudyType },
): Promise<void> => {
  const object = await context.storage.localPath(key, run.scratch);
  const access = { read: [object.path], write: [outputFolder(run.scratch)] };
  const newParser = () => newRenditionParser(context.sandbox, access);
  try {
    const { isPicture } = STUDY_TYPES[type];
    await processRun(context, { ...run, newParser }, entriesOf(entries, object.path), isPicture);
  } finally {
    await object.release();
  }
};

const entriesOf = (indexEntries: unknown, path: string): Entry[] =>
  (indexEntries as ZipIndexEntry[]).map(({ offset, compressedBytes, sizeBytes, method }) => ({
    path,
    offset,
    compressedBytes,
    sizeBytes,
    method,
  }));

const processRun = async (
  context: Context,
  run: Run,
  entries: Entry[],
  withImages: boolean,
): Promise<void> => {
  const { db, log } = context;
  const { objectID, runID, scratch, newParser, signal } = run;
  const progress = (share: number) => run.progress(OPENED * share);
  const options = { newParser, out: outputFolder(scratch), withImages, signal, progress };
  const { files, unreadable, ...opened } = await openFiles(entries, options);
  const all = groupIntoSeries(files);
  const series = all.slice(0, MAX_SERIES);
  const isTruncated = opened.isTruncated || all.length > series.length;
  if (unreadable > 0 || isTruncated) {
    log.info({ objectID, unreadable, cutShort: isTruncated }, 'files were left out of a rendition');
  }
  const [first] = series;
  if (!first) return failRendition(db, objectID, runID, sentences.viewerNoImages);
  if (unreadable > 0) first.warnings.push(sentences.viewerFilesUnreadable(unreadable));
  if (isTruncated) first.warnings.push(sentences.viewerTruncated);
  const parser = newParser();
  try {
    await writeRendition(context, run, parser, series);
  } finally {
    parser.close();
  }
};

/** Writes the file of the rendition and publishes it, unless another run has claimed the rendition. */
const writeRendition = async (
  { db, storage }: Context,
  run: Run,
  parser: RenditionParser,
  series: RenditionSeries[],
): Promise<void> => {
  const { objectID, runID, scratch, signal } = run;
  const path = join(scratch, 'pack');
  const out = outputFolder(scratch);
  const writer = await PackedFramesWriter.create(path, out);
  const arch = await findPanorama(db, objectID);
  const rows: { facts: object; places: SeriesRanges }[] = [];
  try {
    for (const [position, planned] of series.entries()) {
      const one = { ...planned, frames: await resampledFrames(parser, out, planned, signal) };
      const levels = one.volume ? await makeLevels(parser, out, one, one.volume, signal) : [];
      const thumbnail = await makeThumbnail(parser, out, one, signal);
      const poster = await makePoster(parser, out, one, arch, signal);
      const places = await writeSeries(writer, one, levels, { thumbnail, poster });
      rows.push({ facts: { ...presentSeries(one, levels, position, places), builder: BUILDER }, places });
      run.progress(OPENED + ((1 - OPENED) * (position + 1)) / series.length);
    }
  } finally {
    await writer.close();
  }
  const key = keyOfRun('object_views', { objectID, runID });
  await storage.writeFrom(key, path);
  const rendition = { objectID, runID, key, sizeBytes: writer.sizeBytes, series: rows };
  const published = await db.transaction().execute((tx) => publishRendition(tx, rendition));
  if (!published) await storage.remove(key);
};

const writeSeries = async (
  writer: PackedFramesWriter,
  { frames }: RenditionSeries,
  levels: PackedLevel[],
  { thumbnail, poster }: { thumbnail: Piece | null; poster: PackedPoster | null },
): Promise<SeriesRanges> => {
  const ranges: SeriesRanges = { thumbnail: thumbnail && (await writer.put(thumbnail)), levels: {} };
  if (poster) {
    const { piece, pointMm, planes } = poster;
    ranges.poster = { ...(await writer.put(piece)), pointMm, planes };
  }
  for (const { level, slices } of levels) ranges.levels[level] = await writer.putFrames(slices);
  if (levels.length === 0) {
    ranges.levels.full = await writer.putFrames(frames.flatMap(({ packed }) => packed?.piece ?? []));
  }
  return ranges;
};

/** Null if it could not be made: the series is then listed without a thumbnail. */
const makeThumbnail = async (
  parser: RenditionParser,
  folder: string,
  { frames }: RenditionSeries,
  signal: AbortSignal,
): Promise<Piece | null> => {
  const middle = middleFrame(frames);
  if (!middle?.entry) return null;
  const { entry, frame } = middle;
  const reply = await parser.run(
    { task: 'thumbnail', entry, frame, out: join(folder, 'thumbnails') },
    signal,
  );
  return ('pieces' in reply && reply.pieces[0]) || null;
};

export const makeRenditionJob = handle(makeRendition, { pool: 'viewing', run: makeRenditionOf });
