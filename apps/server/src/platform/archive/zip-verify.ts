import { createHash, hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { release } from '../outside/storage/release.ts';
import { inOrder, type Job } from './in-order.ts';
import { BLOCK_BYTES, readExactly } from './zip-blocks.ts';
import { inflateWhole, isBrokenDeflate, type Place, streamContent } from './zip-content.ts';
import type { ZipIndex, ZipIndexEntry } from './zip-index.ts';

/** The object does not hold what its index promises. `entryName` is empty when the object as a whole is wrong. */
export class ZipDamaged extends Error {
  override name = 'ZipDamaged';
  readonly entryName: string;
  constructor(entryName: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.entryName = entryName;
  }
}

/** Compressed and inflated bytes of the entries under way. */
const BUDGET_BYTES = 48 * 1024 * 1024;
/** Larger entries are inflated as a stream. */
const WHOLE_BYTES = 2 * BLOCK_BYTES;

/**
 * Reads the written object once more by its index and checks every entry's length, CRC-32 and SHA-256, and the
 * SHA-256 of the whole. Throws ZipDamaged. Only after this may the raw upload be removed.
 */
export async function verifyZip(
  path: string,
  index: ZipIndex,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size !== index.sizeBytes) throw new ZipDamaged('', `${size} bytes instead of ${index.sizeBytes}`);
    for await (const _checked of inOrder(checks(file, path, index, signal), BUDGET_BYTES))
      signal?.throwIfAborted();
  } finally {
    await file.close();
  }
}

function* checks(
  file: FileHandle,
  path: string,
  index: ZipIndex,
  signal?: AbortSignal,
): Generator<Job<void>> {
  for (const entry of index.entries) {
    const bytes = entry.sizeBytes + entry.compressedBytes;
    yield bytes <= WHOLE_BYTES
      ? { weightBytes: bytes, run: async () => compare(entry, await readWhole(file, entry)) }
      : {
          weightBytes: WHOLE_BYTES,
          run: async () => compare(entry, await readStreamed(path, entry, signal)),
        };
  }
  const whole = { name: '', offset: 0, compressedBytes: index.sizeBytes, method: 'stored' as const };
  yield {
    weightBytes: WHOLE_BYTES,
    run: async () => compare({ ...whole, ...index }, await readStreamed(path, whole, signal)),
  };
}

/** What was found in the object in the place of an entry. */
type Found = { sizeBytes: number; crc32?: number; sha256: string };

function compare(promised: Found & { name: string }, found: Found): void {
  if (found.sizeBytes !== promised.sizeBytes) throw new ZipDamaged(promised.name, 'the length differs');
  if (promised.crc32 !== undefined && found.crc32 !== promised.crc32) {
    throw new ZipDamaged(promised.name, 'the CRC-32 differs');
  }
  if (found.sha256 !== promised.sha256) throw new ZipDamaged(promised.name, 'the SHA-256 differs');
}

async function readWhole(file: FileHandle, entry: ZipIndexEntry): Promise<Found> {
  const bytes = await readExactly(file, entry.offset, entry.compressedBytes);
  const content =
    entry.method === 'stored' ? bytes : await inflateWhole(bytes, entry.sizeBytes).catch(damagedIn(entry));
  const found = { sizeBytes: content.length, crc32: crc32(content), sha256: hash('sha256', content) };
  for (const buffer of new Set([bytes, content])) release(buffer);
  return found;
}

async function readStreamed(
  path: string,
  place: Place & { name: string },
  signal?: AbortSignal,
): Promise<Found> {
  const sha256 = createHash('sha256');
  let checksum = 0;
  let sizeBytes = 0;
  try {
    for await (const chunk of streamContent(path, place, signal)) {
      sha256.update(chunk);
      checksum = crc32(chunk, checksum);
      sizeBytes += chunk.length;
    }
  } catch (cause) {
    damagedIn(place)(cause);
  }
  return { sizeBytes, crc32: checksum, sha256: sha256.digest('hex') };
}

const damagedIn =
  ({ name }: { name: string }) =>
  (cause: unknown): never => {
    throw isBrokenDeflate(cause) ? new ZipDamaged(name, 'the deflated bytes are broken', { cause }) : cause;
  };
