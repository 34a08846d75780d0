import type { Size3 } from '../volume/volume.ts';

/** A coarse copy of a volume for registration: densities on a regular grid, indexed as in `Volume`. */
export interface Densities {
  size: Size3;
  spacingMm: Size3;
  /** the centre of the first voxel, in the millimetres of the volume */
  originMm: Size3;
  /** NaN where nothing was measured */
  values: Float32Array<ArrayBuffer>;
}

/** The source of densities: other densities, or the voxels of a volume with the value of unmeasured ones. */
interface Voxels extends Omit<Densities, 'values'> {
  values: ArrayLike<number>;
  gap?: number | undefined;
}

/** Means of blocks of voxels, whose spacing is as near as possible to the wanted one and at least that of the grid. */
export function reduced({ size, spacingMm, originMm, values, gap }: Voxels, stepMm: number): Densities {
  const every = spacingMm.map((mm) => Math.max(1, Math.round(stepMm / mm))) as [number, number, number];
  const [nx, ny, nz] = size.map((count, axis) => Math.ceil(count / every[axis]!)) as [number, number, number];
  const means = new Float32Array(nx * ny * nz);
  const meanOf = (x: number, y: number, z: number): number => {
    let sum = 0;
    let count = 0;
    const endX = Math.min(size[0], (x + 1) * every[0]);
    for (let k = z * every[2]; k < Math.min(size[2], (z + 1) * every[2]); k += 1)
      for (let j = y * every[1]; j < Math.min(size[1], (y + 1) * every[1]); j += 1) {
        const row = (k * size[1] + j) * size[0];
        for (let i = x * every[0]; i < endX; i += 1) {
          const value = values[row + i]!;
          if (Number.isNaN(value) || value === gap) continue;
          sum += value;
          count += 1;
        }
      }
    return count > 0 ? sum / count : Number.NaN;
  };
  for (let z = 0, at = 0; z < nz; z += 1)
    for (let y = 0; y < ny; y += 1) for (let x = 0; x < nx; x += 1, at += 1) means[at] = meanOf(x, y, z);
  const perAxis = (of: (axis: number) => number): Size3 => [of(0), of(1), of(2)];
  return {
    size: [nx, ny, nz],
    spacingMm: perAxis((axis) => spacingMm[axis]! * every[axis]!),
    originMm: perAxis((axis) => originMm[axis]! + ((every[axis]! - 1) / 2) * spacingMm[axis]!),
    values: means,
  };
}

/** Each voxel mixed with its neighbours along all axes by the weights ¼, ½, ¼; unmeasured ones are left out. */
export function smoothed(densities: Densities): Densities {
  const { size } = densities;
  let { values } = densities;
  const strides = [1, size[0], size[0] * size[1]];
  for (const axis of [0, 1, 2] as const) {
    const stride = strides[axis]!;
    const next = new Float32Array(values.length);
    for (let at = 0; at < values.length; at += 1) {
      const along = Math.floor(at / stride) % size[axis];
      let sum = 2 * values[at]!;
      let weight = 2;
      const before = along > 0 ? values[at - stride]! : Number.NaN;
      const after = along < size[axis] - 1 ? values[at + stride]! : Number.NaN;
      if (!Number.isNaN(before)) [sum, weight] = [sum + before, weight + 1];
      if (!Number.isNaN(after)) [sum, weight] = [sum + after, weight + 1];
      next[at] = sum / weight;
    }
    values = next;
  }
  return { ...densities, values };
}

const BINS = 128;
/** Enough voxels for a histogram. */
const HISTOGRAM_VOXELS = 300_000;

/** The share of the voxels that may lie below the range of the histogram (air of a scanner) and above it (metal). */
const TAILS = [0.002, 0.998] as const;

/**
 * The part of the densities that shows bone: 0 at and below the threshold between soft tissue and bone, 1 at
 * the densest bone. The thresholds divide the histogram into three classes of the least variance (N. Otsu,
 * 1979), so that they do not depend on the units of the scanner. A scanner writes one value into many voxels
 * around its field of view; these count as not measured.
 */
export function boneOf(densities: Densities): Densities {
  const { values } = densities;
  const padding = paddingOf(values);
  const every = Math.max(1, Math.floor(values.length / HISTOGRAM_VOXELS));
  const measured = values
    .filter((value, at) => at % every === 0 && !Number.isNaN(value) && value !== padding)
    .toSorted();
  if (measured.length === 0) return { ...densities, values: values.map(() => Number.NaN) };
  const [low, high] = TAILS.map((part) => measured[Math.floor(part * (measured.length - 1))]!) as [
    number,
    number,
  ];
  if (high <= low) return { ...densities, values: values.map(() => Number.NaN) };
  const threshold = low + ((boneBin(measured, low, high) + 1) / BINS) * (high - low);
  const range = high - threshold || 1;
  const bone = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    bone[at] = value === padding ? Number.NaN : Math.min(1, Math.max(0, (value - threshold) / range));
  }
  return { ...densities, values: bone };
}

const PADDING_SHARE = 0.03;

/** The value of the voxels around the field of view: the lowest one, if it fills a noticeable part of the volume. */
function paddingOf(values: Float32Array): number | undefined {
  let lowest = Infinity;
  let count = 0;
  for (const value of values) {
    if (value < lowest) [lowest, count] = [value, 1];
    else if (value === lowest) count += 1;
  }
  return count > values.length * PADDING_SHARE ? lowest : undefined;
}

/** The last bin of the second of three classes. */
function boneBin(measured: Float32Array, low: number, high: number): number {
  const counts = new Float64Array(BINS);
  for (const value of measured)
    counts[Math.min(BINS - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * BINS)))]! += 1;
  // sums of counts and of counts times bin, before each bin
  const count = new Float64Array(BINS + 1);
  const sum = new Float64Array(BINS + 1);
  for (let bin = 0; bin < BINS; bin += 1) {
    count[bin + 1] = count[bin]! + counts[bin]!;
    sum[bin + 1] = sum[bin]! + counts[bin]! * bin;
  }
  const part = (from: number, to: number) => {
    const n = count[to]! - count[from]!;
    return n > 0 ? (sum[to]! - sum[from]!) ** 2 / n : 0;
  };
  let best = { variance: -1, bin: BINS >> 1 };
  for (let first = 1; first < BINS - 1; first += 1)
    for (let second = first + 1; second < BINS; second += 1) {
      const variance = part(0, first) + part(first, second) + part(second, BINS);
      if (variance > best.variance) best = { variance, bin: second - 1 };
    }
  return best.bin;
}
