import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackedContent } from '../../../platform/zip/packed-content.ts';
import { unpackedFile } from '../../../platform/zip/zip-unpack.ts';
import type { Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors/errors.ts';
import type { StoredFile } from '../../uploads/upload-rows/queries.ts';
import { openSentFile } from './open-sent-file.ts';
import type { CollectedFile } from '../parser-tasks/collected-file.ts';
import type { BundleEntry } from '../parser-tasks/read-bundle.ts';
import type { Unpacking } from './unpack.ts';
import { sentences } from '../sentences.ts';

/** Enough for a bundle of a few thousand small files on a slow disk. */
const UNBUNDLE_MS = 5 * 60_000;

export type BundledFile = StoredFile & { bundleUUID: string };

export const isBundled = (file: StoredFile): file is BundledFile => file.bundleUUID !== null;

interface UnbundleOptions {
  /** whether to write examined files too; files that were not examined are always written */
  keepExamined: boolean;
}

/** Few, so that the answers of the process are small. */
const FILES_OF_TASK = 64;

/**
 * Reads the files of an upload's bundles: compares each with what its sender declared, examines it and writes it into one
 * folder of `scratch`. One process reads all bundles: a bundle has no directory that could deceive it about another's
 * files. It must be stopped before what it wrote is used.
 */
export class Unbundler {
  readonly #storage: Pick<Context, 'storage'>;
  readonly #scratch: string;
  readonly #unpacking: Unpacking;
  /** the number of the next file in the folder */
  #next = 0;

  constructor(storage: Pick<Context, 'storage'>, scratch: string, unpacking: Unpacking) {
    this.#storage = storage;
    this.#scratch = scratch;
    this.#unpacking = unpacking;
  }

  /**
   * Reads files of one bundle.
   * @throws Problem that names the file which differs
   */
  async unbundle(files: BundledFile[], options: UnbundleOptions): Promise<CollectedFile[]> {
    const [first] = files;
    if (!first) return [];
    const { path } = await openSentFile(this.#storage, first, this.#scratch);
    const unbundled: CollectedFile[] = [];
    for (let start = 0; start < files.length; start += FILES_OF_TASK)
      unbundled.push(...(await this.#unbundleSome(path, files.slice(start, start + FILES_OF_TASK), options)));
    return unbundled;
  }

  async #unbundleSome(path: string, files: BundledFile[], options: UnbundleOptions) {
    const names = files.map(({ filename }) => filename);
    // a file may make the examination fail: then each is examined by itself
    const reply =
      (await this.#run(path, files, { names, ...options })) ??
      (await this.#run(path, files, { names: null, ...options }));
    if (reply) return reply;
    this.#unpacking.budget.assertParserTime();
    throw invalid(sentences.bundleUnreadable(nameOf(files[0])));
  }

  /** Null if the process failed. */
  async #run(
    path: string,
    files: BundledFile[],
    options: UnbundleOptions & { names: string[] | null },
  ): Promise<CollectedFile[] | null> {
    const { parser, signal } = this.#unpacking;
    const folder = join(this.#scratch, 'bundles');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const first = this.#next;
    this.#next += files.length;
    const entries = files.map(entryOf);
    const task = { task: 'unbundle', path, read: dirname(path), entries, folder, first, ...options } as const;
    const reply = await parser.run(task, signal, UNBUNDLE_MS);
    if ('bundleProblem' in reply) {
      const { entry, reason } = reply.bundleProblem;
      throw invalid(sentences.bundledFile[reason](nameOf(files[entry])));
    }
    if (!('unbundled' in reply)) return null;
    return Promise.all(
      files.map(async (file, i): Promise<CollectedFile> => {
        const entry = entries[i];
        const found = reply.unbundled[i];
        if (!entry || !found) throw new Error(DIFFERENT);
        const unpackedPath = found.isWritten ? join(folder, unpackedFile(first + i)) : null;
        if (unpackedPath !== null) await this.#assertWritten(unpackedPath, file);
        return {
          name: file.filename,
          path: unpackedPath,
          sizeBytes: file.sizeBytes,
          packed: packedContent(path, entry, found),
          examined: found.examined ?? undefined,
        };
      }),
    );
  }

  /** The process is not trusted. */
  async #assertWritten(path: string, { sizeBytes }: BundledFile): Promise<void> {
    const written = await lstat(path);
    if (!written.isFile() || written.size !== sizeBytes) throw new Error(DIFFERENT);
    this.#unpacking.reservation.written(sizeBytes);
  }
}

/** Reads all these files, and stops the process: from here on nothing changes what was written. */
export const unbundleAll = async (
  context: Pick<Context, 'storage'>,
  files: readonly StoredFile[],
  scratch: string,
  unpacking: Unpacking,
): Promise<CollectedFile[]> => {
  const bundles = Map.groupBy(files.filter(isBundled), ({ bundleUUID }) => bundleUUID);
  if (bundles.size === 0) return [];
  const unbundler = new Unbundler(context, scratch, unpacking);
  const unbundled: CollectedFile[] = [];
  for (const of of bundles.values())
    unbundled.push(...(await unbundler.unbundle(of, { keepExamined: true })));
  await unpacking.parser.stop();
  return unbundled;
};

/** A file's bytes in its bundle, with the checksums of the payload that a parser process has reported. */
export const packedContent = (
  path: string,
  { sentBytes: packedBytes, ...declared }: BundleEntry,
  { packedCRC32, packedSHA256 }: { packedCRC32: number; packedSHA256: string },
): PackedContent => ({ path, packedBytes, ...declared, packedCRC32, packedSHA256 });

const DIFFERENT = 'the files of a bundle differ from what the parser process reported';

const nameOf = (file: BundledFile | undefined): string => (file?.filename ?? '').slice(0, 200);

/** The row's constraint ensures that a file of a bundle has all of these. */
export const entryOf = ({
  sizeBytes,
  bundleOffset,
  sentBytes,
  method,
  crc32,
  sha256,
}: BundledFile): BundleEntry => ({
  offset: bundleOffset ?? 0,
  sentBytes: sentBytes ?? 0,
  method: method === 'deflate' ? 'deflate' : 'stored',
  sizeBytes,
  crc32: crc32 ?? 0,
  sha256: sha256?.toString('hex') ?? '',
});
