import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ZipIndexEntry } from '../../platform/archive/zip-index.ts';
import type { Context } from '../../platform/context.ts';
import { throttleProgress } from '../../platform/progress.ts';
import { sentences } from '../../platform/sentences.ts';
import { type Arranged, arrange } from './series.ts';
import { makeLevels, type MadeLevel } from './levels.ts';
import { presentSeries } from './present-series.ts';
import {
  claimRendition,
  failRendition,
  findContents,
  publishRendition,
  updateRenditionProgress,
} from './queries.ts';
import { survey, type RenditionExaminer, renditionExaminer } from './open-files.ts';
import type { Entry, Piece } from './tasks.ts';
import { PackWriter, type StoredPlaces } from './packed-frames.ts';

/** Most of the time goes into opening and packing; the rest is gathering. */
const SURVEYED = 0.9;

const REPORT_EVERY_MS = 400;

interface Run {
  objectID: string;
  runID: string;
  scratch: string;
  signal: AbortSignal;
  progress(share: number): void;
}

/** A key of its own for every run: what a killed one has written is found by its name, and nothing is ever replaced. */
const viewKey = (objectID: string, runID: string) => `views/${objectID}.${runID}`;

/**
 * Makes what the viewer shows of a study's object: small pictures, a coarse volume that comes first, and every frame
 * packed for the line. Can be killed at any point and begun again; an object that has gone meanwhile is no failure.
 */
export const makeRenditionOf = async (
  context: Context,
  { objectID }: { objectID: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, storage, config } = context;
  const contents = await findContents(db, objectID);
  if (!contents) return;
  const runID = randomUUID();
  const { previousRunID } = await claimRendition(db, objectID, runID);
  const work = join(config.dataDir, 'work', `view-${objectID}`);
  // of that one alone: a run that is slow to begin must not take away what its successor is at work on
  if (previousRunID) {
    await storage.remove(viewKey(objectID, previousRunID));
    await rm(join(work, previousRunID), { recursive: true, force: true });
  }
  const scratch = join(work, runID);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const progress = throttleProgress(REPORT_EVERY_MS, context.log, { objectID }, (share) =>
    updateRenditionProgress(db, objectID, runID, share),
  );
  const object = await storage.localPath(contents.key, scratch);
  try {
    const entries = (contents.entries as unknown as ZipIndexEntry[]).map(
      ({ offset, compressedBytes, sizeBytes, method }): Entry => ({
        path: object.path,
        offset,
        compressedBytes,
        sizeBytes,
        method,
      }),
    );
    const run = { objectID, runID, scratch, signal, progress: progress.report };
    await makeFrom(context, run, entries, contents.type === 'rg');
  } finally {
    await progress.finished();
    await object.release();
    await rm(scratch, { recursive: true, force: true });
    // not when a run that took over is at work there
    await rmdir(work).catch(() => undefined);
  }
};

const makeFrom = async (context: Context, run: Run, entries: Entry[], withImages: boolean): Promise<void> => {
  const { db, log } = context;
  const { objectID, runID, scratch, signal } = run;
  const progress = (share: number) => run.progress(SURVEYED * share);
  const { found, unreadable, cutShort } = await survey(entries, { scratch, withImages, signal, progress });
  const series = arrange(found);
  if (unreadable > 0 || cutShort) log.info({ objectID, unreadable, cutShort }, 'a view leaves something out');
  const [first] = series;
  if (!first) return failRendition(db, objectID, runID, sentences.viewerNoImages);
  if (unreadable > 0) first.warnings.push(sentences.viewerFilesUnreadable(unreadable));
  if (cutShort) first.warnings.push(sentences.viewerTruncated);
  const examiner = renditionExaminer();
  try {
    await pack(context, run, examiner, series);
  } finally {
    examiner.close();
  }
};

const pack = async (
  { db, storage }: Context,
  run: Run,
  examiner: RenditionExaminer,
  series: Arranged[],
): Promise<void> => {
  const { objectID, runID, scratch, signal } = run;
  const path = join(scratch, 'pack');
  const writer = await PackWriter.create(path);
  const rows: { facts: object; places: StoredPlaces }[] = [];
  try {
    for (const [position, one] of series.entries()) {
      const levels = one.volume ? await makeLevels(examiner, scratch, one, one.volume, signal) : [];
      const thumbnail = await thumbnailOf(examiner, scratch, one, signal);
      const places = await writeSeries(writer, one, levels, thumbnail);
      rows.push({ facts: presentSeries(one, levels, position), places });
      run.progress(SURVEYED + ((1 - SURVEYED) * (position + 1)) / series.length);
    }
  } finally {
    await writer.close();
  }
  const key = viewKey(objectID, runID);
  await storage.writeFrom(key, path);
  const view = { objectID, runID, key, sizeBytes: writer.sizeBytes, series: rows };
  const published = await db.transaction().execute((tx) => publishRendition(tx, view));
  if (!published) await storage.remove(key);
};

const writeSeries = async (
  writer: PackWriter,
  { shots }: Arranged,
  levels: MadeLevel[],
  thumbnail: Piece | null,
): Promise<StoredPlaces> => {
  const places: StoredPlaces = { thumbnail: thumbnail && (await writer.put(thumbnail)), levels: {} };
  for (const { level, slices } of levels) places.levels[level] = await writer.putFrames(slices);
  if (levels.length === 0) {
    places.levels.full = await writer.putFrames(shots.flatMap(({ made }) => made?.packed ?? []));
  }
  return places;
};

/** The middle one stands for the series; without one the card shows its name alone. */
const thumbnailOf = async (
  examiner: RenditionExaminer,
  scratch: string,
  { shots }: Arranged,
  signal: AbortSignal,
): Promise<Piece | null> => {
  const shot = shots.slice(shots.length >> 1).find(({ made }) => made) ?? shots.find(({ made }) => made);
  if (!shot) return null;
  const { entry, frame } = shot;
  const reply = await examiner.ask(
    { task: 'thumbnail', entry, frame, out: join(scratch, 'thumbnails') },
    signal,
  );
  return ('pieces' in reply && reply.pieces[0]) || null;
};
