/** `half`: the first bytes of frames, which give half the resolution; `rest`: their remaining bytes. */
type FramePart = 'whole' | 'half' | 'rest';

/** Slices that one request loads: those from `next` to before `end` have not arrived. */
export interface SliceTask {
  part: FramePart;
  next: number;
  end: number;
}

const NONE = 0;
const HALF_REQUESTED = 1;
const HALF = 2;
const REQUESTED = 3;

/**
 * Slices per request: few enough to follow the user's scrolling, and enough of them that the round trip of a request does not
 * matter.
 */
const MOST: Record<FramePart, number> = { whole: 24, half: 48, rest: 24 };
/** So that the slice that the user looks at soon has its full resolution. */
const FIRST = 8;

/**
 * The order in which the slices of a volume are loaded, always those nearest to the one that the user looks at first. If frames
 * can be sent in parts: some whole slices, then all slices at half the resolution, then what remains of each.
 */
export class SliceOrder {
  #states: Uint8Array;
  #hasParts: boolean;
  #isFirst = true;

  constructor(count: number, hasParts: boolean) {
    this.#states = new Uint8Array(count);
    this.#hasParts = hasParts;
  }

  /** The next request; undefined if nothing is left, or only slices whose first part has not arrived. */
  next(current: number): SliceTask | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!this.#hasParts) return this.#take('whole', NONE, REQUESTED, current, MOST.whole);
    if (isFirst) return this.#take('whole', NONE, REQUESTED, current, FIRST);
    return (
      this.#take('half', NONE, HALF_REQUESTED, current, MOST.half) ??
      this.#take('rest', HALF, REQUESTED, current, MOST.rest)
    );
  }

  /** The first part of a slice has arrived. */
  halfArrived(slice: number): void {
    if (this.#states[slice] === HALF_REQUESTED) this.#states[slice] = HALF;
  }

  /** The slices in a state that surround the nearest one, within a block of `most`. */
  #take(part: FramePart, from: number, to: number, current: number, most: number): SliceTask | undefined {
    const nearest = this.#nearest(from, current);
    if (nearest === undefined) return undefined;
    const block = Math.floor(nearest / most) * most;
    const blockEnd = Math.min(this.#states.length, block + most);
    let [next, end] = [nearest, nearest + 1];
    while (next > block && this.#states[next - 1] === from) next -= 1;
    while (end < blockEnd && this.#states[end] === from) end += 1;
    this.#states.fill(to, next, end);
    return { part, next, end };
  }

  #nearest(state: number, current: number): number | undefined {
    let nearest: number | undefined;
    for (let slice = 0; slice < this.#states.length; slice += 1)
      if (
        this.#states[slice] === state &&
        (nearest === undefined || Math.abs(slice - current) < Math.abs(nearest - current))
      )
        nearest = slice;
    return nearest;
  }
}
