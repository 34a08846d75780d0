import type { FileHandle } from 'node:fs/promises';
import { RandomAccessReader } from 'yauzl';
import { readExactly } from './zip-blocks.ts';

/** yauzl reads the central directory in small consecutive pieces; one read of the file serves many of them. */
const WINDOW_BYTES = 256 * 1024;

/**
 * The reader that yauzl is given. Its own reader passes offsets from the archive to `fs.read` unchecked. For an offset
 * beyond 2⁵³ `fs.read` throws outside of any promise, so a malicious archive would end the process.
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

  /** The caller opened the file and closes it. */
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
