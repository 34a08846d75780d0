import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib, { crc32 } from 'node:zlib';

/**
 * Files are compressed in blocks, several at once on the thread pool, since one deflate stream uses only one core. As
 * in pigz, each block ends on a byte boundary by Z_SYNC_FLUSH, so that the concatenated blocks are one valid stream. A
 * slice of a volume fits in one block; losing the 32 kB window between blocks costs nothing measurable.
 */
export const BLOCK_BYTES = 4 * 1024 * 1024;
const LEVEL = 1;
/**
 * The maximum. Takes 10 % less time than zlib's default of 8 and gives slightly less output, but needs 128 kB more per
 * stream.
 */
const MEMORY_LEVEL = 9;
/** Files that deflate to more than this share of their size (JPEG, video, ZIP) are stored uncompressed. */
const WORTHWHILE = 0.95;
const SAMPLES = 4;
const SAMPLE_BYTES = 128 * 1024;

const deflateRaw: (content: Buffer, options: zlib.ZlibOptions) => Promise<Buffer> = promisify(
  zlib.deflateRaw,
);

/** Deflates one block of a file; `last` ends the deflate stream. */
export async function deflateBlock(content: Buffer, last: boolean): Promise<Buffer> {
  const finishFlush = last ? zlib.constants.Z_FINISH : zlib.constants.Z_SYNC_FLUSH;
  return deflateWith(await strategyFor(content), content, finishFlush);
}

const deflateWith = (strategy: number, content: Buffer, finishFlush = zlib.constants.Z_FINISH) =>
  deflateRaw(content, {
    level: LEVEL,
    strategy,
    memLevel: MEMORY_LEVEL,
    finishFlush,
    chunkSize: boundBytes(content.length), // one task for the thread pool instead of one per 16 kB of output
  });

/** For smaller blocks, choosing a strategy would take as long as deflating. */
const CHOICE_FROM_BYTES = 128 * 1024;
const PROBES = 4;
const PROBE_BYTES = 8 * 1024;

/**
 * The noise of CT slices has no repeated sequences. For them `Z_RLE`, which finds runs of equal bytes only, takes half the
 * time of level 1 and gives one percent less output. Other contents need the search for all matches. The choice depends
 * on samples of the block only, so that the same file always gives the same bytes.
 */
async function strategyFor(content: Buffer): Promise<number> {
  const { Z_DEFAULT_STRATEGY, Z_RLE } = zlib.constants;
  if (content.length < CHOICE_FROM_BYTES) return Z_DEFAULT_STRATEGY;
  const step = Math.floor((content.length - PROBE_BYTES) / (PROBES - 1));
  const probes = Array.from({ length: PROBES }, (_, i) => content.subarray(i * step, i * step + PROBE_BYTES));
  const sample = Buffer.concat(probes);
  const runs = await deflateWith(Z_RLE, sample);
  const matches = await deflateWith(Z_DEFAULT_STRATEGY, sample);
  return runs.length <= matches.length ? Z_RLE : Z_DEFAULT_STRATEGY;
}

export const isWorthwhile = (deflatedBytes: number, sizeBytes: number): boolean =>
  deflatedBytes < sizeBytes * WORTHWHILE;

/** Whether a large file is worth deflating, estimated from samples spread over it. */
export async function samplesDeflateWell(file: FileHandle, sizeBytes: number): Promise<boolean> {
  let deflatedBytes = 0;
  for (let index = 0; index < SAMPLES; index++) {
    const position = Math.floor((index * (sizeBytes - SAMPLE_BYTES)) / (SAMPLES - 1));
    const sample = await readExactly(file, position, SAMPLE_BYTES);
    deflatedBytes += (await deflateBlock(sample, true)).length;
  }
  return isWorthwhile(deflatedBytes, SAMPLES * SAMPLE_BYTES);
}

/** Throws if the file ends before `position + lengthBytes`. */
export async function readExactly(file: FileHandle, position: number, lengthBytes: number): Promise<Buffer> {
  const content = Buffer.allocUnsafe(lengthBytes);
  for (let done = 0; done < lengthBytes;) {
    const { bytesRead } = await file.read(content, done, lengthBytes - done, position + done);
    if (bytesRead === 0)
      throw new Error(`the file ends at ${position + done}, expected ${position + lengthBytes} bytes`);
    done += bytesRead;
  }
  return content;
}

/** CRC-32 of the first `sizeBytes` of a file. */
export async function crc32Of(handle: FileHandle, sizeBytes: number): Promise<number> {
  let checksum = 0;
  for (let start = 0; start < sizeBytes; start += BLOCK_BYTES) {
    checksum = crc32(await readExactly(handle, start, Math.min(BLOCK_BYTES, sizeBytes - start)), checksum);
  }
  return checksum;
}

/** An upper bound of the deflated size (zlib's deflateBound, plus the flush). */
const boundBytes = (sizeBytes: number): number => sizeBytes + (sizeBytes >> 8) + 128;
