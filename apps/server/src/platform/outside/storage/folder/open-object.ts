import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type BlockCipher, plainSize } from '../block-cipher.ts';
import { DecryptedStream } from './decrypted-file.ts';
import { findCipher, HEADER_BYTES, type StorageKeys } from '../file-encryption.ts';
import { SentFile } from '../sent-file.ts';

const READ_BYTES = 512 * 1024;

/** An open object of the local store. `stream` closes it at its end; otherwise call `close`. */
export class OpenObject {
  readonly sizeBytes: number;
  /** A strong entity tag with its quotes; each upload to a key has a different one. */
  readonly etag: string;
  readonly modifiedAt: Date;
  readonly #file: FileHandle;
  readonly #cipher: BlockCipher | null;

  private constructor(file: FileHandle, stats: BigIntStats, cipher: BlockCipher | null) {
    this.#file = file;
    this.#cipher = cipher;
    this.sizeBytes = cipher ? plainSize(Number(stats.size) - HEADER_BYTES) : Number(stats.size);
    this.etag = etagOf(stats);
    this.modifiedAt = stats.mtime;
  }

  /** Takes over the file: closes it if it cannot be read. */
  static async of(file: FileHandle, keys: StorageKeys): Promise<OpenObject> {
    try {
      return new OpenObject(file, await file.stat({ bigint: true }), await findCipher(file, keys));
    } catch (cause) {
      await file.close();
      throw cause;
    }
  }

  get isEncrypted(): boolean {
    return this.#cipher !== null;
  }

  /** `end` is exclusive. */
  stream(start: number, end: number): Readable {
    if (start < end && this.#cipher) {
      const content = {
        file: this.#file,
        cipher: this.#cipher,
        from: HEADER_BYTES,
        plainBytes: this.sizeBytes,
      };
      return new DecryptedStream(content, start, end);
    }
    if (start < end) return this.#file.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
    void this.close();
    return Readable.from([]);
  }

  /** The same bytes as `stream` reads, to be piped into a response. */
  sent(start: number, end: number): Readable {
    if (start === end || this.#cipher) return this.stream(start, end);
    return new SentFile(this.#file, start, end);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Does not change when the temporary file is renamed to the object's path. Another upload is another file. */
export const etagOf = ({ ino, size, mtimeNs }: BigIntStats): string =>
  `"${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}"`;
