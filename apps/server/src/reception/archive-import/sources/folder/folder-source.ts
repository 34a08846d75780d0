import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../../platform/context.ts';
import { openHeaderReader } from '../headers/header-reader.ts';
import type { Source, SourceInstance, SourceProblem, SourceStudy } from '../source.ts';
import { SourceUnreachable } from '../source-unreachable.ts';
import { type IndexedFile, StudyIndex } from '../study-index.ts';
import { openWorkingSpace } from '../working-space.ts';
import { FolderScan } from './folder-scan.ts';
import { keepIndex, takeIndex } from './kept-indexes.ts';
import { identifying, openRegular, pathBelow } from './paths.ts';
import { openZips } from './zips.ts';

const READ_AT_ONCE = 1024 ** 2;
const READ_BYTES = 512 * 1024;

/**
 * Folders with DICOM files, plain images, ZIPs and copies of discs.
 * @throws SourceUnreachable
 */
export const openFolderSource = async (
  context: Pick<Context, 'config' | 'sandbox'>,
  { path }: { path: string },
): Promise<Source> => {
  const root = await allowedFolder(context, path);
  const space = await openWorkingSpace(context);
  const reader = openHeaderReader(context, await space.makeFolder('heads'));
  const zips = openZips(context, space);
  let index: StudyIndex | null = null;
  let isOutdated = false; // a file that the index names is missing
  let scans = 0;

  /** Reads all headers; the index is complete when the generator has ended. */
  async function* scan(signal: AbortSignal): AsyncGenerator<SourceProblem, StudyIndex> {
    const filled = new StudyIndex(join(space.path, `index-${(scans += 1)}.sqlite`));
    let isComplete = false;
    try {
      yield* new FolderScan({ root, index: filled, reader, zips, signal }).run();
      isComplete = true;
    } finally {
      if (!isComplete) filled.close();
    }
    index?.close();
    index = filled;
    isOutdated = false;
    return filled;
  }

  const completeIndex = async (signal: AbortSignal): Promise<StudyIndex> => {
    index ??= takeIndex(root);
    if (index) return index;
    const scanning = scan(signal);
    for (;;) {
      const { done, value } = await scanning.next();
      if (done) return value;
    }
  };

  /** Opens the file of an instance from its beginning. */
  const openFile = async ({ path: below, entry }: IndexedFile, signal: AbortSignal): Promise<Readable> => {
    const location = pathBelow(root, below);
    if (entry === null)
      return streamOf(location, signal).catch((cause: unknown) => {
        isOutdated = true;
        throw cause;
      });
    const { size } = await stat(location);
    const files = await zips.open(below, { path: location, sizeBytes: size }, signal);
    const file = files[entry];
    if (!file) throw new Error('the ZIP has changed');
    return streamOf(file.path, signal);
  };

  return {
    async *studies(signal: AbortSignal): AsyncGenerator<SourceStudy | SourceProblem> {
      const scanning = scan(signal);
      for (;;) {
        const { done, value } = await scanning.next();
        if (!done) {
          yield value;
          continue;
        }
        yield* value.studies();
        return;
      }
    },
    async *instances({ key }, signal: AbortSignal): AsyncGenerator<SourceInstance> {
      const complete = await completeIndex(signal);
      yield* instancesOf(complete.filesOf(key), openFile, signal);
    },
    async close(): Promise<void> {
      reader.close();
      await zips.close();
      if (index && !isOutdated) keepIndex(root, index);
      else index?.close();
      index = null;
      await space.close();
    },
  };
};

/** Copies of an instance with the same bytes in several places count as one instance. */
async function* instancesOf(
  files: IndexedFile[],
  open: (file: IndexedFile, signal: AbortSignal) => Promise<Readable>,
  signal: AbortSignal,
): AsyncGenerator<SourceInstance> {
  const isSame = (one: IndexedFile, other: IndexedFile | undefined) =>
    one.sopInstanceUID !== null &&
    one.sopInstanceUID === other?.sopInstanceUID &&
    one.sizeBytes === other.sizeBytes;
  const given = new Set<string>();
  for (const [at, file] of files.entries()) {
    const repeats = isSame(file, files[at - 1]);
    if (!repeats) given.clear();
    let sha256: string | null = null;
    if (repeats || isSame(file, files[at + 1])) {
      sha256 = await hashOf(await open(file, signal));
      if (given.has(sha256)) continue;
      given.add(sha256);
    }
    const { path, entry, sopInstanceUID, sizeBytes } = file;
    yield {
      key: entry === null ? identifying(path) : `${identifying(path)}!${entry}`,
      sopInstanceUID,
      sha256,
      sizeBytes,
      open: (signal) => open(file, signal),
    };
  }
}

const hashOf = async (bytes: Readable): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
};

/** Small files, such as slices, are read at once. */
const streamOf = async (path: string | Buffer, signal: AbortSignal): Promise<Readable> => {
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    if (size > READ_AT_ONCE) return file.createReadStream({ signal, highWaterMark: READ_BYTES });
  } catch (cause) {
    await file.close();
    throw cause;
  }
  try {
    return addAbortSignal(signal, Readable.from([await file.readFile()], { objectMode: false }));
  } finally {
    await file.close();
  }
};

/** The real path of a folder that administrators may name. */
const allowedFolder = async ({ config }: Pick<Context, 'config'>, path: string): Promise<string> => {
  const real = await realpath(path).catch((cause: NodeJS.ErrnoException) => {
    throw new SourceUnreachable(`the folder cannot be opened: ${cause.code}`, { cause });
  });
  const isBelow = (folder: string) => `${real}/`.startsWith(folder === '/' ? '/' : `${folder}/`);
  const allowed = await Promise.all(
    config.archiveImport.folders.map((folder) => realpath(folder).catch(() => null)),
  );
  if (!allowed.some((folder) => folder !== null && isBelow(folder)))
    throw new SourceUnreachable('the folder is not in one of those that IMPORT_FOLDERS names');
  const own = await realpath(config.dataDir).catch(() => config.dataDir);
  if (isBelow(own) || `${own}/`.startsWith(`${real}/`))
    throw new SourceUnreachable("the folder contains the portal's own files");
  if (!(await stat(real)).isDirectory()) throw new SourceUnreachable('the path names no folder');
  return real;
};
