import type { DecodeRequest, DecodeResponse } from './decode-messages.ts';
import decodeWorkerURL from './decode.worker.ts?worker&url';

/** The page, the volume worker and the browser itself need processor time, too. */
const MAX_WORKERS = 4;
const workerCount = () => Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1));

interface PooledWorker {
  worker: Worker;
  pending: number;
}

/** Workers that decompress frames. They start at once, so that they are ready when the first bytes arrive. */
export class DecoderPool {
  #workers: PooledWorker[];
  #callbacks = new Map<number, (response: DecodeResponse) => void>();
  #id = 0;

  constructor(count = workerCount()) {
    this.#workers = Array.from({ length: count }, () => this.#start());
  }

  /**
   * Decodes in the least busy worker. The arrays are transferred; null means that the frame cannot be decoded.
   */
  decode(frame: Omit<DecodeRequest, 'id'>): Promise<DecodeResponse['values']> {
    const chosen = this.#workers.reduce((least, one) => (one.pending < least.pending ? one : least));
    this.#id += 1;
    const id = this.#id;
    chosen.pending += 1;
    const { bytes, spare } = frame;
    chosen.worker.postMessage(
      { ...frame, id } satisfies DecodeRequest,
      spare ? [bytes.buffer, spare.buffer] : [bytes.buffer],
    );
    return new Promise((resolve) => {
      this.#callbacks.set(id, ({ values }) => {
        chosen.pending -= 1;
        resolve(values);
      });
    });
  }

  /** Frames that are being decoded resolve to null. */
  close(): void {
    for (const { worker } of this.#workers) worker.terminate();
    for (const [id, callback] of this.#callbacks) callback({ id, values: null });
    this.#callbacks.clear();
  }

  #start(): PooledWorker {
    const worker = new Worker(decodeWorkerURL, { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<DecodeResponse>) => {
      const callback = this.#callbacks.get(data.id);
      this.#callbacks.delete(data.id);
      callback?.(data);
    });
    return { worker, pending: 0 };
  }
}
