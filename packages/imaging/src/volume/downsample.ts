import type { PlaneSize, Samples } from '../pictures/htj2k.ts';

/** Number of samples that are averaged along a row and down a column. */
export type PlaneFactor = readonly [across: number, down: number];

const downsampledSize = ({ columns, rows }: PlaneSize, [across, down]: PlaneFactor): PlaneSize => ({
  columns: Math.ceil(columns / across),
  rows: Math.ceil(rows / down),
});

/**
 * Reduces one plane: each sample is the mean of its block; blocks at the right and bottom edges may be
 * smaller.
 */
export function downsamplePlane(samples: Samples, size: PlaneSize, factor: PlaneFactor): Uint16Array {
  const { columns, rows } = downsampledSize(size, factor);
  const [across, down] = factor;
  const coarse = new Uint16Array(columns * rows);
  const sums = new Uint32Array(columns);
  for (let row = 0; row < rows; row += 1) {
    const lines = Math.min(down, size.rows - row * down);
    sums.fill(0);
    for (let line = 0; line < lines; line += 1) {
      let at = (row * down + line) * size.columns;
      for (let column = 0; column < columns; column += 1) {
        const end = Math.min(at + across, (row * down + line + 1) * size.columns);
        let sum = 0;
        for (; at < end; at += 1) sum += samples[at]!;
        sums[column] = sums[column]! + sum;
      }
    }
    for (let column = 0; column < columns; column += 1) {
      const count = lines * Math.min(across, size.columns - column * across);
      coarse[row * columns + column] = Math.round(sums[column]! / count);
    }
  }
  return coarse;
}

/** The mean of planes of the same size. */
export function meanPlane(planes: readonly Uint16Array[]): Uint16Array {
  const [first] = planes;
  if (!first || planes.length === 1) return first ?? new Uint16Array();
  const mean = new Uint16Array(first.length);
  for (let at = 0; at < mean.length; at += 1) {
    let sum = 0;
    for (const plane of planes) sum += plane[at]!;
    mean[at] = Math.round(sum / planes.length);
  }
  return mean;
}
