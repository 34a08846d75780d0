import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RELEASES, treeOf, WORK } from '../../apps/server/src/platform/releases/places.ts';
import { run } from './programs.ts';
import { makeWorkFolder } from './progress.ts';
import { Refusal } from '../../apps/server/src/platform/releases/failures.ts';
import type { ReleaseFile } from '../../apps/server/src/platform/releases/release.ts';
import type { Source } from '../../apps/server/src/platform/releases/source.ts';

/** The copy of the package, which only root can change. */
export const STAGED = join(WORK, 'package.deb');
/** Beside the folders of versions, so that the unpacked files are moved by a rename. */
const UNPACKED = join(RELEASES, '.unpacked');
/** What stays free on a disk, for the portal that goes on working. */
const RESERVE_BYTES = 32 * 1024 ** 2;

const MB = 1024 ** 2;

/** Refuses an update for which a disk has too little space. */
export const checkSpace = async (file: ReleaseFile): Promise<void> => {
  // folders on one disk need the sum
  await makeWorkFolder();
  await mkdir(RELEASES, { recursive: true, mode: 0o755 });
  const neededOn = new Map<number, number>();
  for (const [folder, sizeBytes] of [
    [WORK, file.sizeBytes],
    // dpkg writes each file once more before it replaces the one that is there
    [RELEASES, 2 * file.unpackedBytes],
  ] as const) {
    const { dev } = await stat(folder);
    const needed = (neededOn.get(dev) ?? RESERVE_BYTES) + sizeBytes;
    neededOn.set(dev, needed);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < needed)
      throw new Refusal(
        `${folder} has ${Math.floor((bavail * bsize) / MB)} MB free, but the update needs ${Math.ceil(needed / MB)} MB there.`,
        'space',
      );
  }
};

/** Copies the package, and throws a Refusal if it is not the one that the release describes. */
export const stage = async (source: Source, file: ReleaseFile): Promise<void> => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const limited = async function* (body: AsyncIterable<Buffer>) {
    for await (const part of body) {
      sizeBytes += part.length;
      if (sizeBytes > file.sizeBytes) break;
      hash.update(part);
      yield part;
    }
  };
  await pipeline(
    await source.open(file.name),
    limited,
    createWriteStream(STAGED, { mode: 0o600, flush: true }),
  );
  if (sizeBytes !== file.sizeBytes || hash.digest('hex') !== file.sha256)
    throw new Refusal(`${file.name} is not the file that was signed.`, 'changed');
};

/** Unpacks the staged package into the folder of its version; the folder is complete or missing. */
export const unpack = async (version: string): Promise<string> => {
  const tree = treeOf(version);
  await removeTree(version);
  await run('dpkg-deb', ['--extract', STAGED, UNPACKED]);
  await run('sync', ['--file-system', UNPACKED]);
  await rename(join(UNPACKED, tree), tree);
  await rm(UNPACKED, { recursive: true, force: true });
  await run('sync', [dirname(tree)]);
  return tree;
};

/** Removes what was unpacked of a version. */
export const removeTree = async (version: string): Promise<void> => {
  for (const path of [UNPACKED, treeOf(version)]) await rm(path, { recursive: true, force: true });
};
