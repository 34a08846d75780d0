import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackedFile } from '../../platform/archive/zip-unpack.ts';
import { BrokenBundle, type BundleEntry, type BundleReason, readBundle } from './read-bundle.ts';

export interface UnbundleRequest {
  path: string;
  entries: BundleEntry[];
  /** an existing folder; its files are numbered from `first` as `unpackedFile` says */
  folder: string;
  first: number;
}

export type UnbundleReply =
  /** CRC-32 of each payload, in the order of the entries */
  { payloads: number[] } | { bundleProblem: { entry: number; reason: BundleReason } };

/** Writes the files of a bundle, each compared with what its sender declared. */
export const unbundle = async ({ path, entries, folder, first }: UnbundleRequest): Promise<UnbundleReply> => {
  const file = await open(path, 'r');
  try {
    const payloads: number[] = [];
    for await (const { content, packedCRC32 } of readBundle(file, entries)) {
      const target = join(folder, unpackedFile(first + payloads.length));
      await writeFile(target, content, { flag: 'wx', mode: 0o600 });
      payloads.push(packedCRC32);
    }
    return { payloads };
  } catch (cause) {
    if (!(cause instanceof BrokenBundle)) throw cause;
    return { bundleProblem: { entry: cause.entry, reason: cause.reason } };
  } finally {
    await file.close();
  }
};
