import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Storage } from '../outside/storage/storage.ts';
import type { ZipIndexEntry } from './zip-index.ts';

/** The place of an entry in the object and what its gzip trailer says. */
export type EntryPlace = Pick<ZipIndexEntry, 'offset' | 'compressedBytes' | 'sizeBytes' | 'method' | 'crc32'>;

/** An entry ready to be answered: `sizeBytes` is the Content-Length of `stream`. */
export interface EntryBody {
  stream: Readable;
  sizeBytes: number;
  contentEncoding: 'gzip' | null;
}

/** RFC 1952 §2.3.1: deflate, no name, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_TRAILER_BYTES = 8;

/** The bytes as they lie in the object: raw deflate, or the content itself of a stored entry. */
export const readRawEntry = (
  storage: Storage,
  key: string,
  { offset, compressedBytes }: EntryPlace,
): Promise<Readable> => storage.read(key, { start: offset, end: offset + compressedBytes });

/** The content. Broken deflate bytes end the stream with zlib's error. */
export async function readEntry(storage: Storage, key: string, entry: EntryPlace): Promise<Readable> {
  const raw = await readRawEntry(storage, key, entry);
  return entry.method === 'stored'
    ? raw
    : pipeline(raw, createInflateRaw({ chunkSize: INFLATE_BYTES }), () => {});
}

/**
 * An entry for HTTP. To a client that takes gzip the deflated bytes go as they are, between gzip's header and
 * trailer: nothing is compressed twice. A stored entry is always sent plain.
 */
export async function entryBody(
  storage: Storage,
  key: string,
  entry: EntryPlace,
  { acceptsGzip }: { acceptsGzip: boolean },
): Promise<EntryBody> {
  if (entry.method === 'stored' || !acceptsGzip) {
    return {
      stream: await readEntry(storage, key, entry),
      sizeBytes: entry.sizeBytes,
      contentEncoding: null,
    };
  }
  const raw = await readRawEntry(storage, key, entry);
  const sizeBytes = GZIP_HEADER.length + entry.compressedBytes + GZIP_TRAILER_BYTES;
  return {
    stream: Readable.from(asGzip(raw, entry), { objectMode: false }),
    sizeBytes,
    contentEncoding: 'gzip',
  };
}

async function* asGzip(raw: Readable, entry: EntryPlace): AsyncGenerator<Buffer> {
  yield GZIP_HEADER;
  yield* raw;
  yield gzipTrailer(entry);
}

/** RFC 1952 §2.3.1: CRC-32 and the length modulo 2³². */
function gzipTrailer({ crc32, sizeBytes }: EntryPlace): Buffer {
  const trailer = Buffer.alloc(GZIP_TRAILER_BYTES);
  trailer.writeUInt32LE(crc32, 0);
  trailer.writeUInt32LE(sizeBytes % 2 ** 32, 4);
  return trailer;
}

const INFLATE_BYTES = 256 * 1024;
