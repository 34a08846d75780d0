import type { Vector3 } from '../dicom/elements/file.ts';
import { reduced } from '../registration/densities.ts';
import { type Rigid, transformed } from '../registration/rigid.ts';
import { trilinear } from '../volume/sheet.ts';
import type { Volume } from '../volume/volume.ts';
import { depthAt, type ScanField } from './scan-field.ts';

/** How the values of two scans are related where both have measured, and how well they agree there. */
export interface GreyMatch {
  /** `fixed = gain * moving + offset` */
  gain: number;
  offset: number;
  overlapMm3: number;
  /** the overlap as a part of the smaller scan's field */
  overlapShare: number;
  /** of the values of blocks of 1 mm */
  correlation: number;
  /** the usual difference of these values after the match, in values of the fixed scan */
  residual: number;
}

/** Means of blocks have less noise than voxels, which would make the gain too small. */
const STEP_MM = 1;
/** Values interpolated between means of blocks of this size are blurred as much as means of blocks of `STEP_MM`. */
const INTERPOLATED_STEP_MM = STEP_MM / Math.sqrt(3);
/** Nearer to the border of a field, a block can contain voxels that were not measured. */
const LEAST_DEPTH_MM = 2;
const ITERATIONS = 12;
/** The tuning constant of the biweight (J. W. Tukey), in standard deviations. */
const BIWEIGHT = 4.685;
/** Factor from the median of absolute differences to the standard deviation. */
const OF_MEDIAN = 1.4826;

interface Pairs {
  fixed: Float64Array;
  moving: Float64Array;
}

/** A linear fit by weights that remove outliers such as metal, its streaks and the tongue. */
export function matchGreys(
  scans: { fixed: Volume; moving: Volume },
  fields: { fixed: ScanField; moving: ScanField },
  transform: Rigid,
): GreyMatch {
  const { pairs, overlapMm3 } = commonBlocks(scans, fields, transform);
  const smallerMm3 = Math.min(fieldMm3(fields.fixed), fieldMm3(fields.moving));
  const { gain, offset, residual } = robustLine(pairs);
  return {
    gain,
    offset,
    residual,
    overlapMm3,
    overlapShare: smallerMm3 > 0 ? overlapMm3 / smallerMm3 : 0,
    correlation: correlationOf(pairs),
  };
}

/** The values of blocks that both scans have measured. */
function commonBlocks(
  scans: { fixed: Volume; moving: Volume },
  fields: { fixed: ScanField; moving: ScanField },
  transform: Rigid,
): { pairs: Pairs; overlapMm3: number } {
  const fixed = reduced({ ...scans.fixed, originMm: [0, 0, 0] }, STEP_MM);
  const moving = reduced({ ...scans.moving, originMm: [0, 0, 0] }, INTERPOLATED_STEP_MM);
  const found: { fixed: number[]; moving: number[] } = { fixed: [], moving: [] };
  const blockMm3 = fixed.spacingMm[0] * fixed.spacingMm[1] * fixed.spacingMm[2];
  let common = 0;
  for (let z = 0, at = 0; z < fixed.size[2]; z += 1)
    for (let y = 0; y < fixed.size[1]; y += 1)
      for (let x = 0; x < fixed.size[0]; x += 1, at += 1) {
        const point: Vector3 = [
          fixed.originMm[0] + x * fixed.spacingMm[0],
          fixed.originMm[1] + y * fixed.spacingMm[1],
          fixed.originMm[2] + z * fixed.spacingMm[2],
        ];
        const depth = depthAt(fields.fixed, point);
        if (depth <= 0) continue;
        const there = transformed(transform, point);
        const depthThere = depthAt(fields.moving, there);
        if (depthThere <= 0) continue;
        common += 1;
        if (depth < LEAST_DEPTH_MM || depthThere < LEAST_DEPTH_MM) continue;
        const [i, j, k] = there.map((mm, axis) => (mm - moving.originMm[axis]!) / moving.spacingMm[axis]!);
        const value = trilinear(moving.values, moving.size, i!, j!, k!, Number.NaN);
        if (Number.isNaN(value) || Number.isNaN(fixed.values[at]!)) continue;
        found.fixed.push(fixed.values[at]!);
        found.moving.push(value);
      }
  return {
    pairs: { fixed: Float64Array.from(found.fixed), moving: Float64Array.from(found.moving) },
    overlapMm3: common * blockMm3,
  };
}

function fieldMm3({ blocks: { depths, every }, spacingMm }: ScanField): number {
  const blockMm3 = every.reduce((product, count, axis) => product * count * spacingMm[axis]!, 1);
  return depths.reduce((sum, depth) => sum + (depth > 0 ? 1 : 0), 0) * blockMm3;
}

/** Iteratively reweighted least squares. */
function robustLine(pairs: Pairs): { gain: number; offset: number; residual: number } {
  let line = { gain: 1, offset: 0, residual: 0 };
  let weightOf = (_difference: number) => 1;
  for (let iteration = 0; iteration < ITERATIONS && pairs.fixed.length > 0; iteration += 1) {
    const { gain, offset } = weightedLine(pairs, line, weightOf);
    const differences = pairs.fixed.map((value, at) => Math.abs(value - gain * pairs.moving[at]! - offset));
    const residual = OF_MEDIAN * differences.toSorted()[differences.length >> 1]!;
    line = { gain, offset, residual };
    const limit = BIWEIGHT * residual || 1;
    weightOf = (difference) => (Math.abs(difference) < limit ? (1 - (difference / limit) ** 2) ** 2 : 0);
  }
  return line;
}

function weightedLine(
  { fixed, moving }: Pairs,
  before: { gain: number; offset: number },
  weightOf: (difference: number) => number,
): { gain: number; offset: number } {
  let sum = 0;
  let sumF = 0;
  let sumM = 0;
  let sumMM = 0;
  let sumFM = 0;
  for (let at = 0; at < fixed.length; at += 1) {
    const f = fixed[at]!;
    const m = moving[at]!;
    const weight = weightOf(f - before.gain * m - before.offset);
    sum += weight;
    sumF += weight * f;
    sumM += weight * m;
    sumMM += weight * m * m;
    sumFM += weight * f * m;
  }
  const spread = sumMM - (sumM * sumM) / sum;
  if (!(spread > 0)) return { gain: before.gain, offset: before.offset };
  const gain = (sumFM - (sumF * sumM) / sum) / spread;
  return { gain, offset: (sumF - gain * sumM) / sum };
}

function correlationOf({ fixed, moving }: Pairs): number {
  const count = fixed.length;
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, count);
  const meanF = mean(fixed);
  const meanM = mean(moving);
  let varF = 0;
  let varM = 0;
  let both = 0;
  for (let at = 0; at < count; at += 1) {
    const f = fixed[at]! - meanF;
    const m = moving[at]! - meanM;
    varF += f * f;
    varM += m * m;
    both += f * m;
  }
  return varF > 0 && varM > 0 ? both / Math.sqrt(varF * varM) : 0;
}
