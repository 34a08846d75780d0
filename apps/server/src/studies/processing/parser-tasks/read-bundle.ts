import { hash } from 'node:crypto';
import { type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { runInOrder } from '../../../platform/zip/in-order.ts';
import { readExactly } from '../../../platform/zip/zip-blocks.ts';
import { inflate, isBrokenDeflate } from '../../../platform/zip/zip-content.ts';

/** A file of a bundle as its sender declared it; the SHA-256 is hexadecimal. */
export interface BundleEntry {
  offset: number;
  sentBytes: number;
  method: 'deflate' | 'stored';
  sizeBytes: number;
  crc32: number;
  sha256: string;
}

/**
 * size: other length than declared; data: not one complete deflate stream; checksum: CRC-32 or SHA-256 differ;
 * absent: the bundle ends before it
 */
export type BundleReason = 'size' | 'data' | 'checksum' | 'absent';

export class BrokenBundle extends Error {
  override name = 'BrokenBundle';
  readonly reason: BundleReason;
  readonly entry: number;

  constructor(entry: number, reason: BundleReason) {
    super(`file ${entry} of the bundle: ${reason}`);
    this.entry = entry;
    this.reason = reason;
  }
}

interface ReadEntry {
  content: Buffer;
  /** checksums of the payload */
  packedCRC32: number;
  packedSHA256: string;
}

/** Limit on the payloads and contents that are in memory at a time. */
const BUDGET_BYTES = 48 * 1024 * 1024;

/**
 * Yields the contents of a bundle's files in their order, each compared with its declaration. Never inflates beyond the
 * declared size.
 * @throws BrokenBundle at the first file that differs
 */
export async function* readBundle(file: FileHandle, entries: BundleEntry[]): AsyncGenerator<ReadEntry> {
  const { size } = await file.stat();
  yield* runInOrder(
    entries.map((entry, i) => ({
      memoryBytes: entry.sentBytes + entry.sizeBytes,
      run: () => readEntry(file, size, entry, i),
    })),
    BUDGET_BYTES,
  );
}

const readEntry = async (
  file: FileHandle,
  bundleBytes: number,
  entry: BundleEntry,
  i: number,
): Promise<ReadEntry> => {
  if (entry.offset + entry.sentBytes > bundleBytes) throw new BrokenBundle(i, 'absent');
  const payload = await readExactly(file, entry.offset, entry.sentBytes);
  const content = entry.method === 'stored' ? payload : await inflated(payload, entry, i);
  if (content.length !== entry.sizeBytes) throw new BrokenBundle(i, 'size');
  if (crc32(content) !== entry.crc32 || hash('sha256', content) !== entry.sha256)
    throw new BrokenBundle(i, 'checksum');
  if (content === payload) return { content, packedCRC32: entry.crc32, packedSHA256: entry.sha256 };
  return { content, packedCRC32: crc32(payload), packedSHA256: hash('sha256', payload) };
};

const inflated = async (payload: Buffer, { sizeBytes }: BundleEntry, i: number): Promise<Buffer> => {
  try {
    const { content, deflatedBytes } = await inflate(payload, sizeBytes);
    // readers of ZIP files may refuse bytes after the end of the stream
    if (deflatedBytes !== payload.length) throw new BrokenBundle(i, 'data');
    return content;
  } catch (cause) {
    if (!isBrokenDeflate(cause)) throw cause;
    const isTooLong = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new BrokenBundle(i, isTooLong ? 'size' : 'data');
  }
};
