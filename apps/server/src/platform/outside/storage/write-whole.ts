import type { FileHandle } from 'node:fs/promises';
import { release } from './release.ts';
import { type Source, WrongLength } from './storage.ts';

export interface WriteOptions {
  /** Frees each chunk's memory as soon as it is written; no other code may read the chunks. */
  consume?: boolean | undefined;
  /** The offset in the file of the first byte; without it, chunks are appended. */
  position?: number | undefined;
}

/**
 * Writes a source to a file and returns the number of bytes; throws WrongLength if it is not the expected number. After a
 * throw no write is pending, so the caller can close the file.
 */
export async function writeWhole(
  file: FileHandle,
  source: Source,
  expectedBytes?: number,
  options: WriteOptions = {},
): Promise<number> {
  const writer = new GatheringWriter(file, options);
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

/** Yields the chunks and counts them; throws WrongLength if their length is not the expected one. */
export async function* checkedLength(
  source: Source,
  expectedBytes: number | undefined,
  counted: { sizeBytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    counted.sizeBytes += chunk.byteLength;
    if (expectedBytes !== undefined && counted.sizeBytes > expectedBytes)
      throw new WrongLength(expectedBytes, counted.sizeBytes);
    yield chunk;
  }
  if (expectedBytes !== undefined && counted.sizeBytes !== expectedBytes)
    throw new WrongLength(expectedBytes, counted.sizeBytes);
}

/**
 * Sockets deliver 64 kB at a time and each write occupies the thread pool, so chunks that arrive during a write are
 * gathered for the next one. An idle writer starts at WRITE_BYTES; at MAX_GATHERED_BYTES `add` waits for the write.
 */
const WRITE_BYTES = 128 * 1024;
const MAX_GATHERED_BYTES = 1024 * 1024;

/** Appends chunks to a file; receives the next ones while it writes. */
export class GatheringWriter {
  /** All bytes added so far, written or not. */
  sizeBytes = 0;
  readonly #file: FileHandle;
  readonly #consume: boolean;
  #position: number | undefined;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #writing: Promise<void> | null = null;
  #failure: { cause: unknown } | null = null;

  constructor(file: FileHandle, { consume = false, position }: WriteOptions = {}) {
    this.#file = file;
    this.#consume = consume;
    this.#position = position;
  }

  async add(chunk: Uint8Array): Promise<void> {
    this.sizeBytes += chunk.byteLength;
    this.#gathered.push(chunk);
    this.#gatheredBytes += chunk.byteLength;
    if (this.#gatheredBytes >= MAX_GATHERED_BYTES) await this.#writing;
    if (this.#failure) throw this.#failure.cause;
    if (!this.#writing && this.#gatheredBytes >= WRITE_BYTES) this.#write();
  }

  /** When it resolves, all chunks are written, but not synced. */
  async end(): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#failure) throw this.#failure.cause;
    await this.#writeAll(this.#gathered);
  }

  /** Never rejects: the next `add` or `end` throws the error. */
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
    await writeAll(this.#file, chunks, this.#position);
    if (this.#position !== undefined) for (const { byteLength } of chunks) this.#position += byteLength;
    if (this.#consume) chunks.forEach(release);
  }
}

/** Linux rejects longer vectors with EINVAL (limits.h). */
const IOV_MAX = 1024;

/** Repeats `writev`, which may write fewer bytes than given, e.g. when the disk is nearly full. */
async function writeAll(file: FileHandle, chunks: Uint8Array[], position?: number): Promise<void> {
  let at = position;
  let rest = chunks.filter((chunk) => chunk.byteLength > 0);
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest.slice(0, IOV_MAX), at);
    if (at !== undefined) at += bytesWritten;
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
