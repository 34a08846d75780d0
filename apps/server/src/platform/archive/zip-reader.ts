import type { FileHandle } from 'node:fs/promises';
import { RandomAccessReader } from 'yauzl';
import { readExactly } from './zip-blocks.ts';

/** The central directory is read in small pieces one after the other: one read for many of them. */
const WINDOW_BYTES = 256 * 1024;

/**
 * What yauzl reads through. Its own reader hands offsets taken from the archive to `fs.read` unchecked, which throws
 * outside of any promise for one beyond 2⁵³: a hostile archive would end the process.
 */
export class BoundedReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #sizeBytes: number;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(file: FileHandle, sizeBytes: number) {
    super();
    this.#file = file;
    this.#sizeBytes = sizeBytes;
  }

  override read(
    target: Buffer,
    offset: number,
    lengthBytes: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (!(position >= 0 && position + lengthBytes <= this.#sizeBytes)) {
      setImmediate(callback, new Error('unexpected EOF'));
      return;
    }
    this.#load(position, lengthBytes).then(
      () => {
        const start = position - this.#windowStart;
        this.#window.copy(target, offset, start, start + lengthBytes);
        callback(null);
      },
      (cause) => callback(cause),
    );
  }

  /** The file belongs to the caller. */
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  async #load(position: number, lengthBytes: number): Promise<void> {
    const loaded =
      position >= this.#windowStart && position + lengthBytes <= this.#windowStart + this.#window.length;
    if (loaded) return;
    const wantedBytes = Math.min(Math.max(lengthBytes, WINDOW_BYTES), this.#sizeBytes - position);
    this.#window = await readExactly(this.#file, position, wantedBytes);
    this.#windowStart = position;
  }
}
