import { type Blend, likeValues, type Slice } from './slice.ts';
import { AIR, type Volume } from './volume.ts';

type Vector = readonly [x: number, y: number, z: number];

/**
 * One column of pixels: its point at height 0, and the unit vector across the sheet; in millimetres of the
 * volume.
 */
type Column = { originMm: Vector; normal: Vector };

/** A sheet to resample: a plane, or a curved surface of parallel columns; all in millimetres. */
export type SheetCut = {
  columns: readonly Column[];
  /** Unit vector: upwards in the image. */
  up: Vector;
  heightMm: readonly [bottom: number, top: number];
  /** Height of a pixel; its width is the distance between columns. */
  pixelMm: number;
  /** Values are combined between these distances along `normal`. */
  slabMm: readonly [from: number, to: number];
  /** Distance between samples across the slab. */
  stepMm: number;
  /** How the samples across the slab are combined; the mean by default. */
  blend?: Blend;
  /** Samples beyond this reach count as outside of the volume. Without `reach`, the whole slab counts. */
  reach?: SheetReach;
};

/** For each cell of a sheet, the range of distances along the normal whose samples count; rows from the top. */
export interface SheetReach {
  columns: number;
  rows: number;
  /** in a cell without samples, `from` is greater than `to` */
  from: Float32Array;
  to: Float32Array;
}

/**
 * Resamples a volume on a sheet, with trilinear interpolation: flat for a cross-section of a jaw, curved for
 * a panorama. Voxels that were not measured are left out; a pixel without a measured voxel has the volume's value of a gap.
 */
export function cutSheet(volume: Volume, cut: SheetCut): Slice {
  const cutter = new SheetCutter(volume, cut);
  cutter.fill(Number.POSITIVE_INFINITY);
  return cutter.slice;
}

/** Resamples a sheet like `cutSheet`, but some rows at a time, so that the caller can do other work in between. */
export class SheetCutter {
  /** complete when `isComplete` */
  readonly slice: Slice;
  #volume: Volume;
  #cut: SheetCut;
  #samples: ReturnType<typeof samplePositions>;
  #filledRows = 0;

  constructor(volume: Volume, cut: SheetCut) {
    const { columns, heightMm, pixelMm } = cut;
    const width = columns.length;
    const height = Math.max(1, Math.round((heightMm[1] - heightMm[0]) / pixelMm));
    this.slice = { width, height, values: likeValues(volume, width * height) };
    this.#volume = volume;
    this.#cut = cut;
    this.#samples = samplePositions(cut, volume.spacingMm);
  }

  get isComplete(): boolean {
    return this.#filledRows >= this.slice.height;
  }

  /** Computes further rows with about `sampleCount` samples of the volume, but at least one row. */
  fill(sampleCount: number): void {
    const { width, height, values } = this.slice;
    const rows = Math.max(1, Math.floor(sampleCount / (width * this.#samples.depths)));
    const until = Math.min(height, this.#filledRows + rows);
    fillRows(this.#volume, this.#cut, this.#samples, values, [this.#filledRows, until]);
    this.#filledRows = until;
  }
}

/** Fills row by row: this is three times as fast as column by column, because a row lies in two slices of the volume. */
function fillRows(
  volume: Volume,
  { columns, up, heightMm, pixelMm, blend, slabMm, reach }: SheetCut,
  { positions, depths }: ReturnType<typeof samplePositions>,
  values: Volume['values'],
  [from, until]: readonly [number, number],
): void {
  const isMaximum = blend === 'max';
  const { size, spacingMm, gap, outside = AIR } = volume;
  const width = columns.length;
  const interpolate = gap === undefined ? trilinear : measuredTrilinear;
  const height = Math.max(1, Math.round((heightMm[1] - heightMm[0]) / pixelMm));
  const depthMm = (slabMm[1] - slabMm[0]) / depths;
  const riseX = up[0] / spacingMm[0];
  const riseY = up[1] / spacingMm[1];
  const riseZ = up[2] / spacingMm[2];
  for (let row = from, pixel = from * width; row < until; row += 1) {
    const above = heightMm[1] - (row + 0.5) * pixelMm;
    const x = riseX * above;
    const y = riseY * above;
    const z = riseZ * above;
    const cells = reach && Math.floor(((row + 0.5) / height) * reach.rows) * reach.columns;
    for (let column = 0; column < width; column += 1, pixel += 1) {
      let first = 0;
      let end = depths;
      if (reach) {
        const cell = cells! + Math.floor(((column + 0.5) / width) * reach.columns);
        first = Math.min(depths, Math.max(0, Math.ceil((reach.from[cell]! - slabMm[0]) / depthMm - 0.5)));
        end = Math.max(first, Math.min(depths, Math.floor((reach.to[cell]! - slabMm[0]) / depthMm + 0.5)));
      }
      const left = depths - (end - first);
      let sum = left > 0 ? outside * left : 0;
      let count = depths;
      let max = left > 0 ? outside : -Infinity;
      for (let depth = first, sample = (column * depths + first) * 3; depth < end; depth += 1, sample += 3) {
        const value = interpolate(
          volume.values,
          size,
          positions[sample]! + x,
          positions[sample + 1]! + y,
          positions[sample + 2]! + z,
          outside,
          gap,
        );
        if (value === gap) {
          count -= 1;
          continue;
        }
        sum += value;
        if (value > max) max = value;
      }
      values[pixel] = count === 0 ? gap! : Math.round(isMaximum ? max : sum / count);
    }
  }
}

/**
 * The sample positions of all columns at height 0, in voxels: x, y, z per sample, `depths` samples per
 * column.
 */
export function samplePositions({ columns, slabMm, stepMm }: SheetCut, spacingMm: Volume['spacingMm']) {
  const thickness = slabMm[1] - slabMm[0];
  const depths = Math.max(1, Math.round(thickness / stepMm));
  const positions = new Float64Array(columns.length * depths * 3);
  let at = 0;
  for (const { originMm, normal } of columns)
    for (let depth = 0; depth < depths; depth += 1) {
      const off = slabMm[0] + ((depth + 0.5) / depths) * thickness;
      for (let axis = 0; axis < 3; axis += 1, at += 1)
        positions[at] = (originMm[axis]! + normal[axis]! * off) / spacingMm[axis]!;
    }
  return { positions, depths };
}

/** Like `trilinear`, but returns the value of the nearest voxel beside a gap; this value may be `gap`. */
function measuredTrilinear(
  values: Volume['values'],
  size: Volume['size'],
  x: number,
  y: number,
  z: number,
  outside: number,
  gap: number | undefined,
): number {
  const [nx, ny, nz] = size;
  if (!(x >= 0 && y >= 0 && z >= 0 && x < nx - 1 && y < ny - 1 && z < nz - 1)) return outside;
  const at = ((z | 0) * ny + (y | 0)) * nx + (x | 0);
  for (let corner = 0; corner < 8; corner += 1) {
    const beside = at + (corner & 1) + (corner & 2 ? nx : 0) + (corner & 4 ? nx * ny : 0);
    if (values[beside] !== gap) continue;
    return values[(Math.round(z) * ny + Math.round(y)) * nx + Math.round(x)]!;
  }
  return trilinear(values, size, x, y, z, outside);
}

/** Trilinear interpolation between the eight voxels around a position in voxels; `outside` beyond the volume. */
export function trilinear(
  values: Volume['values'] | Float32Array,
  [nx, ny, nz]: Volume['size'],
  x: number,
  y: number,
  z: number,
  outside = AIR,
): number {
  if (!(x >= 0 && y >= 0 && z >= 0 && x < nx - 1 && y < ny - 1 && z < nz - 1)) return outside;
  const i = x | 0;
  const j = y | 0;
  const k = z | 0;
  const dx = x - i;
  const dy = y - j;
  const at = (k * ny + j) * nx + i;
  const above = at + nx * ny;
  const near = values[at]! + (values[at + 1]! - values[at]!) * dx;
  const far = values[at + nx]! + (values[at + nx + 1]! - values[at + nx]!) * dx;
  const nearAbove = values[above]! + (values[above + 1]! - values[above]!) * dx;
  const farAbove = values[above + nx]! + (values[above + nx + 1]! - values[above + nx]!) * dx;
  const low = near + (far - near) * dy;
  const high = nearAbove + (farAbove - nearAbove) * dy;
  return low + (high - low) * (z - k);
}
