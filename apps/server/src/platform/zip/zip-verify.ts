import { createHash, hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { release } from '../outside/storage/release.ts';
import { runInOrder, type Task } from './in-order.ts';
import { BLOCK_BYTES, readExactly } from './zip-blocks.ts';
import { inflateWhole, isBrokenDeflate, type EntryRange, streamContent } from './zip-content.ts';
import type { ZipIndex, ZipIndexEntry } from './zip-index.ts';

/**
 * The object differs from its index. `entryName` is empty if the object as a whole differs.
 * @internal
 */
export class ZipDamaged extends Error {
  override name = 'ZipDamaged';
  readonly entryName: string;
  constructor(entryName: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.entryName = entryName;
  }
}

/** How many bytes, compressed and inflated, the entries in progress may have together. */
const BUDGET_BYTES = 48 * 1024 * 1024;
/** Entries with more bytes, compressed and inflated, are streamed. */
const WHOLE_BYTES = 2 * BLOCK_BYTES;

interface VerifyOptions {
  signal?: AbortSignal;
  /** Entries whose packed content was copied unchanged after its verification; the SHA-256 of the whole covers them. */
  copied?: ReadonlySet<string>;
}

/**
 * Reads a written object by its index and checks the length, CRC-32 and SHA-256 of every entry and the SHA-256 of the
 * whole. Throws ZipDamaged. The raw upload may be removed only after this.
 */
export async function verifyZip(
  path: string,
  index: ZipIndex,
  { signal, copied }: VerifyOptions = {},
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size !== index.sizeBytes) throw new ZipDamaged('', `${size} bytes instead of ${index.sizeBytes}`);
    for await (const _checked of runInOrder(checkTasks(file, path, index, signal, copied), BUDGET_BYTES))
      signal?.throwIfAborted();
  } finally {
    await file.close();
  }
}

function* checkTasks(
  file: FileHandle,
  path: string,
  index: ZipIndex,
  signal: AbortSignal | undefined,
  copied: ReadonlySet<string> | undefined,
): Generator<Task<void>> {
  for (const entry of index.entries) {
    if (copied?.has(entry.name)) continue;
    const bytes = entry.sizeBytes + entry.compressedBytes;
    yield bytes <= WHOLE_BYTES
      ? { memoryBytes: bytes, run: async () => compare(entry, await readWhole(file, entry)) }
      : {
          memoryBytes: WHOLE_BYTES,
          run: async () => compare(entry, await readStreamed(path, entry, signal)),
        };
  }
  const whole = { name: '', offset: 0, compressedBytes: index.sizeBytes, method: 'stored' as const };
  yield {
    memoryBytes: WHOLE_BYTES,
    run: async () => compare({ ...whole, ...index }, await readStreamed(path, whole, signal)),
  };
}

/** Length and checksums of the content that the object has in an entry's byte range. */
type Measured = { sizeBytes: number; crc32?: number; sha256: string };

function compare(expected: Measured & { name: string }, measured: Measured): void {
  if (measured.sizeBytes !== expected.sizeBytes) throw new ZipDamaged(expected.name, 'the length differs');
  if (expected.crc32 !== undefined && measured.crc32 !== expected.crc32) {
    throw new ZipDamaged(expected.name, 'the CRC-32 differs');
  }
  if (measured.sha256 !== expected.sha256) throw new ZipDamaged(expected.name, 'the SHA-256 differs');
}

async function readWhole(file: FileHandle, entry: ZipIndexEntry): Promise<Measured> {
  const bytes = await readExactly(file, entry.offset, entry.compressedBytes);
  const content =
    entry.method === 'stored' ? bytes : await inflateWhole(bytes, entry.sizeBytes).catch(damagedIn(entry));
  const measured = { sizeBytes: content.length, crc32: crc32(content), sha256: hash('sha256', content) };
  for (const buffer of new Set([bytes, content])) release(buffer);
  return measured;
}

async function readStreamed(
  path: string,
  range: EntryRange & { name: string },
  signal?: AbortSignal,
): Promise<Measured> {
  const sha256 = createHash('sha256');
  let checksum = 0;
  let sizeBytes = 0;
  try {
    for await (const chunk of streamContent(path, range, { signal })) {
      sha256.update(chunk);
      checksum = crc32(chunk, checksum);
      sizeBytes += chunk.length;
    }
  } catch (cause) {
    damagedIn(range)(cause);
  }
  return { sizeBytes, crc32: checksum, sha256: sha256.digest('hex') };
}

const damagedIn =
  ({ name }: { name: string }) =>
  (cause: unknown): never => {
    throw isBrokenDeflate(cause) ? new ZipDamaged(name, 'the deflate data is damaged', { cause }) : cause;
  };
