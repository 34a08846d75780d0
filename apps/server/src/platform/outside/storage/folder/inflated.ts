import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { WrongChecksum } from '../parts.ts';
import type { Source } from '../storage.ts';

/**
 * The reader stops when it gets more bytes than it expects, so at most this much of a decompression bomb is inflated.
 */
const CHUNK_BYTES = 256 * 1024;

/**
 * Inflates one raw deflate stream (RFC 1951). Does not end before the source has been read to its end.
 * @throws WrongChecksum if the source is not exactly one complete stream; errors of the source
 */
export async function* inflated(source: Source): AsyncGenerator<Buffer> {
  const engine = createInflateRaw({ chunkSize: CHUNK_BYTES });
  let receivedBytes = 0;
  let isRead = false;
  async function* received() {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      receivedBytes += chunk.byteLength;
      yield chunk;
    }
    isRead = true;
  }
  try {
    for await (const chunk of pipeline(received, engine, () => {}) as AsyncIterable<Buffer>) {
      // a copy, since readers free the memory of each chunk, and chunks of zlib may share it
      yield Buffer.from(chunk);
    }
  } catch (cause) {
    const isDamaged = cause instanceof Error && 'code' in cause && /^Z_/.test(String(cause.code));
    throw isDamaged ? new WrongChecksum('the deflate stream is damaged') : cause;
  }
  if (!isRead || engine.bytesWritten !== receivedBytes)
    throw new WrongChecksum('bytes follow the deflate stream');
}
