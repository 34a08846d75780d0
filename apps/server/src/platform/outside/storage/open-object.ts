import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

const READ_BYTES = 512 * 1024;

/** An open object of the local store. `stream` closes it at its end; otherwise call `close`. */
export class OpenObject {
  readonly sizeBytes: number;
  /** A strong entity tag with its quotes; each upload to a key has a different one. */
  readonly etag: string;
  readonly modifiedAt: Date;
  readonly #file: FileHandle;

  constructor(file: FileHandle, stats: BigIntStats) {
    this.#file = file;
    this.sizeBytes = Number(stats.size);
    this.etag = etagOf(stats);
    this.modifiedAt = stats.mtime;
  }

  /** `end` is exclusive. */
  stream(start: number, end: number): Readable {
    if (start < end) return this.#file.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
    void this.close();
    return Readable.from([]);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Renaming the temporary file to the object's path changes none of these; another upload is another file. */
export const etagOf = ({ ino, size, mtimeNs }: BigIntStats): string =>
  `"${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}"`;
