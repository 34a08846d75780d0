import type { Readable } from 'node:stream';
import { NotGiven } from '../network/archive-http.ts';
import type { SpooledFile } from '../working-space.ts';
import type { Encodings, SeriesToRetrieve } from './retrieval.ts';

type Retrieve = (series: SeriesToRetrieve, signal: AbortSignal) => Promise<Map<string, SpooledFile>>;
type Series = Omit<SeriesToRetrieve, 'sopInstanceUID' | 'encodings'>;

interface Kept {
  files: Map<string, SpooledFile>;
  /** those that have not been tried */
  attempts: Encodings[];
}

/** How many series keep their files: instances are read in order, a few at the same time. */
const KEPT = 3;

/**
 * Retrieves whole series, because an association for each instance would take longer than the instance. The files of the last few
 * series are kept.
 */
export class RetrievedSeries {
  readonly #retrieve: Retrieve;
  readonly #attempts: readonly Encodings[];
  readonly #kept = new Map<string, Kept>();
  /** one retrieval at a time */
  #queue: Promise<unknown> = Promise.resolve();

  /** @param attempts the encodings that are proposed for a whole series, one after the other until an instance has arrived */
  constructor(retrieve: Retrieve, attempts: readonly Encodings[]) {
    this.#retrieve = retrieve;
    this.#attempts = attempts;
  }

  /** @throws NotGiven if the archive does not send the instance */
  open(series: Series, sopInstanceUID: string, signal: AbortSignal): Promise<Readable> {
    const opened = this.#queue.then(async () => {
      const file = await this.#fileOf(series, sopInstanceUID, signal);
      // opened before the file can be removed
      return file.read(signal);
    });
    this.#queue = opened.catch(() => undefined);
    return opened;
  }

  async #fileOf(series: Series, sopInstanceUID: string, signal: AbortSignal): Promise<SpooledFile> {
    signal.throwIfAborted();
    const key = `${series.studyInstanceUID}/${series.seriesInstanceUID}`;
    const kept = this.#kept.get(key) ?? {
      files: new Map<string, SpooledFile>(),
      attempts: [...this.#attempts],
    };
    // the most recently used is the last
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) await this.#remove(oldest);
    let problem = new NotGiven('the archive does not send an instance that it lists');
    const add = async (what: Omit<SeriesToRetrieve, keyof Series>) => {
      try {
        for (const [uid, file] of await this.#retrieve({ ...series, ...what }, signal)) {
          await kept.files.get(uid)?.remove();
          kept.files.set(uid, file);
        }
      } catch (cause) {
        if (!(cause instanceof NotGiven)) throw cause;
        problem = cause;
      }
    };
    while (!kept.files.has(sopInstanceUID)) {
      const encodings = kept.attempts.shift();
      if (encodings === undefined) break;
      await add({ sopInstanceUID: null, encodings });
    }
    // an archive may leave out an instance of a series, for example because it was busy
    if (!kept.files.has(sopInstanceUID)) await add({ sopInstanceUID, encodings: 'all' });
    const file = kept.files.get(sopInstanceUID);
    if (!file) throw problem;
    return file;
  }

  async #remove(key: string): Promise<void> {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    for (const file of kept?.files.values() ?? []) await file.remove();
  }

  async close(): Promise<void> {
    await this.#queue;
    for (const key of [...this.#kept.keys()]) await this.#remove(key);
  }
}
