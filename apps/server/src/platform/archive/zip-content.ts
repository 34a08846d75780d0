import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** Where an entry's bytes lie in a ZIP file. */
export interface EntryRange {
  offset: number;
  compressedBytes: number;
  method: 'deflate' | 'stored';
}

const CHUNK_BYTES = 512 * 1024;
/** zlib refuses smaller chunks. */
const MIN_CHUNK_BYTES = 64;

const inflateRaw: (deflated: Buffer, options: zlib.ZlibOptions) => Promise<Buffer> = promisify(
  zlib.inflateRaw,
);

/** Inflates on the thread pool in one go; never makes more than `sizeBytes` (or 64) bytes, but throws. */
export function inflateWhole(deflated: Buffer, sizeBytes: number): Promise<Buffer> {
  const limitBytes = Math.max(sizeBytes, MIN_CHUNK_BYTES);
  // a byte more than is needed: an output that is full to the last one sends zlib for another buffer
  return inflateRaw(deflated, { chunkSize: limitBytes + 1, maxOutputLength: limitBytes });
}

/** The content of a large entry. Stopping early closes the file. */
export async function* streamContent(
  path: string,
  range: EntryRange,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const end = range.offset + range.compressedBytes - 1;
  const bytes = createReadStream(path, { start: range.offset, end, highWaterMark: CHUNK_BYTES, signal });
  if (range.method === 'stored') yield* bytes;
  // pipeline destroys both together and hands the error of either to who iterates the second
  else yield* pipeline(bytes, zlib.createInflateRaw({ chunkSize: CHUNK_BYTES }), () => {});
}

/** Whether the bytes are to blame: not deflate at all, ending too early, or inflating to more than was said. */
export const isBrokenDeflate = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && /^Z_|^ERR_BUFFER_TOO_LARGE$/.test(String(cause.code));
