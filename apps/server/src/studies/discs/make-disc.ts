import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinZips, type ZippedFolder } from '../../platform/zip/join-zips.ts';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import { writeZip } from '../../platform/zip/zip-writer.ts';
import type { Context } from '../../platform/context.ts';
import type { ByteSpan } from '../../platform/outside/storage/storage.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { throttleProgress } from '../../platform/jobs/progress.ts';
import { listEntries } from '../objects/queries.ts';
import { publishRun, updateRun } from '../objects/runs.ts';
import { studyDayText } from '../studies/study-rows/study-day.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { workOnObject } from '../processing/work-on-object.ts';
import { Drawing, type DrawnSeries } from './draw-series.ts';
import { writePage } from './page.ts';
import { directoryOf, type DiscFile, missingOf, nameFiles, seriesOf } from './plan-disc.ts';
import { type DiscRun, type DiscSource, findDiscSource, listCentres } from './queries.ts';
import { sentences } from './sentences.ts';

const REPORT_EVERY_MS = 400;
/** The progress once the files are read, and once the pictures are drawn. */
const READ = 0.3;
const DRAWN = 0.9;

/**
 * Makes the ZIP of a study for a disc: DICOMDIR, images, and a page with pictures. The job may be killed at any point
 * and started again. It ends early, without a result, if a newer request has replaced this one or the study is not available.
 */
const makeDiscOf = async (context: Context, run: DiscRun, signal: AbortSignal): Promise<void> => {
  const { db, log } = context;
  const source = await findDiscSource(db, run);
  if (!source) return;
  const progress = throttleProgress(REPORT_EVERY_MS, log, { objectID: run.objectID }, async (share) => {
    await updateRun(db, 'study_discs', run, { progress: share });
  });
  const { objectID, runID } = run;
  try {
    await workOnObject(context, { table: 'study_discs', objectID, runID, key: source.key }, (path, scratch) =>
      writeDisc(context, { run, source, path, scratch, signal, report: progress.report }),
    );
  } finally {
    await progress.finished();
  }
};

interface DiscJob {
  run: DiscRun;
  source: DiscSource;
  /** the study's object on the local disk */
  path: string;
  scratch: string;
  signal: AbortSignal;
  report: (share: number) => void;
}

const writeDisc = async (context: Context, job: DiscJob): Promise<void> => {
  const { db, sandbox } = context;
  const { run, source, path, scratch, signal, report } = job;
  const entries = await listEntries(db, run.objectID);
  const drawing = new Drawing({ sandbox, path, out: outputFolder(scratch), signal });
  try {
    const read = await drawing.readFiles(entries, (share) => report(READ * share));
    const files = nameFiles(read);
    const series = await drawing.drawSeries(seriesOf(files), (share) =>
      report(READ + (DRAWN - READ) * share),
    );
    if (series.length === 0) {
      const failed = { status: 'failed', progress: null, reason: sentences.noImages };
      await updateRun(db, 'study_discs', run, failed);
      return;
    }
    const own = await writeOwnFiles(context, job, files, series);
    const modifiedAt = source.doneAt ?? source.createdAt;
    const folder = (zip: string, listed: ZippedFolder['listEntries']): ZippedFolder => ({
      name: null,
      modifiedAt,
      listEntries: listed,
      read: async ({ start, end }: ByteSpan) => createReadStream(zip, { start, end: end - 1 }),
    });
    const images = files.map(({ entry, name }) => ({ ...entry, name }));
    const folders = [folder(own.path, async () => own.entries), folder(path, async () => images)];
    const write = (key: string) => context.storage.put(key, joinZips(folders));
    await publishRun(context, 'study_discs', run, write, { status: 'ready', progress: null });
  } finally {
    drawing.close();
  }
};

/** Writes a ZIP of everything on the disc that is not in the study's object: DICOMDIR, page and pictures. */
const writeOwnFiles = async (
  context: Context,
  job: DiscJob,
  files: DiscFile[],
  series: DrawnSeries[],
): Promise<{ path: string; entries: ZipIndexEntry[] }> => {
  const { run, scratch, source, signal } = job;
  const path = join(scratch, 'own.zip');
  const directory = directoryOf(files, missingOf(source, context.config.timeZone), run.runID);
  const page = await writePage({ ...(await factsOf(context, source, files)), series });
  const contents = [
    { name: 'DICOMDIR', path: await writeOwn(scratch, 'DICOMDIR', directory) },
    { name: 'index.html', path: await writeOwn(scratch, 'index.html', page) },
    ...series.flatMap(({ pictures }) =>
      pictures.map((picture) => ({ name: picture.name, path: picture.path })),
    ),
  ];
  const { entries } = await writeZip(path, contents, { signal });
  return { path, entries };
};

const writeOwn = async (scratch: string, name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(scratch, name);
  await writeFile(path, content, { mode: 0o600 });
  return path;
};

const factsOf = async ({ db, config }: Context, source: DiscSource, files: DiscFile[]) => {
  const centres = await listCentres(db);
  const institution = files.find(({ read }) => read.keys?.institution)?.read.keys?.institution;
  return {
    patientName: source.name,
    birthday: source.birthday,
    type: source.type,
    day: studyDayText(source, config.timeZone),
    centres: centres.length > 0 || !institution ? centres : [institution],
  };
};

/** The job is tried again after a crash of the worker, or if there was not enough space. */
export const makeDisc = job('make-disc', { attempts: 3, pool: 'discs', run: makeDiscOf });
