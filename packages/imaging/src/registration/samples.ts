import type { Vector3 } from '../dicom/elements/file.ts';
import type { Densities } from './densities.ts';

/** Points of the fixed volume in its millimetres, x, y, z one after another, and the values there. */
export interface BoneSamples {
  points: Float64Array;
  values: Float32Array;
  centre: Vector3;
}

/** A ball in the fixed volume, to which the comparison is limited. */
export interface Region {
  at: Vector3;
  radiusMm: number;
}

/** Less than this is no bone and not next to bone. */
const LEAST_BONE = 0.02;

/**
 * At most `most` voxels in and next to bone, chosen by a fixed sequence of pseudo-random numbers, so that the same
 * volumes always give the same result.
 */
export function sampleBone(
  { size, spacingMm, originMm, values }: Densities,
  most: number,
  region: Region | undefined,
): BoneSamples {
  const pointAt = (at: number): Vector3 => [
    originMm[0] + (at % size[0]) * spacingMm[0],
    originMm[1] + (Math.floor(at / size[0]) % size[1]) * spacingMm[1],
    originMm[2] + Math.floor(at / (size[0] * size[1])) * spacingMm[2],
  ];
  const isInRegion = (at: number): boolean => {
    if (!region) return true;
    const [x, y, z] = pointAt(at);
    return Math.hypot(x - region.at[0], y - region.at[1], z - region.at[2]) <= region.radiusMm;
  };
  const found: number[] = [];
  for (let at = 0; at < values.length; at += 1)
    if (values[at]! > LEAST_BONE && isInRegion(at)) found.push(at);
  const chosen = chooseSome(found, most);
  const points = new Float64Array(chosen.length * 3);
  const sum: [number, number, number] = [0, 0, 0];
  for (const [index, at] of chosen.entries()) {
    const point = pointAt(at);
    points.set(point, index * 3);
    for (const axis of [0, 1, 2] as const) sum[axis] += point[axis];
  }
  const count = Math.max(1, chosen.length);
  return {
    points,
    values: Float32Array.from(chosen, (at) => values[at]!),
    centre: [sum[0] / count, sum[1] / count, sum[2] / count],
  };
}

/** A partial Fisher-Yates shuffle. */
function chooseSome(found: number[], most: number): number[] {
  if (found.length <= most) return found;
  let state = 12_345;
  for (let at = 0; at < most; at += 1) {
    // linear congruential generator of Numerical Recipes
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = at + Math.floor((state / 2 ** 32) * (found.length - at));
    [found[at], found[other]] = [found[other]!, found[at]!];
  }
  return found.slice(0, most);
}
