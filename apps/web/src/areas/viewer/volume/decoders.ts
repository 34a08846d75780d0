import decodeWorkerURL from './decode.worker.ts?worker&url';

export interface ToDecode {
  id: number;
  encoding: 'htj2k' | 'deflate';
  bits: 8 | 16;
  /** null: the samples themselves are wanted */
  scale: { slope: number; intercept: number } | null;
  bytes: Uint8Array<ArrayBuffer>;
}

/** `values` is null for a frame that cannot be read. */
export interface Decoded {
  id: number;
  values: Int16Array | Uint16Array | null;
}

/** The page, the volume and the browser want their share of the processors, too. */
const MOST = 4;
const count = () => Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));

/** Several workers that unpack frames; whoever has least to do takes the next. */
export class Decoders {
  #workers: { worker: Worker; waiting: number }[] = [];
  #answers = new Map<number, (decoded: Decoded) => void>();
  #id = 0;

  decode(packed: Omit<ToDecode, 'id'>): Promise<Decoded['values']> {
    const chosen = this.#leastBusy();
    this.#id += 1;
    const id = this.#id;
    chosen.waiting += 1;
    chosen.worker.postMessage({ ...packed, id } satisfies ToDecode, [packed.bytes.buffer]);
    return new Promise((resolve) => {
      this.#answers.set(id, ({ values }) => {
        chosen.waiting -= 1;
        resolve(values);
      });
    });
  }

  close(): void {
    for (const { worker } of this.#workers) worker.terminate();
    for (const [id, answer] of this.#answers) answer({ id, values: null });
    this.#answers.clear();
  }

  #leastBusy() {
    const idle = this.#workers.find(({ waiting }) => waiting === 0);
    if (idle) return idle;
    if (this.#workers.length < count()) {
      const worker = new Worker(decodeWorkerURL, { type: 'module' });
      worker.addEventListener('message', ({ data }: MessageEvent<Decoded>) => {
        const answer = this.#answers.get(data.id);
        this.#answers.delete(data.id);
        answer?.(data);
      });
      const added = { worker, waiting: 0 };
      this.#workers.push(added);
      return added;
    }
    return this.#workers.reduce((least, one) => (one.waiting < least.waiting ? one : least));
  }
}
