import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Storage } from '../../../platform/outside/storage/storage.ts';
import type { Instance } from '../instance-rows/instances.ts';

type StoredFile = Pick<Instance, 'offset' | 'compressedBytes' | 'method'> & { object: { key: string } };

/** The bytes of one DICOM file as they were uploaded, read from its entry in the study object. */
export async function* streamFile(
  storage: Storage,
  { object, offset, compressedBytes, method }: StoredFile,
): AsyncGenerator<Uint8Array> {
  if (compressedBytes === 0) return;
  const compressed = await storage.read(object.key, { start: offset, end: offset + compressedBytes });
  if (method === 'stored') yield* compressed;
  else yield* compressed.compose(createInflateRaw({ chunkSize: 256 * 1024 }));
}

export interface Part {
  contentType: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A `multipart/related` body (RFC 2387) as a stream: the next part is requested after the previous one is sent. */
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
