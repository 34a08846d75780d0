import type { FileHandle } from 'node:fs/promises';
import { type Source, WrongLength } from './storage.ts';

/** Chunks gathered into one write: 64 kB socket reads one by one cost a thread-pool round trip each. */
const GATHER_BYTES = 512 * 1024;

/**
 * Streams a source into a file: while one gathered write is under way, the next is being received.
 * At most two gathers are in memory. Returns the bytes written; WrongLength when they are not as many as expected.
 */
export async function writeWhole(file: FileHandle, source: Source, expectedBytes?: number): Promise<number> {
  let sizeBytes = 0;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      sizeBytes += chunk.byteLength;
      gathered.push(chunk);
      gatheredBytes += chunk.byteLength;
      if (expectedBytes !== undefined && sizeBytes > expectedBytes)
        throw new WrongLength(expectedBytes, sizeBytes);
      if (gatheredBytes < GATHER_BYTES) continue;
      await writing;
      writing = writeAll(file, gathered);
      writing.catch(() => {}); // its failure is seen at the next `await writing`, not as an unhandled rejection
      gathered = [];
      gatheredBytes = 0;
    }
    await writing;
    await writeAll(file, gathered);
  } catch (cause) {
    await writing.catch(() => {}); // the caller closes the file: not under a running write
    throw cause;
  }
  if (expectedBytes !== undefined && sizeBytes !== expectedBytes)
    throw new WrongLength(expectedBytes, sizeBytes);
  return sizeBytes;
}

/** Writes every byte at the file's end; `writev` alone may stop short (a signal, a disk nearly full). */
export async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let rest = chunks.filter((chunk) => chunk.byteLength > 0);
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest.slice(0, IOV_MAX));
    rest = after(rest, bytesWritten);
  }
}

/** Linux refuses longer vectors with EINVAL (limits.h). */
const IOV_MAX = 1024;

function after(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = 0;
  for (const [index, chunk] of chunks.entries()) {
    if (skipped + chunk.byteLength > bytes)
      return [chunk.subarray(bytes - skipped), ...chunks.slice(index + 1)];
    skipped += chunk.byteLength;
  }
  return [];
}
