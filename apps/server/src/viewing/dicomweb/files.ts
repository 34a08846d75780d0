import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import type { Instance } from './instances.ts';

/** The file as it came, out of the study's one object. */
export async function* streamFile(storage: Storage, { object, location: place }: Instance): AsyncGenerator<Uint8Array> {
  const { offset, compressedBytes, method } = place;
  if (compressedBytes === 0) return;
  const packed = await storage.read(object.key, { start: offset, end: offset + compressedBytes });
  if (method === 'stored') yield* packed;
  else yield* packed.compose(createInflateRaw({ chunkSize: 256 * 1024 }));
}

export interface Part {
  contentType: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A `multipart/related` body (RFC 2387): one part after the other, each made when it is its turn. */
export const multipart = (type: string, parts: AsyncIterable<Part> | Iterable<Part>) => {
  const boundary = `snimok-${randomBytes(16).toString('hex')}`;
  async function* body(): AsyncGenerator<Uint8Array> {
    for await (const { contentType, content } of parts) {
      yield Buffer.from(`--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`);
      yield* content;
      yield Buffer.from('\r\n');
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  }
  return {
    contentType: `multipart/related; type="${type}"; boundary=${boundary}`,
    body: Readable.from(body(), { objectMode: false }),
  };
};
