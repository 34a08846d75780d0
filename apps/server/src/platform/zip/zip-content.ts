import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import zlib, { crc32 } from 'node:zlib';

/** The byte range of an entry's data in a ZIP file, and how the data is compressed. */
export interface EntryRange {
  offset: number;
  compressedBytes: number;
  method: 'deflate' | 'stored';
}

const CHUNK_BYTES = 512 * 1024;
/** The smallest chunk size that zlib accepts. */
const MIN_CHUNK_BYTES = 64;

interface Inflated {
  content: Buffer;
  /** Bytes up to the end of the deflate stream; fewer than given if other bytes follow it. */
  deflatedBytes: number;
}

type InflateRaw = (
  deflated: Buffer,
  options: zlib.ZlibOptions,
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;
/** With `info`, zlib returns the engine too, which knows how much input it has consumed. */
const inflateRaw = promisify(zlib.inflateRaw) as unknown as InflateRaw;

/** Inflates on the thread pool in one call. Throws if the output exceeds `sizeBytes` (at least 64). */
export async function inflate(deflated: Buffer, sizeBytes: number): Promise<Inflated> {
  const limitBytes = Math.max(sizeBytes, MIN_CHUNK_BYTES);
  // one byte more than needed: zlib allocates another buffer when the output buffer is exactly full
  const options = { chunkSize: limitBytes + 1, maxOutputLength: limitBytes, info: true };
  const { buffer, engine } = await inflateRaw(deflated, options);
  return { content: buffer, deflatedBytes: engine.bytesWritten };
}

/** Like `inflate`, but returns only the content. */
export const inflateWhole = async (deflated: Buffer, sizeBytes: number): Promise<Buffer> =>
  (await inflate(deflated, sizeBytes)).content;

/** Filled while an entry is streamed. */
interface PackedBytes {
  crc32: number;
  /** Bytes up to the end of the content; fewer than the entry has if other bytes follow a deflate stream. */
  usedBytes: number;
}

/** Streams the content of a large entry. The file is closed if the consumer stops early. */
export async function* streamContent(
  path: string,
  range: EntryRange,
  { signal, packed }: { signal?: AbortSignal | undefined; packed?: PackedBytes } = {},
): AsyncGenerator<Buffer> {
  const end = range.offset + range.compressedBytes - 1;
  const bytes = createReadStream(path, { start: range.offset, end, highWaterMark: CHUNK_BYTES, signal });
  if (range.method === 'stored') {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (packed) packed.crc32 = crc32(chunk, packed.crc32);
      if (packed) packed.usedBytes += chunk.length;
      yield chunk;
    }
    return;
  }
  const engine = zlib.createInflateRaw({ chunkSize: CHUNK_BYTES });
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      if (packed) packed.crc32 = crc32(chunk, packed.crc32);
      yield chunk;
    }
  }
  // pipeline destroys all streams together, and passes the error of any stream to the consumer of the last one
  yield* pipeline(bytes, counted, engine, () => {});
  if (packed) packed.usedBytes = engine.bytesWritten;
}

/** Whether the error means damaged data: not deflate, truncated, or inflating to more than the declared size. */
export const isBrokenDeflate = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && /^Z_|^ERR_BUFFER_TOO_LARGE$/.test(String(cause.code));
