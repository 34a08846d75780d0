import { join } from 'node:path';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import type { Context } from '../../platform/context.ts';
import type { Run } from '../../platform/db/stored-artifacts.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { throttleProgress } from '../../platform/jobs/progress.ts';
import { findPanorama } from '../objects/panorama-queries.ts';
import { makeRendition } from '../objects/jobs.ts';
import { publishRun, putRun, updateRun } from '../objects/runs.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { workOnObject } from '../processing/work-on-object.ts';
import { makeLevels, type PackedLevel } from './levels.ts';
import { newRenditionParser, openFiles, type RenditionParser } from './open-files.ts';
import { PackedFramesWriter, type SeriesRanges } from './packed-frames.ts';
import { middleFrame, presentSeries } from './present-series.ts';
import { makePoster, type PackedPoster } from './poster.ts';
import { BUILDER, findRenditionSource, FORMAT, replaceSeries } from './queries.ts';
import { resampledFrames } from './resample-volume.ts';
import { groupIntoSeries, MAX_SERIES, type RenditionSeries } from './series.ts';
import type { Entry, Piece } from './tasks.ts';
import { sentences } from './sentences.ts';

/** Progress when all files are opened and their frames packed, which takes most of the time. */
const OPENED = 0.9;

const REPORT_EVERY_MS = 400;

interface Work {
  run: Run;
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
  const { db, log, sandbox } = context;
  const source = await findRenditionSource(db, objectID);
  if (!source) return;
  const fresh = { format: FORMAT, status: 'making', progress: 0, reason: null, key: null, sizeBytes: null };
  const run = await db.transaction().execute((tx) => putRun(tx, 'object_views', { objectID, ...fresh }));
  if (!run) return;
  const progress = throttleProgress(REPORT_EVERY_MS, log, { objectID }, async (share) => {
    await updateRun(db, 'object_views', run, { progress: share });
  });
  try {
    await workOnObject(context, { table: 'object_views', key: source.key, ...run }, (path, scratch) => {
      const access = { read: [path], write: [outputFolder(scratch)] };
      const newParser = () => newRenditionParser(sandbox, access);
      const work = { run, scratch, newParser, signal, progress: progress.report };
      return makePack(context, work, entriesOf(source.entries, path), STUDY_TYPES[source.type].isPicture);
    });
  } finally {
    await progress.finished();
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

const makePack = async (
  context: Context,
  work: Work,
  entries: Entry[],
  withImages: boolean,
): Promise<void> => {
  const parser = work.newParser();
  try {
    const series = await openSeries(context, work, parser, entries, withImages);
    if (series.length > 0) return await writeRendition(context, work, parser, series);
    const reason = sentences.viewerNoImages;
    await updateRun(context.db, 'object_views', work.run, { status: 'failed', reason, progress: null });
  } finally {
    parser.close();
  }
};

const openSeries = async (
  { log }: Context,
  { run: { objectID }, scratch, newParser, signal, progress: report }: Work,
  parser: RenditionParser,
  entries: Entry[],
  withImages: boolean,
): Promise<RenditionSeries[]> => {
  const progress = (share: number) => report(OPENED * share);
  const options = { parser, newParser, out: outputFolder(scratch), withImages, signal, progress };
  const { files, unreadable, ...opened } = await openFiles(entries, options);
  const all = groupIntoSeries(files);
  const series = all.slice(0, MAX_SERIES);
  const isTruncated = opened.isTruncated || all.length > series.length;
  if (unreadable > 0 || isTruncated) {
    log.info({ objectID, unreadable, cutShort: isTruncated }, 'files were left out of a rendition');
  }
  const [first] = series;
  if (first && unreadable > 0) first.warnings.push(sentences.viewerFilesUnreadable(unreadable));
  if (first && isTruncated) first.warnings.push(sentences.viewerTruncated);
  return series;
};

/** Writes the file of the rendition and publishes it, unless another run has the rendition. */
const writeRendition = async (
  context: Context,
  work: Work,
  parser: RenditionParser,
  series: RenditionSeries[],
): Promise<void> => {
  const { run, scratch, signal } = work;
  const path = join(scratch, 'pack');
  const out = outputFolder(scratch);
  const writer = await PackedFramesWriter.create(path, out);
  const arch = await findPanorama(context.db, run.objectID);
  const rows: { facts: object; places: SeriesRanges }[] = [];
  try {
    for (const [position, planned] of series.entries()) {
      const one = { ...planned, frames: await resampledFrames(parser, out, planned, signal) };
      const levels = one.volume ? await makeLevels(parser, out, one, one.volume, signal) : [];
      const thumbnail = await makeThumbnail(parser, out, one, signal);
      const poster = await makePoster(parser, out, one, arch, signal);
      const places = await writeSeries(writer, one, levels, { thumbnail, poster });
      rows.push({ facts: { ...presentSeries(one, levels, position, places), builder: BUILDER }, places });
      work.progress(OPENED + ((1 - OPENED) * (position + 1)) / series.length);
    }
  } finally {
    await writer.close();
  }
  const write = (key: string) => context.storage.writeFrom(key, path);
  await publishRun(context, 'object_views', run, write, { status: 'ready', progress: null }, (tx) =>
    replaceSeries(tx, run.objectID, rows),
  );
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
