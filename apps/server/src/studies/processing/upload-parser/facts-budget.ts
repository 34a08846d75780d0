import type { FileFacts } from '../parser-tasks/collected-file.ts';

/** The headers of 30,000 slices. */
const MAX_BYTES = 64 * 1024 ** 2;

/**
 * Limits the memory that the headers of the files of one study occupy in the worker. Files beyond the limit are stored
 * and downloaded like all others, but not shown.
 */
export class FactsBudget {
  #leftBytes = MAX_BYTES;

  keep(facts: FileFacts): FileFacts {
    if (facts.kind !== 'dicom') return facts;
    this.#leftBytes -= JSON.stringify(facts).length;
    if (this.#leftBytes >= 0) return facts;
    return { kind: 'broken', reason: 'the headers of the study are too large' };
  }
}
