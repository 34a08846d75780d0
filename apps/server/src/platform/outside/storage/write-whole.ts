import type { FileHandle } from 'node:fs/promises';
import { release } from './release.ts';
import { type Source, WrongLength } from './storage.ts';

export interface WriteOptions {
  /** Nobody else reads the chunks: each one's memory is given back as soon as it is written. */
  consume?: boolean | undefined;
}

/**
 * Streams a source into a file and returns the bytes written; WrongLength when they are not as many as expected.
 * When it throws, no write is under way any more, so that the caller can close the file.
 */
export async function writeWhole(
  file: FileHandle,
  source: Source,
  expectedBytes?: number,
  wish: WriteOptions = {},
): Promise<number> {
  const writer = new GatheringWriter(file, wish);
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      if (expectedBytes !== undefined && writer.sizeBytes + chunk.byteLength > expectedBytes) {
        throw new WrongLength(expectedBytes, writer.sizeBytes + chunk.byteLength);
      }
      await writer.add(chunk);
    }
  } finally {
    await writer.end();
  }
  if (expectedBytes !== undefined && writer.sizeBytes !== expectedBytes) {
    throw new WrongLength(expectedBytes, writer.sizeBytes);
  }
  return writer.sizeBytes;
}

/**
 * Sockets give 64 kB at a time, and each write is a trip to the thread pool: what arrives while one write is under
 * way goes into the next. An idle writer waits for the smaller amount, a busy one holds its source up at the larger.
 */
const WRITE_BYTES = 128 * 1024;
const HOLD_BYTES = 1024 * 1024;

/** Appends to a file, receiving and writing side by side. */
export class GatheringWriter {
  /** Given so far, whether written or not. */
  sizeBytes = 0;
  readonly #file: FileHandle;
  readonly #consume: boolean;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #writing: Promise<void> | null = null;
  #failure: { cause: unknown } | null = null;

  constructor(file: FileHandle, { consume = false }: WriteOptions = {}) {
    this.#file = file;
    this.#consume = consume;
  }

  async add(chunk: Uint8Array): Promise<void> {
    this.sizeBytes += chunk.byteLength;
    this.#gathered.push(chunk);
    this.#gatheredBytes += chunk.byteLength;
    if (this.#gatheredBytes >= HOLD_BYTES) await this.#writing;
    if (this.#failure) throw this.#failure.cause;
    if (!this.#writing && this.#gatheredBytes >= WRITE_BYTES) this.#write();
  }

  /** Everything is written when it resolves (not synced). */
  async end(): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#failure) throw this.#failure.cause;
    await this.#writeAll(this.#gathered);
  }

  /** Never rejects: a failure is kept for the next `add` or `end`. */
  #write(): void {
    this.#writing = this.#writeAll(this.#gathered)
      .catch((cause) => {
        this.#failure = { cause };
      })
      .finally(() => {
        this.#writing = null;
      });
    this.#gathered = [];
    this.#gatheredBytes = 0;
  }

  async #writeAll(chunks: Uint8Array[]): Promise<void> {
    await writeAll(this.#file, chunks);
    if (this.#consume) chunks.forEach(release);
  }
}

/** Linux refuses longer vectors with EINVAL (limits.h). */
const IOV_MAX = 1024;

/** `writev` alone may stop short: a signal, a disk nearly full. */
async function writeAll(file: FileHandle, chunks: Uint8Array[]): Promise<void> {
  let rest = chunks.filter((chunk) => chunk.byteLength > 0);
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest.slice(0, IOV_MAX));
    rest = after(rest, bytesWritten);
  }
}

function after(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = 0;
  for (const [index, chunk] of chunks.entries()) {
    if (skipped + chunk.byteLength > bytes)
      return [chunk.subarray(bytes - skipped), ...chunks.slice(index + 1)];
    skipped += chunk.byteLength;
  }
  return [];
}
