import type { DecodeRequest, DecodeResponse } from './decode-messages.ts';
import decodeWorkerURL from './decode.worker.ts?worker&url';

/** The page, the volume worker and the browser itself need processor time, too. */
const MAX_WORKERS = 4;
const workerCount = () => Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1));

interface Decoding {
  resolve: (values: DecodeResponse['values']) => void;
  reject: (reason: Error) => void;
}

interface PooledWorker {
  worker: Worker;
  /** by the id of the request */
  pending: Map<number, Decoding>;
  hasEnded: boolean;
}

/** Workers that decompress frames. They start at once, so that they are ready when the first bytes arrive. */
export class DecoderPool {
  #workers: PooledWorker[];
  #id = 0;

  constructor(count = workerCount()) {
    this.#workers = Array.from({ length: count }, () => startWorker());
  }

  /**
   * Decodes in the least busy worker. The arrays are transferred; null means that the frame cannot be decoded. Rejects if the
   * worker ends, for lack of memory or because its code has not arrived; the next frame then starts another one.
   */
  decode(frame: Omit<DecodeRequest, 'id'>): Promise<DecodeResponse['values']> {
    const { worker, pending } = this.#leastBusy();
    this.#id += 1;
    const id = this.#id;
    const { bytes, spare } = frame;
    worker.postMessage(
      { ...frame, id } satisfies DecodeRequest,
      spare ? [bytes.buffer, spare.buffer] : [bytes.buffer],
    );
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
    });
  }

  /** Frames that are being decoded resolve to null. */
  close(): void {
    for (const { worker, pending } of this.#workers) {
      worker.terminate();
      for (const { resolve } of pending.values()) resolve(null);
      pending.clear();
    }
  }

  #leastBusy(): PooledWorker {
    const chosen = this.#workers.reduce((least, one) =>
      one.pending.size < least.pending.size ? one : least,
    );
    if (!chosen.hasEnded) return chosen;
    const another = startWorker();
    this.#workers[this.#workers.indexOf(chosen)] = another;
    return another;
  }
}

function startWorker(): PooledWorker {
  const worker = new Worker(decodeWorkerURL, { type: 'module' });
  const started: PooledWorker = { worker, pending: new Map(), hasEnded: false };
  worker.addEventListener('message', ({ data }: MessageEvent<DecodeResponse>) => {
    started.pending.get(data.id)?.resolve(data.values);
    started.pending.delete(data.id);
  });
  worker.addEventListener('error', () => {
    worker.terminate();
    started.hasEnded = true;
    for (const { reject } of started.pending.values()) reject(new Error('a decoder has ended'));
    started.pending.clear();
  });
  return started;
}
