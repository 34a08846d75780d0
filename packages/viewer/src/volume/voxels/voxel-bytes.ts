import type { Volume } from '@snimok/imaging/volume/volume';
import { clamp, type Vec2, type Vec3 } from '../../geometry/vectors.ts';

/** A volume in 8 bits per voxel, thinned out. */
export interface VoxelBytes {
  size: Vec3;
  spacingMm: Vec3;
  values: Uint8Array;
}

interface BytesOptions {
  /** voxels of the longest side at most */
  longest: number;
  /** samples that become 0 and 255 */
  low: number;
  high: number;
  /** the first layer and the one after the last; all by default */
  layers?: Vec2 | undefined;
}

/**
 * Takes every n-th voxel along each axis, with the smallest n for which no side has more than `longest` voxels. Voxels
 * that were not measured become 0.
 */
export function voxelBytes(
  { size, spacingMm, values, gap }: Volume,
  { longest, low, high, layers }: BytesOptions,
): VoxelBytes {
  const every = Math.max(1, Math.ceil(Math.max(...size) / longest));
  const [nx, ny, nz] = size.map((count) => Math.ceil(count / every)) as [number, number, number];
  const [first, end] = layers ? [Math.max(0, layers[0]), Math.min(nz, layers[1])] : [0, nz];
  const count = Math.max(0, end - first);
  const bytes = new Uint8Array(nx * ny * count);
  const scale = 255 / (high - low);
  let at = 0;
  for (let z = first; z < end; z += 1)
    for (let y = 0; y < ny; y += 1) {
      const row = (z * every * size[1] + y * every) * size[0];
      for (let x = 0; x < nx; x += 1, at += 1) {
        const value = values[row + x * every]!;
        bytes[at] = value === gap ? 0 : clamp((value - low) * scale, 0, 255);
      }
    }
  const [sx, sy, sz] = spacingMm;
  return { size: [nx, ny, count], spacingMm: [sx * every, sy * every, sz * every], values: bytes };
}
