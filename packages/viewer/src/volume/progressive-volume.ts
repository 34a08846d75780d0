import { enlargeSlice } from '@snimok/imaging/volume/enlarge';
import type { Volume } from '@snimok/imaging/volume/volume';
import type { Grid } from '../geometry/surface.ts';
import { requestHandlers, type VoxelSource } from './request-handlers.ts';
import type { RequestKind, VolumeRequests } from './messages.ts';
import type { Placement } from './placement.ts';
import { isStackedAlongZ, sliceIndexInVolume, writeReorientedSlice } from './reorient.ts';

const EMPTY = 0;
const ENLARGED = 1;
const FULL = 2;

/**
 * The one copy of a study's voxels. Until the full volume has something everywhere, the coarse one answers; it is
 * enlarged, slice by slice, under those that have not come yet.
 */
export class ProgressiveVolume {
  #full: Volume & { values: Int16Array };
  #axes: Placement['axes'];
  #coarse: VoxelSource | undefined;
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

  preview(coarse: VoxelSource): void {
    if (this.#empty > 0) this.#coarse = coarse;
  }

  put(index: number, values: Int16Array): void {
    const { size } = this.#full;
    const position = sliceIndexInVolume(this.#axes, size, index);
    const wanted = (size[0] * size[1] * size[2]) / this.#slices.length;
    if (values.length !== wanted || position < 0 || position >= this.#slices.length) return;
    writeReorientedSlice(this.#full.values, size, this.#axes, index, values);
    if (this.#slices[position] !== FULL) this.arrived += 1;
    this.#mark(position, FULL);
  }

  /** Enlarges one slice; false when there is none left to enlarge. */
  enlargeNext(): boolean {
    if (!this.#coarse || this.#empty === 0 || !isStackedAlongZ(this.#axes)) return false;
    const position = this.#slices.indexOf(EMPTY);
    const area = this.#full.size[0] * this.#full.size[1];
    const into = this.#full.values.subarray(position * area, (position + 1) * area);
    enlargeSlice(this.#coarse.volume, this.#coarse.offsetMm, this.#full, position, into);
    this.#mark(position, ENLARGED);
    return this.#empty > 0;
  }

  response<K extends RequestKind>(
    kind: K,
    request: VolumeRequests[K]['request'],
  ): VolumeRequests[K]['response'] {
    return requestHandlers[kind](
      request,
      this.#coarse ?? { volume: this.#full, offsetMm: [0, 0, 0] },
      this.#full,
    );
  }

  #mark(position: number, state: number): void {
    if (this.#slices[position] === EMPTY) this.#empty -= 1;
    this.#slices[position] = state;
    if (this.#empty === 0) this.#coarse = undefined;
  }
}
