import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unpackedFile } from '../../platform/archive/zip-unpack.ts';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import type { StoredFile } from '../uploads/queries.ts';
import { openSentFile } from './open-sent-file.ts';
import type { CollectedFile } from './parser-tasks.ts';
import type { BundleEntry } from './read-bundle.ts';
import type { Unpacking } from './unpack.ts';

/** A bundle of a few thousand small files on a slow disk. */
const UNBUNDLE_MS = 5 * 60_000;

type BundledFile = StoredFile & { bundleUUID: string };

export const isBundled = (file: StoredFile): file is BundledFile => file.bundleUUID !== null;

/**
 * Unpacks all bundles of an upload into one folder of `scratch` and compares each file with what its sender declared.
 * One process reads all of them: a bundle has no directory that could deceive it about another's files.
 * @returns the files by their registered names
 * @throws Problem that names the file which differs
 */
export const unbundleAll = async (
  context: Pick<Context, 'storage'>,
  files: readonly StoredFile[],
  scratch: string,
  unpacking: Unpacking,
): Promise<Map<string, CollectedFile>> => {
  const bundles = Map.groupBy(files.filter(isBundled), ({ bundleUUID }) => bundleUUID);
  const unpacked = new Map<string, CollectedFile>();
  if (bundles.size === 0) return unpacked;
  const folder = join(scratch, 'bundles');
  await mkdir(folder, { mode: 0o700 });
  for (const of of bundles.values()) {
    const [first] = of;
    if (!first) continue;
    const { path } = await openSentFile(context, first, scratch);
    const all = await unbundleOne({ path, folder, first: unpacked.size }, of, unpacking);
    for (const file of all) unpacked.set(file.name, file);
  }
  // from here on nothing changes the files any more
  await unpacking.parser.stop();
  return unpacked;
};

interface BundleFolder {
  path: string;
  folder: string;
  /** the number of the bundle's first file in the folder */
  first: number;
}

const unbundleOne = async (
  { path, folder, first }: BundleFolder,
  files: BundledFile[],
  { parser, budget, reservation, signal }: Unpacking,
): Promise<CollectedFile[]> => {
  const entries = files.map(entryOf);
  const read = dirname(path);
  const reply = await parser.run(
    { task: 'unbundle', path, read, entries, folder, first },
    signal,
    UNBUNDLE_MS,
  );
  if ('bundleProblem' in reply) {
    const { entry, reason } = reply.bundleProblem;
    throw invalid(sentences.bundledFile[reason](nameOf(files[entry])));
  }
  if (!('payloads' in reply)) {
    budget.assertParserTime();
    throw invalid(sentences.bundleUnreadable(nameOf(files[0])));
  }
  return Promise.all(
    files.map(async ({ filename, sizeBytes }, i): Promise<CollectedFile> => {
      const unpackedPath = join(folder, unpackedFile(first + i));
      const found = await lstat(unpackedPath);
      const [entry, packedCRC32] = [entries[i], reply.payloads[i]];
      if (!entry || packedCRC32 === undefined || !found.isFile() || found.size !== sizeBytes)
        throw new Error('the files of a bundle differ from what the parser process reported');
      reservation.written(sizeBytes);
      const { sentBytes: packedBytes, ...declared } = entry;
      return {
        name: filename,
        path: unpackedPath,
        sizeBytes,
        packed: { path, packedBytes, packedCRC32, ...declared },
      };
    }),
  );
};

const nameOf = (file: BundledFile | undefined): string => (file?.filename ?? '').slice(0, 200);

/** The row's constraint ensures that a file of a bundle has all of these. */
const entryOf = ({
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
