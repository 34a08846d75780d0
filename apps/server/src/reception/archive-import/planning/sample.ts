import type { Source } from '../sources/source.ts';
import type { SourceColumns } from '../study-queries.ts';

const SAMPLED_STUDIES = 5;
const SAMPLED_FILES = 4;

/** Reads some files of the first studies, to learn how fast the source is and how large its studies are. */
export class Sample {
  readonly #source: Source;
  readonly #signal: AbortSignal;
  #studies = 0;
  #bytes = 0;
  #ms = 0;

  constructor(source: Source, signal: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
  }

  /** Null if nothing was read. */
  get bytesPerSecond(): number | null {
    return this.#bytes === 0 ? null : Math.max(1, Math.round((this.#bytes * 1000) / Math.max(1, this.#ms)));
  }

  /** The study with the number and size of its files, if the source does not state them and the study is in the sample. */
  async complete(study: SourceColumns): Promise<SourceColumns> {
    if (this.#studies >= SAMPLED_STUDIES) return study;
    this.#studies += 1;
    const { sourceKey: key, studyInstanceUID } = study;
    let count = 0;
    let stated = 0;
    let read = 0;
    let readFiles = 0;
    for await (const { sizeBytes, open } of this.#source.instances({ key, studyInstanceUID }, this.#signal)) {
      count += 1;
      stated += sizeBytes ?? 0;
      if (readFiles >= SAMPLED_FILES) continue;
      readFiles += 1;
      const bytes = await this.#read(open).catch(() => 0);
      read += bytes;
    }
    const estimated = readFiles === 0 ? null : Math.round((read / readFiles) * count);
    return {
      ...study,
      instanceCount: study.instanceCount ?? count,
      sizeBytes: study.sizeBytes ?? (stated > 0 ? stated : estimated),
    };
  }

  async #read(open: (signal: AbortSignal) => Promise<AsyncIterable<Buffer>>): Promise<number> {
    const began = performance.now();
    let bytes = 0;
    for await (const chunk of await open(this.#signal)) bytes += chunk.length;
    this.#bytes += bytes;
    this.#ms += performance.now() - began;
    return bytes;
  }
}
