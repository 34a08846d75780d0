import { doubledPlane, upsampleSlice } from '@snimok/imaging/volume/upsample';
import { AIR, type Volume } from '@snimok/imaging/volume/volume';
import type { Grid } from '../../geometry/surface.ts';
import { clamp } from '../../geometry/vectors.ts';
import type { RequestKind, VolumeRequests } from './messages.ts';
import type { Placement } from '../voxels/placement.ts';
import { isStackedAlongZ, sliceIndexInVolume, writeReorientedSlice } from '../voxels/reorient.ts';
import { requestHandlers, sheetInParts, type VoxelSource } from './request-handlers.ts';
import { GAP_SAMPLE, type SampleScale, toSample } from '../voxels/units.ts';

const MAX_SAMPLE = 65_535;

const EMPTY = 0;
const ENLARGED = 1;
const FULL = 2;
/** Not measured: its voxels are `GAP_SAMPLE`, and what arrives for it is ignored. */
const MISSING = 3;
/** Interpolated from half the resolution. */
const HALF = 4;
/** The mean of the two slices beside it, of which one at least has half the resolution. */
const BETWEEN = 5;

/**
 * The only copy of a study's voxels, as the samples that were transferred: no value is clipped or rounded. While the
 * full volume still has empty slices, requests are answered from the preview. The preview is enlarged into the empty
 * slices one by one; then the full volume answers.
 */
export class ProgressiveVolume {
  #full: Volume & { values: Uint16Array };
  #scale: SampleScale;
  #hasGaps: boolean;
  #axes: Placement['axes'];
  #preview: VoxelSource | undefined;
  /** the state of each slice of the series, in the order of the volume's axis that they are stacked along */
  #sliceStates: Uint8Array;
  #emptyCount: number;
  /** how many slices of the full volume have been put */
  arrived = 0;
  /** how many have been put at least at half the resolution, or were not measured */
  arrivedHalves = 0;

  /**
   * @param scale of the samples, with a positive slope
   * @param missing indexes of the slices of the series that were not measured
   * @param hasGaps whether slices contain `GAP_SAMPLE` where nothing was measured
   */
  constructor(
    { size, spacingMm, axes }: Grid & Pick<Placement, 'axes'>,
    scale: SampleScale,
    missing: readonly number[] = [],
    hasGaps = false,
  ) {
    const values = new Uint16Array(size[0] * size[1] * size[2]);
    const outside = clamp(Math.round(toSample(scale, AIR)), 0, MAX_SAMPLE);
    this.#full = {
      size,
      spacingMm,
      values,
      outside,
      ...((hasGaps || missing.length > 0) && { gap: GAP_SAMPLE }),
    };
    this.#scale = scale;
    this.#hasGaps = hasGaps;
    this.#axes = axes;
    this.#emptyCount = size[axes[2]!.to];
    this.#sliceStates = new Uint8Array(this.#emptyCount);
    const gap = new Uint16Array(values.length / this.#emptyCount).fill(GAP_SAMPLE);
    for (const index of missing) {
      const at = sliceIndexInVolume(axes, size, index);
      if (at < 0 || at >= this.#sliceStates.length) continue;
      writeReorientedSlice(values, size, axes, index, gap);
      this.#setState(at, MISSING);
      this.arrivedHalves += 1;
    }
  }

  setPreview(preview: VoxelSource): void {
    if (this.#emptyCount === 0) return;
    const { volume, offsetMm } = preview;
    this.#preview = { volume: { ...volume, outside: this.#full.outside! }, offsetMm };
  }

  /** Stores one slice of the series. A slice of the wrong size or index is ignored. */
  putSlice(index: number, values: Uint16Array): void {
    const { size } = this.#full;
    const at = sliceIndexInVolume(this.#axes, size, index);
    const expectedLength = (size[0] * size[1] * size[2]) / this.#sliceStates.length;
    if (values.length !== expectedLength || at < 0 || at >= this.#sliceStates.length) return;
    if (this.#sliceStates[at] !== FULL) this.arrived += 1;
    this.#countHalf(at);
    if (this.#sliceStates[at] !== MISSING) {
      if (this.#keepsMeasured) keepMeasured(values);
      writeReorientedSlice(this.#full.values, size, this.#axes, index, values);
    }
    this.#setState(at, FULL);
    this.#fillBeside(at);
  }

  /** Stores a slice of half the resolution, unless the whole one is there. */
  putHalf(index: number, half: Uint16Array): void {
    const { size } = this.#full;
    const at = sliceIndexInVolume(this.#axes, size, index);
    const columns = size[this.#axes[0]!.to];
    const rows = size[this.#axes[1]!.to];
    if (half.length !== Math.ceil(columns / 2) * Math.ceil(rows / 2)) return;
    if (at < 0 || at >= this.#sliceStates.length) return;
    if (!this.#countHalf(at) && this.#sliceStates[at] !== BETWEEN) return;
    const values = doubledPlane(half, columns, rows);
    if (this.#keepsMeasured) keepMeasured(values);
    writeReorientedSlice(this.#full.values, size, this.#axes, index, values);
    this.#setState(at, HALF);
    this.#fillBeside(at);
  }

  /** Fills the slices beside one that has arrived, if the slice on their other side is there or the volume ends. */
  #fillBeside(at: number): void {
    for (const direction of [-1, 1]) {
      const between = at + direction;
      const other = at + 2 * direction;
      if (this.#sliceStates[between] !== EMPTY && this.#sliceStates[between] !== ENLARGED) continue;
      const beyond = this.#sliceStates[other];
      const isAlone = beyond === undefined || beyond === MISSING;
      if (!isAlone && beyond !== HALF && beyond !== FULL) continue;
      if (this.#sliceStates[at] !== HALF && beyond !== HALF) continue;
      this.#countHalf(between);
      writeMean(this.#full, this.#axes[2]!.to, between, [at, isAlone ? at : other]);
      this.#setState(between, BETWEEN);
    }
  }

  /** Enlarges the preview into one empty slice. Returns false when none is left. */
  enlargeNextSlice(): boolean {
    if (!this.#preview || this.#emptyCount === 0 || !isStackedAlongZ(this.#axes)) return false;
    const at = this.#sliceStates.indexOf(EMPTY);
    const area = this.#full.size[0] * this.#full.size[1];
    const into = this.#full.values.subarray(at * area, (at + 1) * area);
    upsampleSlice(this.#preview.volume, this.#preview.offsetMm, this.#full, at, into);
    if (this.#keepsMeasured) keepMeasured(into);
    this.#setState(at, ENLARGED);
    return this.#emptyCount > 0;
  }

  answer<K extends RequestKind>(
    kind: K,
    request: VolumeRequests[K]['request'],
  ): VolumeRequests[K]['response'] {
    return requestHandlers[kind](request, this.#source, this.#full, this.#scale);
  }

  /**
   * Computes what `answer` does, in parts of some milliseconds: each call of the returned function computes one part,
   * and the last call returns the answer.
   */
  answerInParts<K extends RequestKind>(
    kind: K,
    request: VolumeRequests[K]['request'],
  ): () => VolumeRequests[RequestKind]['response'] | undefined {
    if (kind !== 'sheet') return () => this.answer(kind, request);
    return sheetInParts(request as VolumeRequests['sheet']['request'], this.#source, this.#scale);
  }

  /** Whether every slice has voxels, so that requests are not answered from the preview. */
  get isFilled(): boolean {
    return this.#emptyCount === 0;
  }

  get isComplete(): boolean {
    return this.arrived >= this.#sliceStates.length;
  }

  /** Whether `GAP_SAMPLE` in a slice that arrives is a value of the device. */
  get #keepsMeasured(): boolean {
    return this.#full.gap !== undefined && !this.#hasGaps;
  }

  get #source(): VoxelSource {
    return this.#preview ?? { volume: this.#full, offsetMm: [0, 0, 0] };
  }

  /** Counts a slice that had only the preview's detail. Returns whether it had. */
  #countHalf(at: number): boolean {
    const isCoarse = this.#sliceStates[at] === EMPTY || this.#sliceStates[at] === ENLARGED;
    if (isCoarse) this.arrivedHalves += 1;
    return isCoarse;
  }

  #setState(at: number, state: number): void {
    if (this.#sliceStates[at] === EMPTY) this.#emptyCount -= 1;
    this.#sliceStates[at] = state;
    if (this.#emptyCount === 0) this.#preview = undefined;
  }
}

/** Writes the mean of two slices of the volume into another one, all perpendicular to the axis. */
function writeMean(
  { size, values }: Grid & { values: Uint16Array },
  axis: number,
  into: number,
  [one, other]: readonly [number, number],
): void {
  const stride = [1, size[0], size[0] * size[1]][axis]!;
  const toOne = (one - into) * stride;
  const toOther = (other - into) * stride;
  for (let row = into * stride; row < values.length; row += stride * size[axis]!)
    for (let at = row; at < row + stride; at += 1)
      values[at] = (values[at + toOne]! + values[at + toOther]!) >> 1;
}

/** In a volume with gaps, a saturated voxel must not look like one that was not measured. */
function keepMeasured(values: Uint16Array): void {
  for (let at = 0; at < values.length; at += 1) if (values[at] === GAP_SAMPLE) values[at] = GAP_SAMPLE - 1;
}
