import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/**
 * Files are compressed in blocks, several at once on the thread pool; one deflate stream would keep one core busy.
 * Blocks end byte-aligned by Z_SYNC_FLUSH and follow each other as one valid stream, as in pigz. A slice of a volume
 * is one block; the 32 kB window lost between blocks costs nothing measurable.
 */
export const BLOCK_BYTES = 4 * 1024 * 1024;
const LEVEL = 1;
/** The most there is: a tenth less time than zlib's 8 and a little less output, for 128 kB a stream. */
const MEMORY_LEVEL = 9;
/** Where deflate gains less, the bytes are stored as they are: JPEG, videos, ZIPs in ZIPs. */
const WORTHWHILE = 0.95;
const SAMPLES = 4;
const SAMPLE_BYTES = 128 * 1024;

const deflateRaw: (content: Buffer, options: zlib.ZlibOptions) => Promise<Buffer> = promisify(
  zlib.deflateRaw,
);

/** A whole small file, or one block of a large one that is not the last. */
export function deflateBlock(content: Buffer, last: boolean): Promise<Buffer> {
  return deflateRaw(content, {
    level: LEVEL,
    memLevel: MEMORY_LEVEL,
    finishFlush: last ? zlib.constants.Z_FINISH : zlib.constants.Z_SYNC_FLUSH,
    chunkSize: boundBytes(content.length), // one trip to the thread pool instead of one per 16 kB
  });
}

export const isWorthwhile = (deflatedBytes: number, sizeBytes: number): boolean =>
  deflatedBytes < sizeBytes * WORTHWHILE;

/** Whether deflate is worth it for a large file, judged by samples spread over it. */
export async function samplesDeflateWell(file: FileHandle, sizeBytes: number): Promise<boolean> {
  let deflatedBytes = 0;
  for (let index = 0; index < SAMPLES; index++) {
    const position = Math.floor((index * (sizeBytes - SAMPLE_BYTES)) / (SAMPLES - 1));
    const sample = await readExactly(file, position, SAMPLE_BYTES);
    deflatedBytes += (await deflateBlock(sample, true)).length;
  }
  return isWorthwhile(deflatedBytes, SAMPLES * SAMPLE_BYTES);
}

/** Throws when the file ends before. */
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

/** More than deflate ever makes of so many bytes (zlib's deflateBound, and the flush). */
const boundBytes = (sizeBytes: number): number => sizeBytes + (sizeBytes >> 8) + 128;
