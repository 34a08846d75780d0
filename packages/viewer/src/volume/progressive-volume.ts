import { enlargeSlice } from '@snimok/imaging/volume/enlarge';
import type { Volume } from '@snimok/imaging/volume/volume';
import type { Grid } from '../geometry/surface.ts';
import { looks, type Source } from './request-handlers.ts';
import type { Kind, Requests } from './messages.ts';
import type { Placement } from './placement.ts';
import { isStackedUp, placeOfSlice, turnSlice } from './reorient.ts';

const EMPTY = 0;
const ENLARGED = 1;
const FULL = 2;

/**
 * The one copy of a study's voxels. Until the full volume has something everywhere, the coarse one answers; it is
 * enlarged, slice by slice, under those that have not come yet.
 */
export class HeldVolume {
  #full: Volume & { values: Int16Array };
  #axes: Placement['axes'];
  #coarse: Source | undefined;
  /** of the series, in the order of the turned volume where they lie level in it */
  #slices: Uint8Array;
  #empty: number;
  arrived = 0;

  constructor({ size, spacingMm, axes }: Grid & Pick<Placement, 'axes'>) {
    this.#full = { size, spacingMm, values: new Int16Array(size[0] * size[1] * size[2]) };
    this.#axes = axes;
    this.#empty = size[axes[2]!.to];
    this.#slices = new Uint8Array(this.#empty);
  }

  preview(coarse: Source): void {
    if (this.#empty > 0) this.#coarse = coarse;
  }

  put(index: number, values: Int16Array): void {
    const { size } = this.#full;
    const place = placeOfSlice(this.#axes, size, index);
    const wanted = (size[0] * size[1] * size[2]) / this.#slices.length;
    if (values.length !== wanted || place < 0 || place >= this.#slices.length) return;
    turnSlice(this.#full.values, size, this.#axes, index, values);
    if (this.#slices[place] !== FULL) this.arrived += 1;
    this.#mark(place, FULL);
  }

  /** Enlarges one slice; false when there is none left to enlarge. */
  enlargeNext(): boolean {
    if (!this.#coarse || this.#empty === 0 || !isStackedUp(this.#axes)) return false;
    const place = this.#slices.indexOf(EMPTY);
    const area = this.#full.size[0] * this.#full.size[1];
    const into = this.#full.values.subarray(place * area, (place + 1) * area);
    enlargeSlice(this.#coarse.volume, this.#coarse.offsetMm, this.#full, place, into);
    this.#mark(place, ENLARGED);
    return this.#empty > 0;
  }

  answer<K extends Kind>(kind: K, asked: Requests[K]['asked']): Requests[K]['answer'] {
    return looks[kind](asked, this.#coarse ?? { volume: this.#full, offsetMm: [0, 0, 0] }, this.#full);
  }

  #mark(place: number, state: number): void {
    if (this.#slices[place] === EMPTY) this.#empty -= 1;
    this.#slices[place] = state;
    if (this.#empty === 0) this.#coarse = undefined;
  }
}
