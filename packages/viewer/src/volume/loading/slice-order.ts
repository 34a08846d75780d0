/** `half`: the first bytes of frames, which give half the resolution; `rest`: their remaining bytes. */
type FramePart = 'whole' | 'half' | 'rest';

/**
 * The slices that one request loads: all, or every other one, from `next` up to but not including `end`; none of them
 * has arrived.
 */
export interface SliceTask {
  part: FramePart;
  next: number;
  end: number;
  every: 1 | 2;
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
/** The first request has few slices, so that the slice that the user looks at soon has its full resolution. */
const FIRST = 8;

/**
 * The order in which the slices of a volume are loaded: among equals, those nearest to the one that the user looks
 * at. If frames can be sent in parts, some whole slices come first. Then every other slice is loaded at half the
 * resolution, so that the volume has half the resolution in all directions. Last come the rest of these slices and
 * the slices between them.
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
    if (!this.#hasParts) return this.#take('whole', this.#nearest([NONE], current), MOST.whole, 1);
    if (isFirst) return this.#take('whole', this.#nearest([NONE], current), FIRST, 1);
    const half = this.#nearest([NONE], current, 2);
    if (half !== undefined) return this.#take('half', half, MOST.half, 2);
    const remaining = this.#nearest([NONE, HALF], current);
    if (remaining === undefined) return undefined;
    const part = this.#states[remaining] === HALF ? 'rest' : 'whole';
    return this.#take(part, remaining, MOST[part], 2);
  }

  /** The first part of a slice has arrived. Returns whether it was requested. */
  halfArrived(slice: number): boolean {
    const isRequested = this.#states[slice] === HALF_REQUESTED;
    if (isRequested) this.#states[slice] = HALF;
    return isRequested;
  }

  /** The slices around the nearest one that have the same state, within a block of `most` slices. */
  #take(part: FramePart, nearest: number | undefined, most: number, every: 1 | 2): SliceTask | undefined {
    if (nearest === undefined) return undefined;
    const from = this.#states[nearest];
    const block = Math.floor(nearest / (most * every)) * most * every;
    const blockEnd = Math.min(this.#states.length, block + most * every);
    let next = nearest;
    let end = nearest + 1;
    while (next - every >= block && this.#states[next - every] === from) next -= every;
    while (end - 1 + every < blockEnd && this.#states[end - 1 + every] === from) end += every;
    for (let slice = next; slice < end; slice += every)
      this.#states[slice] = part === 'half' ? HALF_REQUESTED : REQUESTED;
    return { part, next, end, every };
  }

  #nearest(states: readonly number[], current: number, every = 1): number | undefined {
    let nearest: number | undefined;
    for (let slice = 0; slice < this.#states.length; slice += every)
      if (
        states.includes(this.#states[slice]!) &&
        (nearest === undefined || Math.abs(slice - current) < Math.abs(nearest - current))
      )
        nearest = slice;
    return nearest;
  }
}
