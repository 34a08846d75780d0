import { crc32 } from 'node:zlib';
import { WrongChecksum } from './parts.ts';
import type { Source } from './storage.ts';

/** Yields the chunks; throws WrongChecksum after the last one if their CRC-32 differs. */
export async function* withChecksum(source: Source, checksum: string): AsyncGenerator<Uint8Array> {
  let crc = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  const found = crc.toString(16).padStart(8, '0');
  if (found !== checksum) throw new WrongChecksum(`expected ${checksum}, got ${found}`);
}
