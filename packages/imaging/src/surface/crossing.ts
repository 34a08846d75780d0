/**
 * Values beyond the volume are this far below every level. They are not interpolated: the surface lies half a
 * voxel outside.
 */
export const VALUE_BEYOND = 1e6;

/** The value of voxels that belong to another body, whose surface goes into the same file. */
export const OTHER_BODY = -Infinity;
/** A tenth of a voxel remains between two bodies, so that their surfaces have no vertices in common. */
const TO_OTHER_BODY = 0.45;

/**
 * A crossing keeps at least this distance from a voxel's centre. There the vertices of eight cells would be at
 * one place, which STL cannot distinguish. Values equal to the level are frequent, because voxels are integers.
 */
const LEAST_PART = 0.01;

/** Where the surface crosses an edge between two voxels, from the first one, 0 to 1. */
export function crossingPart(one: number, other: number, level: number): number {
  if (one === OTHER_BODY) return 1 - TO_OTHER_BODY;
  if (other === OTHER_BODY) return TO_OTHER_BODY;
  if (Math.abs(one - other) > VALUE_BEYOND / 2) return 0.5;
  const part = (level - one) / (other - one);
  return part < LEAST_PART ? LEAST_PART : part > 1 - LEAST_PART ? 1 - LEAST_PART : part;
}
