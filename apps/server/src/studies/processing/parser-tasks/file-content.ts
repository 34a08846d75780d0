import { open, readFile } from 'node:fs/promises';
import { readExactly } from '../../../platform/zip/zip-blocks.ts';
import { inflateWhole } from '../../../platform/zip/zip-content.ts';
import type { CollectedFile } from './collected-file.ts';

/** Where a parser process reads a file: unpacked, or in a bundle. */
export interface FileContent {
  path: string;
  /** the size of the content */
  sizeBytes: number;
  /** the range of the file at `path` that contains it, verified earlier; null: all of it */
  packed: { offset: number; packedBytes: number; method: 'deflate' | 'stored' } | null;
}

export const contentOf = ({ path, sizeBytes, packed }: CollectedFile): FileContent => {
  if (path !== null) return { path, sizeBytes, packed: null };
  if (!packed) throw new Error('a file is neither unpacked nor in a bundle');
  const { offset, packedBytes, method } = packed;
  return { path: packed.path, sizeBytes, packed: { offset, packedBytes, method } };
};

/** Bytes that are in memory while the content is read. */
export const memoryOf = ({ sizeBytes, packed }: FileContent): number =>
  sizeBytes + (packed?.packedBytes ?? 0);

/** All bytes of the file. Inflates a file of a bundle to at most `sizeBytes`; throws if it cannot be inflated. */
export const readContent = async ({ path, sizeBytes, packed }: FileContent): Promise<Buffer> => {
  if (!packed) return readFile(path);
  const file = await open(path, 'r');
  try {
    const payload = await readExactly(file, packed.offset, packed.packedBytes);
    return packed.method === 'stored' ? payload : await inflateWhole(payload, sizeBytes);
  } finally {
    await file.close();
  }
};
