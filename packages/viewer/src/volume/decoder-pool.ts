import decodeWorkerURL from './decode.worker.ts?worker&url';

export interface DecodeRequest {
  id: number;
  encoding: 'htj2k' | 'deflate';
  bits: 8 | 16;
  /** null: the samples themselves are wanted */
  scale: { slope: number; intercept: number } | null;
  bytes: Uint8Array<ArrayBuffer>;
}

/** `values` is null for a frame that cannot be read. */
export interface DecodeResponse {
  id: number;
  values: Int16Array | Uint16Array | null;
}

/** The page, the volume and the browser want their share of the processors, too. */
const MOST = 4;
const count = () => Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));

interface Unpacker {
  worker: Worker;
  waiting: number;
}

/** Several workers that unpack frames; whoever has least to do takes the next. They start while bytes are on their way. */
export class DecoderPool {
  #unpackers: Unpacker[];
  #answers = new Map<number, (decoded: DecodeResponse) => void>();
  #id = 0;

  constructor(workers = count()) {
    this.#unpackers = Array.from({ length: workers }, () => this.#start());
  }

  decode(packed: Omit<DecodeRequest, 'id'>): Promise<DecodeResponse['values']> {
    const chosen = this.#unpackers.reduce((least, one) => (one.waiting < least.waiting ? one : least));
    this.#id += 1;
    const id = this.#id;
    chosen.waiting += 1;
    chosen.worker.postMessage({ ...packed, id } satisfies DecodeRequest, [packed.bytes.buffer]);
    return new Promise((resolve) => {
      this.#answers.set(id, ({ values }) => {
        chosen.waiting -= 1;
        resolve(values);
      });
    });
  }

  close(): void {
    for (const { worker } of this.#unpackers) worker.terminate();
    for (const [id, answer] of this.#answers) answer({ id, values: null });
    this.#answers.clear();
  }

  #start(): Unpacker {
    const worker = new Worker(decodeWorkerURL, { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<DecodeResponse>) => {
      const answer = this.#answers.get(data.id);
      this.#answers.delete(data.id);
      answer?.(data);
    });
    return { worker, waiting: 0 };
  }
}
