import { type FileHandle, open, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** The peer's socket is paused above HIGH_BYTES of unwritten data and resumed below LOW_BYTES. */
const HIGH_BYTES = 4 * 1024 ** 2;
const LOW_BYTES = 1024 ** 2;

/** The free space is checked again after this many bytes. */
const CHECK_SPACE_EVERY_BYTES = 16 * 1024 ** 2;

interface FlowControl {
  pause: () => unknown;
  resume: () => unknown;
  onData: () => void;
  /** the instance is larger than `maxBytes`: disconnects the peer */
  onTooLong: () => void;
}

interface Space {
  maxBytes: number;
  isFull: () => Promise<boolean>;
}

/** The disk has too little space for the instance. */
export class DiskFull extends Error {}

/**
 * Writes one received instance to a file. Accepts writes after a disk error, because dcmjs-dimse ignores back-pressure
 * and errors; the error is reported when the instance ends, and back-pressure pauses the peer's socket directly.
 */
export class IncomingInstance extends Writable {
  readonly path: string;
  readonly #fileHead: Uint8Array;
  readonly #peer: FlowControl;
  readonly #space: Space;
  #file: FileHandle | undefined;
  #failure: unknown;
  #bytes = 0;
  #bytesChecked = -CHECK_SPACE_EVERY_BYTES;

  constructor(path: string, fileHead: Uint8Array, peer: FlowControl, space: Space) {
    super({ highWaterMark: Number.MAX_SAFE_INTEGER });
    this.path = path;
    this.#fileHead = fileHead;
    this.#peer = peer;
    this.#space = space;
    this.on('error', () => undefined);
  }

  override _construct(done: () => void): void {
    open(this.path, 'wx', 0o600)
      .then(async (file) => {
        this.#file = file;
        await file.writeFile(this.#fileHead);
      })
      .catch((problem) => (this.#failure = problem))
      .finally(done);
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#peer.onData();
    this.#bytes += chunk.length;
    if (this.#bytes > this.#space.maxBytes) this.#peer.onTooLong();
    if (this.writableLength > HIGH_BYTES) this.#peer.pause();
    this.#writeChunk(chunk)
      .catch((problem) => (this.#failure = problem))
      .finally(() => {
        if (this.writableLength < LOW_BYTES) this.#peer.resume();
        done();
      });
  }

  async #writeChunk(chunk: Buffer): Promise<void> {
    if (this.#failure !== undefined || this.#bytes > this.#space.maxBytes) return;
    if (this.#bytes - this.#bytesChecked >= CHECK_SPACE_EVERY_BYTES) {
      this.#bytesChecked = this.#bytes;
      if (await this.#space.isFull()) throw new DiskFull();
    }
    await this.#file?.writeFile(chunk);
  }

  override _final(done: () => void): void {
    Promise.resolve(this.#failure === undefined ? this.#file?.sync() : undefined)
      .catch((problem) => (this.#failure = problem))
      .finally(done);
  }

  override _destroy(problem: Error | null, done: (problem: Error | null) => void): void {
    Promise.resolve(this.#file?.close())
      .catch(() => undefined)
      .finally(() => done(problem));
  }

  /** Resolves when the whole file is synced to the disk; rejects with the error of any write. */
  async stored(): Promise<void> {
    await finished(this);
    if (this.#failure !== undefined) throw this.#failure;
  }

  async discard(): Promise<void> {
    this.destroy();
    await finished(this).catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
