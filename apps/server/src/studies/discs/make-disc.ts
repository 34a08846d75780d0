import { createReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDirectory } from '@snimok/imaging/dicom/directory';
import { joinZips, type ZippedFolder } from '../../platform/archive/join-zips.ts';
import type { ZipIndexEntry } from '../../platform/archive/zip-index.ts';
import { writeZip } from '../../platform/archive/zip-writer.ts';
import type { Context } from '../../platform/context.ts';
import { dayIn } from '../../platform/outside/calendar.ts';
import type { ByteSpan } from '../../platform/outside/storage/storage.ts';
import { throttleProgress } from '../../platform/progress.ts';
import { withScratch } from '../../platform/scratch.ts';
import { keyOfRun } from '../../platform/db/stored-artifacts.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { listEntries, sumFileBytes } from '../objects/queries.ts';
import { outputFolder } from '../../platform/parsers/take-output.ts';
import { Drawing, type DrawnSeries } from './draw-series.ts';
import { writePage } from './page.ts';
import { type DiscFile, nameFiles, recordsOf, seriesOf } from './plan-disc.ts';
import {
  type DiscSource,
  failDisc,
  findDiscSource,
  listCentres,
  publishDisc,
  type Run,
  updateDiscProgress,
} from './queries.ts';
import { sentences } from './sentences.ts';

const REPORT_EVERY_MS = 400;
/** Progress when the files are read, and when the pictures are drawn. */
const [READ, DRAWN] = [0.3, 0.9];

/**
 * Makes the ZIP of a study for a disc: DICOMDIR, images, and a page with pictures. May be killed at any point and started
 * again. Ends early, without a result, when a newer request has replaced this one or the study has gone.
 */
const makeDiscOf = async (context: Context, run: Run, signal: AbortSignal): Promise<void> => {
  const { db, config, log } = context;
  const source = await findDiscSource(db, run);
  if (!source) return;
  const scratch = join(config.dataDir, 'work', `disc-${run.runID}`);
  await rm(scratch, { recursive: true, force: true });
  await mkdir(outputFolder(scratch), { recursive: true, mode: 0o700 });
  const progress = throttleProgress(REPORT_EVERY_MS, log, { objectID: run.objectID }, async (share) => {
    await updateDiscProgress(db, run, share);
  });
  try {
    const bytes = await sumFileBytes(db, run.objectID);
    const job = { run, source, scratch, signal, report: progress.report };
    await withScratch(context, bytes, () => writeDisc(context, job));
  } finally {
    await progress.finished();
    await rm(scratch, { recursive: true, force: true });
  }
};

interface DiscJob {
  run: Run;
  source: DiscSource;
  scratch: string;
  signal: AbortSignal;
  report: (share: number) => void;
}

const writeDisc = async (context: Context, job: DiscJob): Promise<void> => {
  const { db, storage, sandbox } = context;
  const { run, source, scratch, signal, report } = job;
  const entries = await listEntries(db, run.objectID);
  const object = await storage.localPath(source.key, scratch);
  const drawing = new Drawing({ sandbox, path: object.path, out: outputFolder(scratch), signal });
  try {
    const read = await drawing.readFiles(entries, (share) => report(READ * share));
    const files = nameFiles(read);
    const series = await drawing.drawSeries(seriesOf(files), (share) =>
      report(READ + (DRAWN - READ) * share),
    );
    if (series.length === 0) {
      await failDisc(db, run, sentences.noImages);
      return;
    }
    const own = await writeOwnFiles(context, job, files, series);
    const modifiedAt = source.doneAt ?? source.createdAt;
    const folder = (path: string, listed: ZippedFolder['listEntries']): ZippedFolder => ({
      ...{ name: null, modifiedAt, listEntries: listed },
      read: async ({ start, end }: ByteSpan) => createReadStream(path, { start, end: end - 1 }),
    });
    const images = files.map(({ entry, name }) => ({ ...entry, name }));
    const folders = [folder(own.path, async () => own.entries), folder(object.path, async () => images)];
    await store(context, run, joinZips(folders));
  } finally {
    drawing.close();
    await object.release();
  }
};

/** A ZIP of all that is not in the study's object: DICOMDIR, page and pictures. */
const writeOwnFiles = async (
  context: Context,
  job: DiscJob,
  files: DiscFile[],
  series: DrawnSeries[],
): Promise<{ path: string; entries: ZipIndexEntry[] }> => {
  const { scratch, source, signal } = job;
  const path = join(scratch, 'own.zip');
  const page = await writePage({ ...(await factsOf(context, source, files)), series });
  const contents = [
    { name: 'DICOMDIR', path: await writeOwn(scratch, 'DICOMDIR', directoryOf(context, job, files)) },
    { name: 'index.html', path: await writeOwn(scratch, 'index.html', page) },
    ...series.flatMap(({ pictures }) =>
      pictures.map((picture) => ({ name: picture.name, path: picture.path })),
    ),
  ];
  const { entries } = await writeZip(path, contents, { signal });
  return { path, entries };
};

const store = async ({ db, storage }: Context, run: Run, content: AsyncIterable<Buffer>): Promise<void> => {
  const key = keyOfRun('study_discs', run);
  const { sizeBytes } = await storage.put(key, content);
  if (!(await publishDisc(db, run, { key, sizeBytes }))) await storage.remove(key);
};

const writeOwn = async (scratch: string, name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(scratch, name);
  await writeFile(path, content, { mode: 0o600 });
  return path;
};

const directoryOf = ({ config }: Context, { run, source }: DiscJob, files: DiscFile[]): Uint8Array => {
  const missing = {
    patientID: String(source.patientID),
    studyID: String(source.id),
    studyDate: dayIn(config.timeZone, source.createdAt).replaceAll('-', ''),
  };
  // a UID derived from a UUID (PS3.5, B.2)
  const sopInstanceUID = `2.25.${BigInt(`0x${run.runID.replaceAll('-', '')}`)}`;
  return writeDirectory(recordsOf(files, missing), { fileSetID: 'SNIMOK', sopInstanceUID });
};

const factsOf = async ({ db, config }: Context, source: DiscSource, files: DiscFile[]) => {
  const centres = await listCentres(db);
  const institution = files.find(({ read }) => read.keys?.institution)?.read.keys?.institution;
  return {
    patientName: source.name,
    birthday: source.birthday,
    type: source.type,
    takenOn: dayIn(config.timeZone, source.createdAt),
    centres: centres.length > 0 || !institution ? centres : [institution],
  };
};

/** Further attempts follow a crash of the worker, or a lack of space. */
export const makeDisc = job('make-disc', { attempts: 3, pool: 'discs', run: makeDiscOf });
