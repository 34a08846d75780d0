import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Storage } from '../outside/storage/storage.ts';
import type { EntryRange } from './zip-content.ts';

const INFLATE_BYTES = 256 * 1024;

/** Streams the content of one entry of a ZIP in a store. Damaged deflate data ends the stream with zlib's error. */
export async function readEntry(
  storage: Storage,
  key: string,
  { offset, compressedBytes, method }: EntryRange,
): Promise<Readable> {
  const bytes = await storage.read(key, { start: offset, end: offset + compressedBytes });
  return method === 'stored'
    ? bytes
    : pipeline(bytes, createInflateRaw({ chunkSize: INFLATE_BYTES }), () => {});
}
