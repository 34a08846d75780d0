import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  BLOCK_BYTES,
  type BlockCipher,
  decryptBlock,
  ENCRYPTED_BLOCK_BYTES,
  encryptedSize,
  isLastBlock,
} from '../block-cipher.ts';
import { release } from '../release.ts';
import { ObjectDamaged } from '../storage.ts';

/** About as many bytes as a stream of an unencrypted object reads at once. */
const BLOCKS_AT_ONCE = 8;

interface EncryptedContent {
  file: FileHandle;
  cipher: BlockCipher;
  /** The offset in the file at which the first block begins. */
  from: number;
  plainBytes: number;
}

/** The bytes from `start` to `end` (exclusive) of an encrypted file. Closes the file at its end. */
export class DecryptedStream extends Readable {
  readonly #content: EncryptedContent;
  readonly #end: number;
  #at: number;
  #ahead: Promise<Buffer> | null = null;
  #isReading = false;

  constructor(content: EncryptedContent, start: number, end: number) {
    super({ highWaterMark: BLOCKS_AT_ONCE * BLOCK_BYTES });
    this.#content = content;
    this.#at = start;
    this.#end = end;
  }

  override _read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#readNext().then(
      () => {
        this.#isReading = false;
      },
      (cause: unknown) => this.destroy(cause as Error),
    );
  }

  override _destroy(cause: Error | null, callback: (cause: Error | null) => void): void {
    // waits for pending reads
    this.#content.file.close().then(
      () => callback(cause),
      (failure: Error) => callback(cause ?? failure),
    );
  }

  /** Decrypts the blocks that were read ahead, and begins to read the next ones. */
  async #readNext(): Promise<void> {
    if (this.#at >= this.#end) {
      this.push(null);
      return;
    }
    const { cipher, plainBytes } = this.#content;
    const first = Math.floor(this.#at / BLOCK_BYTES);
    const bytes = await (this.#ahead ?? this.#readBlocks(first));
    if (this.destroyed) return;
    const next = first + Math.ceil(bytes.byteLength / ENCRYPTED_BLOCK_BYTES);
    this.#ahead = next * BLOCK_BYTES < this.#end ? this.#readBlocks(next) : null;
    // the `await` of the next call throws the error; this prevents an unhandled rejection
    this.#ahead?.catch(() => undefined);
    const chunks: Buffer[] = [];
    for (let block = first; block < next; block++) {
      const at = (block - first) * ENCRYPTED_BLOCK_BYTES;
      const encrypted = bytes.subarray(at, at + ENCRYPTED_BLOCK_BYTES);
      const plain = decryptBlock(cipher, block, encrypted, isLastBlock(block, plainBytes));
      const begin = block * BLOCK_BYTES;
      chunks.push(plain.subarray(Math.max(0, this.#at - begin), Math.max(0, this.#end - begin)));
    }
    release(bytes);
    this.#at = Math.min(next * BLOCK_BYTES, this.#end);
    for (const chunk of chunks) this.push(chunk);
  }

  async #readBlocks(first: number): Promise<Buffer> {
    const { file, from, plainBytes } = this.#content;
    const last = Math.min(first + BLOCKS_AT_ONCE, Math.ceil(this.#end / BLOCK_BYTES));
    const position = first * ENCRYPTED_BLOCK_BYTES;
    const length = Math.min(last * ENCRYPTED_BLOCK_BYTES, encryptedSize(plainBytes)) - position;
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length;) {
      const { bytesRead } = await file.read(bytes, done, length - done, from + position + done);
      if (bytesRead === 0) throw new ObjectDamaged('an encrypted file is cut off');
      done += bytesRead;
    }
    return bytes;
  }
}
