type Samples = Uint16Array<ArrayBuffer>;

/** 10 MB for slices of 400 × 400 samples. */
const MOST = 32;

/**
 * Arrays whose samples have been written into the volume, for the slices that are decoded next. The garbage collector
 * of a worker counts little of what the worker receives: without this reuse, the arrays of all slices accumulated, as
 * much memory as the volume.
 */
export class SpareArrays {
  #arrays: Samples[] = [];
  #isClosed = false;

  put(array: Samples): void {
    if (this.#isClosed) return;
    this.#arrays.push(array);
    if (this.#arrays.length > MOST) this.#arrays.shift();
  }

  /** An array of this length, or undefined. */
  take(length: number): Samples | undefined {
    const at = this.#arrays.findLastIndex((array) => array.length === length);
    return at < 0 ? undefined : this.#arrays.splice(at, 1)[0];
  }

  /** Called when nothing will be decoded any more. */
  close(): void {
    this.#isClosed = true;
    this.#arrays = [];
  }
}
