import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Algorithm, HashReply, HashTask } from './hash-tasks.ts';

/** Bytes are sent to the thread in pieces of this size, so that a slice of a volume is one piece. */
const PIECE_BYTES = 512 * 1024;
/** This many pieces are kept for reuse: if each were new, every 64 of them would cause a full garbage collection. */
const MAX_FREE = 32;
/** While more bytes wait for the thread, `update` waits too. */
const MAX_WAITING_BYTES = 16 * 1024 ** 2;
/** The thread ends after this time without work. */
const IDLE_MS = 60_000;

interface Digesting {
  resolve(digest: Buffer): void;
  reject(cause: unknown): void;
}

/**
 * One thread for all imports of the process. MD5 and SHA-256 of a file take as long as receiving it, so the main thread would import at
 * half the rate.
 */
class HashThread {
  readonly #worker = new Worker(join(import.meta.dirname, 'hash-thread.ts'));
  readonly #digesting = new Map<number, Digesting>();
  readonly #free: ArrayBuffer[] = [];
  #waitingBytes = 0;
  /** resolves when the thread has taken enough, or has ended */
  #continued = Promise.withResolvers<void>();
  #failure: { cause: unknown } | null = null;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (reply: HashReply) => this.#take(reply));
    this.#worker.on('error', (cause) => this.#fail(cause));
    this.#worker.on('exit', () => this.#fail(new Error('the thread for checksums has ended')));
  }

  get hasEnded(): boolean {
    return this.#failure !== null;
  }

  takePiece(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#free.pop() ?? new ArrayBuffer(PIECE_BYTES));
  }

  async send(task: HashTask): Promise<void> {
    if (this.#failure) throw this.#failure.cause;
    this.#waitingBytes += task.bytes.length;
    this.#worker.postMessage(task, [task.bytes.buffer]);
    if (this.#waitingBytes > MAX_WAITING_BYTES) await this.#continued.promise;
  }

  digest(id: number): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#digesting.set(id, { resolve, reject });
    this.#worker.ref();
    return promise;
  }

  end(): void {
    void this.#worker.terminate();
  }

  #take({ id, piece, takenBytes, digest }: HashReply): void {
    if (this.#free.length < MAX_FREE) this.#free.push(piece);
    else piece.transfer(0);
    this.#waitingBytes -= takenBytes;
    if (this.#waitingBytes <= MAX_WAITING_BYTES) this.#continueSending();
    if (!digest) return;
    this.#digesting.get(id)?.resolve(Buffer.from(digest));
    this.#digesting.delete(id);
    if (this.#digesting.size === 0) this.#worker.unref();
  }

  #continueSending(): void {
    this.#continued.resolve();
    this.#continued = Promise.withResolvers();
  }

  #fail(cause: unknown): void {
    this.#failure ??= { cause };
    for (const { reject } of this.#digesting.values()) reject(cause);
    this.#digesting.clear();
    this.#continueSending();
  }
}

let thread: HashThread | null = null;
let idle: NodeJS.Timeout | undefined;
let users = 0;
let count = 0;

const useThread = (): HashThread => {
  clearTimeout(idle);
  users += 1;
  if (!thread || thread.hasEnded) thread = new HashThread();
  return thread;
};

const leaveThread = (): void => {
  users -= 1;
  if (users > 0) return;
  idle = setTimeout(() => {
    thread?.end();
    thread = null;
  }, IDLE_MS).unref();
};

/** The checksum of one file, computed in a thread. Every hash ends with `digest` or `abandon`. */
export class FileHash {
  readonly #algorithm: Algorithm;
  readonly #id = (count += 1);
  readonly #thread = useThread();
  #piece: Uint8Array<ArrayBuffer> | null = null;
  #filled = 0;
  #isSent = false;
  #hasEnded = false;

  constructor(algorithm: Algorithm) {
    this.#algorithm = algorithm;
  }

  /** Copies the chunk. */
  async update(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      this.#piece ??= this.#thread.takePiece();
      const some = chunk.subarray(at, at + PIECE_BYTES - this.#filled);
      this.#piece.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
      if (this.#filled === PIECE_BYTES) await this.#send(false);
    }
  }

  async digest(): Promise<Buffer> {
    const digest = this.#thread.digest(this.#id);
    // `send` fails with the same error first, and then nothing awaits this promise
    digest.catch(() => undefined);
    try {
      await this.#send(true);
      return await digest;
    } finally {
      this.#leave();
    }
  }

  /** Forgets the file. Does nothing after `digest`. */
  abandon(): void {
    if (this.#hasEnded) return;
    this.#leave();
    // the last piece frees the state in the thread; if the thread has failed, there is none
    if (this.#isSent) this.#send(true).catch(() => undefined);
  }

  #leave(): void {
    this.#hasEnded = true;
    leaveThread();
  }

  #send(isLast: boolean): Promise<void> {
    const piece = this.#piece ?? this.#thread.takePiece();
    const bytes = piece.subarray(0, this.#filled);
    this.#piece = null;
    this.#filled = 0;
    this.#isSent = true;
    return this.#thread.send({ id: this.#id, algorithm: this.#algorithm, bytes, isLast });
  }
}
